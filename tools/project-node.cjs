// Where the project's own Node (the npm package `node`) stands.
'use strict';
const path = require('node:path');

exports.projectNode = () =>
  path.join(
    __dirname,
    '..',
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );

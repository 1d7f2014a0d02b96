// Runs a script with the project's own Node 24, whatever Node called it: node tools/run.cjs [OPTIONS] FILE [ARGUMENTS]
// The options are Node's.
'use strict';
const { spawn } = require('node:child_process');
const path = require('node:path');
const { projectNode } = require('./project-node.cjs');

const bin = path.dirname(projectNode());
const child = spawn(projectNode(), process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
});
// Ctrl-C reaches the whole group of a terminal; the child ends by itself and its exit code counts.
// A signal sent to this process alone is handed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('error', (error) => {
  console.error(`The project's Node could not be started (${error.code}). Run: node tools/setup.cjs`);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));

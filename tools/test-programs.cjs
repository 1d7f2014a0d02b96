// Finds the programs the tests drive: a Chromium and the PostgreSQL server.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const firstThere = (places) => places.find((place) => place && fs.existsSync(place));

exports.findChromium = () =>
  firstThere([
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ]);

/** The folder with `initdb` and `postgres`, the newest version first. */
exports.findPostgres = () => {
  const debian = '/usr/lib/postgresql';
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    process.env.POSTGRES_BIN,
    ...versions.map((version) => path.join(debian, version, 'bin')),
    '/opt/homebrew/opt/postgresql/bin',
    '/usr/local/opt/postgresql/bin',
    '/usr/local/bin',
    '/usr/bin',
  ];
  return folders.find(
    (folder) =>
      folder && fs.existsSync(path.join(folder, 'initdb')) && fs.existsSync(path.join(folder, 'postgres')),
  );
};

/** Switches with which a Chromium without a sandbox, a screen or a way to the internet starts quietly. */
exports.chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

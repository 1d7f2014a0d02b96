// Installs what the project needs, run by whatever Node is there (20 or newer) and without any package.
// Idempotent: with an unchanged lockfile it only compares a stamp. `--tests` also looks for what the tests need.
'use strict';
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const stampFile = path.join(root, 'node_modules', '.satchel-setup');
const nodeMajor = '24';

const fail = (sentence) => {
  console.error(`\nSatchel cannot start: ${sentence}\n`);
  process.exit(1);
};

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(
    `Node ${process.versions.node} is too old. Install Node 20 or newer from https://nodejs.org and try again.`,
  );
}

const wantedStamp = () =>
  createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');

const { projectNode } = require('./project-node.cjs');

function hasProjectNode() {
  const answer = spawnSync(projectNode(), ['--version'], { encoding: 'utf8' });
  return answer.status === 0 && answer.stdout.startsWith(`v${nodeMajor}.`);
}

// An npm inside an npm would take over the outer run's lifecycle and package settings.
function cleanEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|command)/.test(name)),
  );
}

function npm(args) {
  const npmCli = process.env.npm_execpath;
  const [command, first] = npmCli?.endsWith('.js') ? [process.execPath, [npmCli]] : ['npm', []];
  return spawnSync(command, [...first, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: cleanEnvironment(),
    shell: process.platform === 'win32' && command === 'npm',
  }).status;
}

function installPackages() {
  console.log('Installing packages (about a minute, only after a change of the lockfile) …');
  if (
    npm(['ci', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--loglevel=error']) !== 0
  ) {
    fail(
      'npm could not install the packages. The lines above say why; check the connection to the npm registry.',
    );
  }
}

// The one install script that is needed: it puts the Node of this platform into the `node` package.
function installProjectNode() {
  const answer = spawnSync(process.execPath, ['installArchSpecificPackage'], {
    cwd: path.join(root, 'node_modules', 'node'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: cleanEnvironment(),
  });
  if (answer.status !== 0 || !hasProjectNode()) {
    fail(
      `the package 'node' (Node ${nodeMajor}) did not install. Run 'npm rebuild node --ignore-scripts=false' to see why.`,
    );
  }
}

const stamp = wantedStamp();
const installed = fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === stamp;
if (!installed) installPackages();
if (!hasProjectNode()) installProjectNode();
if (!installed) fs.writeFileSync(stampFile, stamp);

if (process.argv.includes('--tests')) {
  const { findChromium, findPostgres } = require('./test-programs.cjs');
  const missing = [];
  if (!findChromium()) missing.push('chromium', 'fonts-liberation');
  if (!findPostgres()) missing.push('postgresql');
  if (
    missing.length > 0 &&
    process.platform === 'linux' &&
    process.getuid() === 0 &&
    fs.existsSync('/usr/bin/apt-get')
  ) {
    console.log(`Installing ${missing.join(', ')} for the tests …`);
    const quiet = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    spawnSync('apt-get', ['update', '-qq'], quiet);
    // Another program of the machine may be installing something at the same moment.
    const waiting = ['-o', 'DPkg::Lock::Timeout=300'];
    spawnSync('apt-get', [...waiting, 'install', '-y', '-qq', '--no-install-recommends', ...missing], quiet);
  }
  if (!findChromium()) {
    fail(
      'the tests need Chromium. Install it with your package manager, or set CHROMIUM_PATH to its program.',
    );
  }
  if (!findPostgres()) {
    fail(
      'the tests need the PostgreSQL server programs (initdb, postgres). Install postgresql, or set POSTGRES_BIN to their folder.',
    );
  }
}

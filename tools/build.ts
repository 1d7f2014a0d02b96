// Builds the app unless the last build was made from the same sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWithoutWorker } from '../app/without-worker.ts';

const root = join(import.meta.dirname, '..');
const stampFile = join(root, 'app/dist/.built-from');

const sources = ['app/src', 'app/public', 'core/src'];
const singleFiles = [
  'package-lock.json',
  'app/index.html',
  'app/vite.config.ts',
  'app/pdf-data.ts',
  'app/small-parts.ts',
  'app/package.json',
  'app/postcss.config.cjs',
];

function fingerprint() {
  const hash = createHash('sha256');
  const files = sources.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...files, ...singleFiles.map((name) => join(root, name))].sort()) {
    if (existsSync(file)) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  hash.update(String(isWithoutWorker()));
  return hash.digest('hex');
}

/** Resolves to false when the build failed; vite has said why. */
export function buildApp() {
  const wanted = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return true;
  console.log('Building the app …');
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    { cwd: join(root, 'app'), stdio: 'inherit' },
  );
  if (status !== 0) return false;
  writeFileSync(stampFile, wanted);
  return true;
}

if (import.meta.main) process.exit(buildApp() ? 0 : 1);

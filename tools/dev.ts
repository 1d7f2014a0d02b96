// `npm run dev`: the host restarts and the app reloads on a change.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const hostPort = process.env.PORT ?? '8080';

const children = [
  spawn(process.execPath, ['--watch', join(root, 'server/src/main.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: hostPort },
  }),
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
    cwd: join(root, 'app'),
    stdio: 'inherit',
    env: { ...process.env, HOST_ADDRESS: `http://127.0.0.1:${hostPort}` },
  }),
];

// Ctrl-C reaches both through the terminal; when one ends, the other has nothing left to do.
process.on('SIGINT', () => {});
for (const child of children) {
  child.on('exit', () => {
    for (const other of children) other.kill('SIGTERM');
  });
}

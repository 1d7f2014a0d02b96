// Type checks every part with the settings of its runtime.
import { spawnSync } from 'node:child_process';

const projects = ['core', 'server', 'app', 'app/tsconfig.worker.json', '.'];
let failed = 0;
for (const project of projects) {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], {
    stdio: 'inherit',
  });
  if (status !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);

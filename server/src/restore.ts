// npm run restore -- FILE [--replace] [--move]
import { restoreBackup } from './backup/restore-backup.ts';
import { readArguments, runCommand, say, stopSignal } from './starting/run-command.ts';

const usage = 'Say which backup to restore: npm run restore -- FILE [--replace] [--move]';

await runCommand(async (config) => {
  const { place, values } = readArguments(usage, 1, {
    replace: { type: 'boolean', default: false },
    move: { type: 'boolean', default: false },
  });
  const startedAt = performance.now();
  const isMove = values.move === true;
  const { isTidy } = await restoreBackup(place, {
    ...{ config, say, isMove, signal: stopSignal() },
    isReplacing: values.replace === true,
    now: Date.now(),
  });
  say(`Restored (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`);
  if (!isMove) say('Everyone signs in again, and the apps send again what was lost.');
  return isTidy ? 0 : 1;
});

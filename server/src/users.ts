// npm run users -- list | add | set | reset-password | deactivate | activate
import { readPassword } from './managing-users/read-password.ts';
import { runUserCommand } from './managing-users/run-user-command.ts';
import { readUserCommand } from './managing-users/user-command.ts';
import { openParts } from './starting/open-parts.ts';
import { runCommand, say } from './starting/run-command.ts';

await runCommand(async (config) => {
  const command = readUserCommand(process.argv.slice(2));
  const { database } = await openParts(config);
  try {
    const askPassword = () => readPassword({ input: process.stdin, output: process.stderr });
    await runUserCommand(command, { config, database, now: Date.now(), say, askPassword });
    return 0;
  } finally {
    await database.close();
  }
});

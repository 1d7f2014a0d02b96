import type { Config } from '#config.ts';
import type { HostDatabase } from '#database/database.ts';
import {
  addUser,
  assertUser,
  changeUser,
  type ListedUser,
  listUsers,
  resetPassword,
  setActive,
} from './manage-users.ts';
import { generatePassword } from './read-password.ts';
import { type UserCommand, usage } from './user-command.ts';

interface Surroundings {
  config: Pick<Config, 'passwordMinLength'>;
  database: HostDatabase;
  now: number;
  say(line: string): void;
  askPassword(): Promise<string>;
}

/** Does what an operator asked for and says what was done; throws `UserRefused` when it cannot be. */
export async function runUserCommand(
  command: UserCommand,
  { config, database, now, say, askPassword }: Surroundings,
) {
  const parts = { database, passwordMinLength: config.passwordMinLength, now };
  const passwordFor = async (isGenerated: boolean) =>
    isGenerated ? generatePassword(config.passwordMinLength) : askPassword();
  const show = (password: string, isGenerated: boolean) => {
    if (isGenerated) say(`Password, shown this once: ${password}`);
  };

  switch (command.kind) {
    case 'help':
      return say(usage);
    case 'list':
      for (const line of tableOf(await listUsers(parts))) say(line);
      return;
    case 'add': {
      const password = await passwordFor(command.isGenerated);
      await addUser(parts, command.name, command.details, password);
      say(`${command.name} can sign in.`);
      return show(password, command.isGenerated);
    }
    case 'set':
      await changeUser(parts, command.name, command.details);
      return say(`${command.name} was changed.`);
    case 'reset-password': {
      await assertUser(parts, command.name);
      const password = await passwordFor(command.isGenerated);
      await resetPassword(parts, command.name, password);
      say(`${command.name} has a new password and was signed out everywhere.`);
      return show(password, command.isGenerated);
    }
    case 'deactivate':
      await setActive(parts, command.name, false);
      return say(`${command.name} was signed out everywhere and cannot sign in any more.`);
    case 'activate':
      await setActive(parts, command.name, true);
      return say(`${command.name} can sign in again.`);
  }
}

const heading = ['NAME', 'MAIL', 'ROLES', 'CHANNELS', ''];

/** One line per user; what stands in the database cannot steer a terminal. */
function tableOf(users: readonly ListedUser[]) {
  if (users.length === 0) return ['There are no users yet.'];
  const rows = [
    heading,
    ...users.map(({ name, mail, roles, channels, isActive }) => [
      name,
      mail,
      roles.join(', '),
      channels.join(', '),
      isActive ? '' : 'deactivated',
    ]),
  ].map((row) => row.map((cell) => cell.replace(/[\p{Cc}\p{Cf}]/gu, '')));
  const widths = heading.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

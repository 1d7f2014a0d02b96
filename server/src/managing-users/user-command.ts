import { parseArgs } from 'node:util';
import { roles as allRoles, type Role } from '@satchel/core/contract/roles.ts';
import { isMailAddress } from '#mail/mail-address.ts';
import { UserRefused } from './user-refused.ts';

export const usage = `npm run users -- list
npm run users -- add NAME --mail ADDRESS --roles ROLE,… [--channels CHANNEL,…] [--generate]
npm run users -- set NAME [--mail ADDRESS] [--roles ROLE,…] [--channels CHANNEL,…]
npm run users -- reset-password NAME [--generate]
npm run users -- deactivate NAME
npm run users -- activate NAME

NAME finds a user by name or mail address. The password is asked for on a terminal and read from standard input
otherwise; with --generate one is made and shown once.
Roles: ${allRoles.join(', ')}.
Channels: their folder's name, title or id.`;

export interface Details {
  mail?: string;
  roles?: Role[];
  /** As they were typed: folder name, title or id. */
  channels?: string[];
}

export type UserCommand =
  | { kind: 'help' | 'list' }
  | { kind: 'add'; name: string; isGenerated: boolean; details: Details & { mail: string; roles: Role[] } }
  | { kind: 'set'; name: string; details: Details }
  | { kind: 'reset-password'; name: string; isGenerated: boolean }
  | { kind: 'activate' | 'deactivate'; name: string };

const optionsOf: Record<string, readonly string[]> = {
  list: [],
  add: ['mail', 'roles', 'channels', 'generate'],
  set: ['mail', 'roles', 'channels'],
  'reset-password': ['generate'],
  activate: [],
  deactivate: [],
};

/** What is to be done; throws `UserRefused` with a sentence when the arguments make no sense. */
export function readUserCommand(args: readonly string[]): UserCommand {
  const { values, positionals } = parsed(args);
  const [verb, name, ...more] = positionals;
  if (values.help || verb === undefined) return { kind: 'help' };
  if (!Object.hasOwn(optionsOf, verb)) throw new UserRefused(`There is no command ${verb}.\n\n${usage}`);
  const strange = Object.keys(values).find((option) => !optionsOf[verb]?.includes(option));
  if (strange) throw new UserRefused(`${verb} does not take --${strange}.\n\n${usage}`);
  if (more.length > 0 || (verb === 'list') !== (name === undefined)) {
    throw new UserRefused(
      `${verb === 'list' ? 'list takes no name' : `${verb} takes one name`}.\n\n${usage}`,
    );
  }
  if (verb === 'list' || name === undefined) return { kind: 'list' };

  const isGenerated = values.generate === true;
  const { mail, roles, channels } = detailsOf(values);
  switch (verb) {
    case 'add':
      if (mail === undefined || roles === undefined)
        throw new UserRefused(`add needs --mail and --roles.\n\n${usage}`);
      return {
        kind: 'add',
        name: checkedName(name),
        isGenerated,
        details: { mail, roles, channels: channels ?? [] },
      };
    case 'set':
      if (Object.keys(values).length === 0) throw new UserRefused(`set needs something to set.\n\n${usage}`);
      return {
        kind: 'set',
        name,
        details: { ...(mail && { mail }), ...(roles && { roles }), ...(channels && { channels }) },
      };
    case 'reset-password':
      return { kind: 'reset-password', name, isGenerated };
    default:
      return { kind: verb as 'activate' | 'deactivate', name };
  }
}

interface Values {
  mail?: string;
  roles?: string;
  channels?: string;
  generate?: boolean;
  help?: boolean;
}

function parsed(args: readonly string[]): { values: Values; positionals: string[] } {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        mail: { type: 'string' },
        roles: { type: 'string' },
        channels: { type: 'string' },
        generate: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    if (error instanceof TypeError) throw new UserRefused(`${error.message.split('\n')[0]}\n\n${usage}`);
    throw error;
  }
}

function detailsOf({ mail, roles, channels }: Values): Details {
  if (mail !== undefined && !isMailAddress(mail)) throw new UserRefused(`${mail} is not a mail address.`);
  return {
    ...(mail !== undefined && { mail }),
    ...(roles !== undefined && { roles: checkedRoles(listed(roles)) }),
    ...(channels !== undefined && { channels: listed(channels) }),
  };
}

const listed = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

function checkedRoles(names: readonly string[]): Role[] {
  const isRole = (name: string): name is Role => allRoles.includes(name as Role);
  const unknown = names.find((name) => !isRole(name));
  if (unknown !== undefined)
    throw new UserRefused(`There is no role ${unknown}. Roles are ${allRoles.join(', ')}.`);
  if (names.length === 0) throw new UserRefused(`A user needs at least one role of ${allRoles.join(', ')}.`);
  return names.filter(isRole);
}

/** Names and mail addresses both sign in, so a name must never pass for somebody's address. */
function checkedName(name: string) {
  const isFit =
    name.length <= 60 && /^[^\s@,\p{Cc}\p{Cf}](?:[^@,\p{Cc}\p{Cf}]*[^\s@,\p{Cc}\p{Cf}])?$/u.test(name);
  if (!isFit) throw new UserRefused('A name has at most 60 characters, and no @, comma or line break.');
  return name;
}

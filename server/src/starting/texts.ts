import type { Role } from '@satchel/core/contract/roles.ts';
import type { DemoSignIn } from './demo-sign-ins.ts';

const roleNames: Record<Role, string> = {
  sales_tool_user: 'sales rep',
  external_sales_tool_user: 'external sales rep',
  sales_tool_manager: 'sales manager',
  external_sales_tool_manager: 'external sales manager',
  administrator: 'administrator',
};

const width = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length)) + 3;

function signInTable(signIns: readonly DemoSignIn[]) {
  const names = width(signIns.map(({ name }) => name));
  const passwords = width(signIns.map(({ password }) => password));
  return signIns.map(
    ({ name, password, roles }) =>
      `  ${name.padEnd(names)}${password.padEnd(passwords)}${roles.map((role) => roleNames[role]).join(', ')}`,
  );
}

export const startTexts = {
  importingDemo: 'The database is empty, so the demo content is imported. This happens once.',
  demoImported: (seconds: string) => `The demo content is there (${seconds} s).`,
  ready: (address: string) => `Satchel is ready: ${address}`,
  nobody: [
    'Nobody can sign in yet: this host has no users. Add one with npm run users, or import a folder with a users.yaml',
    '(docs/operating.md).',
  ],
  signIns: (signIns: readonly DemoSignIn[]) => [
    '',
    'Sign in with one of the demo users:',
    '',
    ...signInTable(signIns),
    '',
  ],
  onlyHere: [
    'These passwords are public, so Satchel answers on this computer only. To let others in, change the passwords,',
    'or set HOST=0.0.0.0 to do it all the same (docs/operating.md).',
  ],
  openToAll: (host: string) => [
    `Satchel answers at HOST=${host}: whoever reaches it can sign in with these public passwords. Change them.`,
  ],
  stopping: 'Satchel ends: what is under way is finished first.',
  fault: 'Satchel could not start:',
};

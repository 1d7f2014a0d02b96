import type { Role } from '@satchel/core/contract/roles.ts';
import type { HostDatabase } from '#database/database.ts';
import { findByLogin, isPasswordOf } from '#features/sign-in/account-store.ts';
import { userFile } from '#importing/folder-format.ts';
import { openFolder } from '#importing/folder-reader.ts';
import { createReport } from '#importing/import-report.ts';

export interface DemoSignIn {
  name: string;
  password: string;
  roles: readonly Role[];
}

/** Users of the demo whose published password still opens their account. */
export async function demoSignIns({ db }: HostDatabase, demoFolder: string): Promise<DemoSignIn[]> {
  const silent = { progress: () => {}, detail: () => {} };
  const folder = await openFolder(demoFolder, createReport(silent));
  const users = (await folder.yaml('users.yaml', userFile)) ?? [];
  const checked = await Promise.all(
    users.map(async ({ name, password, roles }) => {
      const account = password === undefined ? undefined : await findByLogin(db, name);
      if (password === undefined || !account) return [];
      return (await isPasswordOf(account, password)) ? [{ name, password, roles }] : [];
    }),
  );
  return checked.flat();
}

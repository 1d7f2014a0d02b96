import { Dexie } from 'dexie';
import type { Ledger } from './ledger.ts';
import { never } from './ledger.ts';
import type { ModelDevice, World } from './world.ts';

/** What a device had at some time, as a backup of it has it. */
export interface KeptState {
  rows: Map<string, unknown[]>;
  forms: Map<string, string>;
  /** Order of what happened. */
  at: number;
}

async function withTables<T>({ name }: ModelDevice, task: (dexie: Dexie) => Promise<T>): Promise<T> {
  const dexie = await new Dexie(name).open();
  try {
    return await task(dexie);
  } finally {
    dexie.close();
  }
}

/** Backs a device up that somebody uses. */
export async function keepState({ ledger }: World, device: ModelDevice) {
  if (device.users.size === 0) return;
  const rows = await withTables(device, async ({ tables }) => {
    const all = await Promise.all(tables.map(async (table) => [table.name, await table.toArray()] as const));
    return new Map(all);
  });
  device.kept = { rows, forms: new Map(device.forms), at: ledger.next() };
}

/** Nobody can be held to what a device has forgotten: what is there nevertheless is there. */
function forget({ edits, sendings, signings, logged }: Ledger, device: ModelDevice, since: number) {
  for (const said of [...edits, ...sendings, ...signings, ...logged])
    if (said.device === device.number && said.told > since) said.told = never;
}

/** Puts a device back to what was kept of it, if anything was. Its windows close before that. */
export async function putBack({ ledger }: World, device: ModelDevice) {
  const { kept } = device;
  if (!kept) return;
  for (const tab of device.tabs) tab?.kill();
  await withTables(device, (dexie) =>
    dexie.transaction('rw', dexie.tables, async () => {
      for (const table of dexie.tables) {
        await table.clear();
        await table.bulkPut(kept.rows.get(table.name) ?? []);
      }
    }),
  );
  Object.assign(device, { forms: new Map(kept.forms), wasCut: true, isShaken: true, wasPutBack: true });
  device.log.forget();
  forget(ledger, device, kept.at);
}

import { expect } from './journey.ts';
import type { KillableBrowser } from './killable-browser.ts';
import type { Rep } from './rep.ts';

/** Where the power goes while something is saved. */
export interface SaveCut {
  /** Of the steps of a save, from 1. */
  step: number;
  /** The page goes on until its browser is killed, so that the save may just have become durable; else it is stopped dead. */
  goesOn?: boolean;
}

type Watching = typeof globalThis & { saveSteps: string[]; saveCut: SaveCut };

const now = 'The power goes now at ';

/** Notes down all that is asked of transactions that write to these stores, and says when the power goes. */
function watchSteps({ stores, now }: { stores: readonly string[]; now: string }) {
  const watching = globalThis as Watching;
  watching.saveSteps = [];
  const step = (name: string) => {
    const cut = watching.saveCut;
    if (!cut || watching.saveSteps.push(name) !== cut.step) return;
    console.log(now + watching.saveSteps.join(', '));
    while (!cut.goesOn);
  };
  const after = <T extends object>(type: T, method: keyof T, told: (of: never, result: never) => void) => {
    const original = type[method] as (...given: unknown[]) => unknown;
    type[method] = function (this: never, ...given: unknown[]) {
      const result = original.apply(this, given);
      told(this, result as never);
      return result;
    } as T[keyof T];
  };
  const isSave = ({ mode, objectStoreNames }: IDBTransaction) =>
    mode === 'readwrite' && stores.some((name) => objectStoreNames.contains(name));
  after(IDBDatabase.prototype, 'transaction', (_database, transaction: IDBTransaction) => {
    if (!isSave(transaction)) return;
    step('begin');
    transaction.addEventListener('complete', () => step('complete'));
  });
  for (const method of ['get', 'getAll', 'getKey', 'count', 'openCursor', 'put', 'add', 'delete'] as const)
    after(IDBObjectStore.prototype, method, ({ name, transaction }: IDBObjectStore) => {
      if (isSave(transaction)) step(`${method} ${name}`);
    });
  after(IDBTransaction.prototype, 'commit', (transaction: IDBTransaction) => {
    if (isSave(transaction)) step('commit');
  });
}

/** Before the page of the app is opened. @param stores those of which a save writes at least one */
export const watchSaves = (rep: Rep, stores: readonly string[]) =>
  rep.page.addInitScript(watchSteps, { stores, now });

const nextSave = (rep: Rep, cut: SaveCut) =>
  rep.page.evaluate((cut) => Object.assign(globalThis, { saveCut: cut, saveSteps: [] }), cut);

/** The steps of a save that goes to its end, in their order. */
export async function stepsOfSave(rep: Rep, save: () => Promise<void>): Promise<string[]> {
  await nextSave(rep, { step: -1 });
  await save();
  const steps = await rep.page.evaluate(() => (globalThis as Watching).saveSteps);
  expect(steps).toContain('complete');
  return steps;
}

/** Pulls the plug at one step of the save that this press begins. Returns the steps that it came to. */
export async function cutSave(
  browser: KillableBrowser,
  rep: Rep,
  cut: SaveCut,
  press: () => Promise<void>,
): Promise<string[]> {
  await nextSave(rep, cut);
  const cutNow = rep.page.waitForEvent('console', (message) => message.text().startsWith(now));
  // The page may stand still before it has said that it took the press.
  const pressed = press().catch(() => {});
  const said = (await cutNow).text();
  await browser.kill();
  await pressed;
  return said.slice(now.length).split(', ');
}

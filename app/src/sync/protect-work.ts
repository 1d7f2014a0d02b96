import { Dexie } from 'dexie';
import type { Database } from '#storage/database.ts';

type Persistence = Pick<StorageManager, 'persist' | 'persisted'>;

interface ProtectParts {
  database: Pick<Database, 'dexie' | 'queue'>;
  /** UUID of whoever is signed in. */
  userId: () => string | null;
  logFailure?: (error: unknown) => void;
  browser?: { userAgent: string; storage?: Persistence };
}

const logIt = (error: unknown) => console.warn('Protecting what is kept:', error);

/** Asks the browser not to empty itself of its own accord, unless it has promised that. It may say no, and another day yes. */
export async function askToPersist(
  storage: Persistence | undefined = (navigator as { storage?: StorageManager }).storage,
) {
  if (storage && !(await storage.persisted())) await storage.persist();
}

/** Firefox puts the question to the person; the others decide by how the app is used. */
const asksPeople = ({ userAgent }: { userAgent: string }) => /\bFirefox\//.test(userAgent);

/**
 * What waits on this device exists nowhere else: the browser is asked to keep it when somebody signed in begins, and once
 * something waits. A person is only asked then, when what they are asked about is what they have just done.
 */
export function protectWork({ database, userId, logFailure = logIt, browser = navigator }: ProtectParts) {
  const { storage } = browser;
  if (!storage) return;
  const ask = () => void askToPersist(storage).catch(logFailure);
  if (userId() !== null && !asksPeople(browser)) ask();

  const queue = `idb://${database.dexie.name}/queue/`;
  async function askOnceSomethingWaits(changed: object) {
    if (!Object.keys(changed).some((part) => part.startsWith(queue))) return;
    if ((await database.queue.limit(1).count()) === 0) return;
    // Asked once in the life of a window.
    Dexie.on.storagemutated.unsubscribe(follow);
    ask();
  }
  const follow = (changed: object) => void askOnceSomethingWaits(changed).catch(logFailure);
  Dexie.on('storagemutated', follow);
}

/** Work of the app that is under way: calls on the line and transactions of its databases. */
export const underWay = { calls: 0, transactions: 0 };

const { transaction } = IDBDatabase.prototype;
IDBDatabase.prototype.transaction = function counted(...parts) {
  const made = transaction.apply(this, parts);
  underWay.transactions += 1;
  const ended = () => {
    underWay.transactions -= 1;
  };
  made.addEventListener('complete', ended, { once: true });
  made.addEventListener('abort', ended, { once: true });
  return made;
};

// The database of these tests counts by the same turns.
const { setImmediate } = globalThis as unknown as { setImmediate: (task: () => void) => void };
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets so many turns of the event loop pass. */
export async function turns(count: number) {
  for (let left = count; left > 0; left -= 1) await turn();
}

/** So many turns without anything under way mean that nothing more comes by itself. */
const silentTurns = 6;
/** Of this process, whatever else the machine does. */
const longestCpuMs = 60_000;
/** Between two looks at the clock, each of which asks the system. */
const turnsBetweenLooks = 500;

const { cpuUsage } = (globalThis as unknown as { process: Process }).process;
interface Process {
  /** µs */
  cpuUsage(): { user: number; system: number };
}

function cpuMs() {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}

function notAtRest() {
  const { calls, transactions } = underWay;
  return new Error(`The app does not come to rest: ${calls} calls, ${transactions} transactions under way`);
}

/**
 * Waits until the app has nothing more to do.
 * @param isWaitedFor whether somebody waits for an outcome that will come
 * @param whenSilent what time alone brings about, and whether that was anything
 */
export async function quiet(isWaitedFor: () => boolean, whenSilent: () => Promise<{ goesOn: boolean }>) {
  let end: number | null = null;
  for (let silent = 0, passed = 1; silent < silentTurns; passed += 1) {
    await turn();
    if (underWay.calls + underWay.transactions > 0) silent = 0;
    else silent += 1;
    if (passed % turnsBetweenLooks === 0) {
      end ??= cpuMs() + longestCpuMs;
      if (cpuMs() > end) throw notAtRest();
    }
    if (silent < silentTurns) continue;
    const { goesOn } = await whenSilent();
    if (goesOn || isWaitedFor()) silent = 0;
  }
}

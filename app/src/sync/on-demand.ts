import { onceForAll } from '#storage/once-for-all.ts';

/** A service whose every call answers with a promise. */
type Answering<Service> = { [Name in keyof Service]: (...given: never[]) => Promise<unknown> };

/**
 * A service whose code comes with its first call, so that the first screen need not wait for it. Once it is here a
 * call goes straight through, as live queries want it; a code that could not be fetched is asked for again.
 */
export function onDemand<Service extends Answering<Service>>(fetchCode: () => Promise<Service>): Service {
  let here: Service | null = null;
  const come = onceForAll(async () => {
    here = await fetchCode();
    return here;
  });

  const call = (name: keyof Service) =>
    ((...given: never[]) => {
      if (here) return here[name](...given);
      // Inside a live query `Promise` is Dexie's own, which alone carries the query across the wait.
      return Promise.resolve(come()).then((service) => service[name](...given));
    }) as Service[keyof Service];

  return new Proxy({} as Service, {
    // Whoever awaits the service itself must not take it for a promise.
    get: (own, name) => Reflect.get(own, name) ?? (name === 'then' ? undefined : call(name as keyof Service)),
  });
}

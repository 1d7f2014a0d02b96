/** How long the store may say nothing before the host is asked as well; a cold disk of a phone takes less. */
const patienceMs = 3000;

/**
 * Answers of the store, and of the host where the store says nothing. Chromium's store falls silent for as long as the
 * browser runs when it is cleared while it is in use, and all that goes by the worker would wait with it.
 */
export function createStoreOrHost() {
  let isSilent = false;

  const nothingSaid = Symbol();
  const patience = () =>
    new Promise<typeof nothingSaid>((resolve) => setTimeout(resolve, patienceMs, nothingSaid));

  /**
   * @param lookup what the store has; one that fails has nothing
   * @param missing where an answer comes from that the store has not, which may take its time
   * @throws what the host's answer failed with
   */
  return async (
    lookup: Promise<Response | undefined>,
    request: Request,
    missing = () => fetch(request),
  ): Promise<Response> => {
    const said = lookup
      .catch(() => undefined)
      .then((found) => {
        isSilent = false;
        return found;
      });
    // Each part of a page would wait in turn.
    const found = isSilent ? nothingSaid : await Promise.race([said, patience()]);
    if (found !== nothingSaid) return found ?? missing();
    isSilent = true;
    const host = fetch(request);
    // A host with another version has not this part any more, and a store that is only slow has.
    const good = host.then(async (answer) => {
      if (answer.status >= 400) await patience();
      return answer;
    });
    // Who is without a host waits for a store that is slow after all.
    return Promise.any([good, said.then((found) => found ?? host)]).catch(() => host);
  };
}

export type StoreOrHost = ReturnType<typeof createStoreOrHost>;

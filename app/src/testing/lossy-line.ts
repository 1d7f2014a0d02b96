/** What becomes of a call that writes a record: its answer is lost, or it never comes to the host. */
export type Fate = 'answer lost' | 'lost';

/**
 * A line on which the calls that write records of one kind meet what is next for them, in order; null for nothing. The first that
 * is lost is the last one that goes.
 */
export function lossyLine(kind: 'signature' | 'message', next: (Fate | null)[] = []) {
  const line = { next };
  let isDown = false;
  const reach: typeof fetch = async (address, call) => {
    const isWrite = call?.method === 'POST' || call?.method === 'PATCH';
    const isOfKind = isWrite && String(address).includes(`/salestool/${kind}`);
    const befalls = (isOfKind && !isDown && line.next.shift()) || null;
    if (befalls === null && !isDown) return fetch(address, call);
    if (befalls === 'answer lost' && !isDown) await fetch(address, call);
    isDown = true;
    throw new TypeError('Failed to fetch');
  };
  return { line, fetch: reach };
}

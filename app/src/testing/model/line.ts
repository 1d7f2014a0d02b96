import { turns, underWay } from './quiet.ts';

/**
 * What befalls one call: `pass` nothing, `hold` its answer and `stall` the call itself is on its way until somebody lets it
 * come, `refuse` the host turns it down, `drop` it never reaches the host, `lose` its answer is lost, `late` it reaches the host after the
 * app gave it up, `cut` its answer ends in the middle, `gateway` and `too-late` a proxy speaks in the host's place after
 * the host did its work, `busy`, `limit` and `broken` the host does nothing and says so, `page` a portal answers.
 */
export const faults = [
  ...([
    'pass',
    'hold',
    'stall',
    'refuse',
    'drop',
    'lose',
    'late',
    'cut',
    'gateway',
    'too-late',
    'busy',
    'limit',
    'broken',
    'page',
  ] as const),
];
export type Fault = (typeof faults)[number];

/** A device's way to the host. */
export interface Line {
  state: 'up' | 'down' | 'portal';
  /** Of the next calls. */
  faults: Fault[];
  /** How many of the next records that it brings the host turns down. */
  refusals: number;
  /** Calls that are still on their way although the app gave them up. */
  late: (() => Promise<unknown>)[];
  /** Lets go on what is held up. */
  held: (() => void)[];
  /** Whether anything ever asked to come back later or answered what nobody can read: what met that waits by itself. */
  wasBusy: boolean;
}

/** Who calls. */
export interface Caller {
  /** Calls of it that are held up. */
  heldUp: number;
}

/** Meanwhile the world goes on. */
function heldUp({ held }: Line, caller: Caller): Promise<void> {
  underWay.calls -= 1;
  caller.heldUp += 1;
  return new Promise((resolve) => {
    held.push(() => {
      underWay.calls += 1;
      caller.heldUp -= 1;
      resolve();
    });
  });
}

const page = (status: number) =>
  new Response('<html>Welcome</html>', { status, headers: { 'content-type': 'text/html' } });

const says = (status: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ errors: [{ status: String(status) }] }), {
    status,
    headers: { 'content-type': 'application/vnd.api+json', ...headers },
  });

const noAnswer = () => new TypeError('Failed to fetch');

async function cut(response: Response) {
  const text = await response.text();
  const { status, headers } = response;
  return status === 204 || status === 304
    ? response
    : new Response(text.slice(0, text.length / 2), { status, headers });
}

async function befallen(
  fault: Fault | undefined,
  { line, caller, call }: { line: Line; caller: Caller; call: () => Promise<Response> },
): Promise<Response> {
  switch (fault) {
    case undefined:
    case 'pass':
      return call();
    case 'hold': {
      const response = await call();
      await heldUp(line, caller);
      return response;
    }
    case 'stall':
      await heldUp(line, caller);
      return call();
    case 'refuse':
      return says(422);
    case 'drop':
      throw noAnswer();
    case 'lose':
      await call();
      throw noAnswer();
    case 'late':
      line.late.push(call);
      throw noAnswer();
    case 'cut':
      return cut(await call());
    case 'gateway':
      await call();
      return page(502);
    case 'too-late':
      await call();
      return says(504);
    case 'busy':
      return says(503);
    case 'limit':
      return says(429, { 'retry-after': '30' });
    case 'broken':
      return says(500);
    case 'page':
      return page(200);
  }
}

/** Whether a call brings a record that somebody made. */
export const isRecordWrite = (address: Parameters<typeof fetch>[0], { method = 'GET' }: RequestInit = {}) =>
  method !== 'GET' && /\/jsonapi\/salestool\/(pack|message|signature)/.test(String(address));

const busyFaults: readonly (Fault | undefined)[] = [
  'gateway',
  'too-late',
  'busy',
  'limit',
  'broken',
  'page',
  'cut',
];

/** @param pace turns of the event loop that a call takes in either direction */
export async function overLine(
  line: Line,
  { pace, caller, isWrite }: { pace: number; caller: Caller; isWrite: boolean },
  call: () => Promise<Response>,
): Promise<Response> {
  underWay.calls += 1;
  try {
    await turns(pace);
    if (line.state === 'down') throw noAnswer();
    if (line.state === 'portal') return page(200);
    if (isWrite && line.refusals > 0) {
      line.refusals -= 1;
      return says(422);
    }
    const fault = line.faults.shift();
    // What is refused where nothing is brought says as little of the host as one that is busy.
    line.wasBusy ||= busyFaults.includes(fault) || (fault === 'refuse' && !isWrite);
    const response = await befallen(fault, { line, caller, call });
    await turns(pace);
    return response;
  } finally {
    underWay.calls -= 1;
  }
}

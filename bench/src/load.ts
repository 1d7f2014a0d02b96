import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from './benchmark.ts';
import type { Served } from './host.ts';

const autocannon = fileURLToPath(import.meta.resolve('autocannon'));

interface Load {
  seconds: number;
  connections: number;
  headers?: Record<string, string>;
}

/** What a server did under load. */
interface Done {
  requestsPerSecond: number;
  bytesPerSecond: number;
  /** Processor time of the server alone: the figure that a busy machine does not change. */
  cpuMicrosecondsPerRequest: number;
  /** Per status code. */
  answers: Map<number, number>;
}

/** Asks for an address as often as it can, from a process of its own. Throws when a call is not answered. */
export async function load(
  server: Served,
  path: string,
  { seconds, connections, headers = {} }: Load,
): Promise<Done> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const cpuBefore = server.cpuSeconds();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      autocannon,
      '--json',
      '-c',
      String(connections),
      '-d',
      String(seconds),
      // A large file may take longer than autocannon is ready to wait.
      '-t',
      '60',
      ...given,
      `${server.url}${path}`,
    ],
    { maxBuffer: 50_000_000 },
  );
  const cpu = server.cpuSeconds() - cpuBefore;
  const result = JSON.parse(stdout);
  if (result.errors > 0) throw new Error(`${result.errors} calls of ${path} were not answered.`);
  const answers = new Map(
    Object.entries(result.statusCodeStats as Record<string, { count: number }>).map(([status, { count }]) => [
      Number(status),
      count,
    ]),
  );
  const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
  return {
    requestsPerSecond: result.requests.average,
    bytesPerSecond: result.throughput.average,
    cpuMicrosecondsPerRequest: (cpu / total) * 1e6,
    answers,
  };
}

const rounds = 3;

interface Side {
  server: Served;
  path: string;
  load: Load;
  /** The only status that counts as an answer. */
  status: number;
}

/** Loads two servers in turns, so that whatever else the machine does meets both; answers the medians. */
export async function inTurns(sides: readonly [Side, Side]) {
  const done: [Done[], Done[]] = [[], []];
  // Warm: compiled code, caches, open connections.
  for (const { server, path, load: each } of sides)
    await load(server, path, { ...each, seconds: each.seconds / 2 });
  for (let round = 0; round < rounds; round++) {
    for (const [index, { server, path, load: each, status }] of sides.entries()) {
      const result = await load(server, path, each);
      if (result.answers.size !== 1 || !result.answers.has(status))
        throw new Error(`${path} answered ${JSON.stringify([...result.answers])} instead of ${status}.`);
      (done[index] as Done[]).push(result);
    }
  }
  const [ours, limit] = done.map((results) => ({
    requestsPerSecond: median(results.map((each) => each.requestsPerSecond)),
    bytesPerSecond: median(results.map((each) => each.bytesPerSecond)),
    cpuMicrosecondsPerRequest: median(results.map((each) => each.cpuMicrosecondsPerRequest)),
  })) as [Omit<Done, 'answers'>, Omit<Done, 'answers'>];
  return { ours, limit };
}

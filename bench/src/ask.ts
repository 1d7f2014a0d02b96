import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Bytes } from './prepared-buffer.ts';

/** One call, the answer's bytes as they came: unlike `fetch`, nothing is decoded. */
export async function ask(
  address: string,
  headers: Record<string, string>,
): Promise<Bytes & { body: Buffer; headers: IncomingMessage['headers'] }> {
  const call = get(address, { headers, agent: false });
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}: ${body}`);
  return {
    body,
    type: answer.headers['content-type'] ?? '',
    encoding: answer.headers['content-encoding'] ?? null,
    headers: answer.headers,
  };
}

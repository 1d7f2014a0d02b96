import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RawRequest {
  method: string;
  /** As it stands on the wire. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

export interface RawAnswer {
  status: number;
  type: string;
  body: string;
}

/** Sends requests to a host without putting their addresses or headers right, as `fetch` would. */
export function rawSender(url: string) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  return {
    send: ({ method, path, headers, body }: RawRequest) =>
      new Promise<RawAnswer>((resolve, reject) => {
        const asked = request({ agent, hostname, port, method, path, headers });
        asked.on('error', reject);
        asked.on('response', (answer) => {
          const type = answer.headers['content-type'] ?? '';
          text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, type, body: read }), reject);
        });
        asked.end(body ?? undefined);
      }),

    /** Bytes as they are on a connection of their own; answers all that came back until the host ended it. */
    async bytes(sent: Buffer): Promise<string> {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.end(sent);
      const read = await text(socket).catch(() => '');
      socket.destroy();
      return read;
    },

    stop: () => agent.destroy(),
  };
}

import { once } from 'node:events';
import { connect } from 'node:net';

interface Posts {
  bodies: readonly string[];
  connections: number;
  headers: Record<string, string>;
}

/**
 * Posts every body to an address, over so many connections at once, each as soon as the one before it is answered. Plain
 * sockets: on a small machine a client of more parts would measure itself. Throws when one is not answered with 204.
 * @returns how long each took in milliseconds, in the order of the answers
 */
export async function postAll(address: string, { bodies, connections, headers }: Posts) {
  const { hostname, port, pathname, host } = new URL(address);
  const head = Object.entries({ host, 'content-type': 'application/json', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const requests = bodies.map(
    (body) => `POST ${pathname} HTTP/1.1\r\n${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const took: number[] = [];
  let next = 0;

  async function work() {
    const socket = connect(Number(port), hostname).setNoDelay();
    await once(socket, 'connect');
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      const at = performance.now();
      socket.write(request);
      let answer = '';
      while (!answer.endsWith('\r\n\r\n')) answer += (await once(socket, 'data'))[0];
      if (!answer.startsWith('HTTP/1.1 204'))
        throw new Error(`A post was answered with ${answer.slice(0, 200)}`);
      took.push(performance.now() - at);
    }
    socket.destroy();
  }

  await Promise.all(Array.from({ length: connections }, work));
  return took;
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A wire to a port of loopback that counts every byte on it, headers included. */
export async function countingWire(port: number) {
  const bytes = { up: 0, down: 0 };
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.on('data', (chunk) => {
      bytes.up += chunk.length;
    });
    far.on('data', (chunk) => {
      bytes.down += chunk.length;
    });
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes,
    close: () => void server.close(),
  };
}

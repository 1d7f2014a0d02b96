import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a TCP server of our own that can be cut and mended. */
export async function startInterruptedConnection(to: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(to);
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Ends everything under way at once and lets nothing through. */
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

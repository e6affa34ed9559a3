import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection to the database that can break, or hang, between the database and the client. */
export type PostgresLink = {
  connectionString: string;
  /** From now on the database's answers are dropped; it still receives statements. */
  mute(): void;
  /**
   * From now on nothing is passed on in either direction: connections stay open, and new ones are
   * accepted and get no answer.
   */
  freeze(): void;
  /** Passes on what was held up, and everything else again. */
  thaw(): void;
  /** Closes every connection; new ones work again. */
  cut(): void;
  close(): Promise<void>;
};

export async function openPostgresLink(connectionString: string): Promise<PostgresLink> {
  const address = new URL(connectionString);
  const { hostname, port } = address;
  const sockets = new Set<Socket>();
  let isMute = false;
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    far.on('data', (bytes) => {
      if (!isMute) near.write(bytes);
    });
    near.on('data', (bytes) => far.write(bytes));
    if (isFrozen) near.pause();
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    isMute = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    connectionString: address.href,
    mute() {
      isMute = true;
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    cut,
    async close() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}

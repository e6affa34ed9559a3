import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection to the database that can break between the database's answer and the client. */
export type PostgresLink = {
  connectionString: string;
  /** From now on the database's answers are dropped; it still receives statements. */
  mute(): void;
  /** Closes every connection; new ones work again. */
  cut(): void;
  close(): Promise<void>;
};

export async function openPostgresLink(connectionString: string): Promise<PostgresLink> {
  const address = new URL(connectionString);
  const { hostname, port } = address;
  const sockets = new Set<Socket>();
  let isMute = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    far.on('data', (bytes) => {
      if (!isMute) near.write(bytes);
    });
    near.pipe(far);
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
    cut,
    async close() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}

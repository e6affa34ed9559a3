import { createServer } from 'node:net';

/** `preferred` if nothing listens there (0: any port), else another free loopback port. */
export async function findPort(preferred: number): Promise<number> {
  const port = (await listenOnce(preferred)) ?? (await listenOnce(0));
  if (port === undefined) throw new Error('this machine has no free loopback port');
  return port;
}

export async function isPortTaken(port: number): Promise<boolean> {
  return (await listenOnce(port)) === undefined;
}

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : undefined;
      server.close(() => resolve(bound));
    });
  });
}

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };
type Behave = (received: Received, response: ServerResponse) => void;

const answer204: Behave = (_, response) => {
  response.writeHead(204).end();
};

/**
 * An endpoint on this machine that keeps what it gets, and answers 204 unless told otherwise.
 * `port`: any free one unless given.
 */
export async function openReceiver(behave: Behave = answer204, port = 0) {
  const received: Received[] = [];
  const distinctIds = new Set<string>();
  const watchers = new Set<() => void>();
  let answer = behave;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      const one = { path: url, headers, body: Buffer.concat(chunks) };
      received.push(one);
      distinctIds.add(String(headers['x-service-delivery']));
      answer(one, response);
      for (const look of watchers) look();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/hook`,
    received,
    /** The ids of all events that came. */
    distinctIds,
    ids: () => received.map(({ headers }) => String(headers['x-service-delivery'])),
    /** Answers from now on like this. */
    behave(next: Behave) {
      answer = next;
    },
    /** Resolves once what was received fulfils this. */
    async until(isEnough: () => boolean): Promise<void> {
      if (isEnough()) return;
      await new Promise<void>((resolve) => {
        const look = () => {
          if (!isEnough()) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
      });
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** Never answers. */
export const hang: Behave = () => {};

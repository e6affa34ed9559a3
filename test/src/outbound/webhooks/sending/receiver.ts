import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

const FOLDER = 'test/src/outbound/webhooks/sending/certificates';

/** For `*.example.com`, `localhost` and `127.0.0.1`. */
export const CERTIFICATE = readFileSync(`${FOLDER}/cert.pem`, 'utf8');
/** For the same names, until 2021. */
export const EXPIRED_CERTIFICATE = readFileSync(`${FOLDER}/expired.pem`, 'utf8');
export const KEY = readFileSync(`${FOLDER}/key.pem`, 'utf8');

export const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

export type Receiver = {
  port: number;
  /** The whole requests so far, as sent. */
  requests: string[];
  /** The connections that are open, in order; over TLS those below it. */
  connections: ReadonlySet<Socket>;
  /** The address of this machine that each connection came to, in order. */
  connectedTo: string[];
  /** Bytes of all connections so far, without those of TLS. */
  byteCount(): number;
  /** Resolves once there were so many requests, or connections. */
  reached(count: number, of?: 'requests' | 'connectedTo'): Promise<void>;
  /** Resolves once no connection is open, or just so many. */
  empty(): Promise<void>;
  left(count: number): Promise<void>;
  close(): Promise<void>;
};

type ReceiverOptions = {
  tls?: TlsOptions;
  onConnection?: (socket: Socket) => void;
  /** `address:port` to listen on; left out: all addresses, and any port. */
  address?: string;
};

/**
 * A receiver of webhooks on all addresses of this machine. `react` is called with each whole
 * request, or text that is sent.
 */
export async function openReceiver(
  react: string | ((socket: Socket, request: string) => void),
  { tls, onConnection, address = '0.0.0.0:0' }: ReceiverOptions = {},
): Promise<Receiver> {
  const answer = typeof react === 'string' ? (socket: Socket) => socket.write(react) : react;
  const requests: string[] = [];
  const connectedTo: string[] = [];
  const sockets = new Set<Socket>();
  let byteCount = 0;
  let changed = () => {};

  const listen = (socket: Socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      byteCount += chunk.length;
      text += chunk.toString('latin1');
      for (let end = endOfRequest(text); end > 0; end = endOfRequest(text)) {
        const request = text.slice(0, end);
        text = text.slice(end);
        requests.push(request);
        answer(socket, request);
      }
      changed();
    });
    socket.on('error', () => {});
    onConnection?.(socket);
  };
  const server = tls ? createTlsServer(tls, listen) : createServer(listen);
  server.on('tlsClientError', () => {});
  server.on('connection', (socket: Socket) => {
    connectedTo.push(socket.localAddress ?? '');
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      changed();
    });
    changed();
  });
  const [host = '', port] = address.split(':');
  server.listen(Number(port), host);
  await once(server, 'listening');

  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      changed = resolve;
      await promise;
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connectedTo,
    connections: sockets,
    byteCount: () => byteCount,
    reached: (count, of = 'requests') =>
      until(() => (of === 'requests' ? requests : connectedTo).length >= count),
    empty: () => until(() => sockets.size === 0),
    left: (count) => until(() => sockets.size === count),
    async close() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

/** The length of the first whole request in a text; 0 when there is none yet. */
function endOfRequest(text: string): number {
  const head = text.indexOf('\r\n\r\n') + 4;
  if (head < 4) return 0;
  const length = Number(/^content-length: *(\d+)/im.exec(text.slice(0, head))?.[1] ?? 0);
  return text.length >= head + length ? head + length : 0;
}

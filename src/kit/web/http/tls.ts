import { readFileSync } from 'node:fs';
import type { RequestListener, ServerOptions } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';

/** The first byte of every TLS handshake; no HTTP request begins with it. */
const TLS_HANDSHAKE = 0x16;

/**
 * An https server for TLS 1.3 that also accepts plaintext connections: such a socket is passed to
 * `onPlaintext` with its bytes unread. A socket that sends nothing is closed after `silenceMsMax`.
 */
export function createTlsServer(
  options: ServerOptions & { certPath: string; keyPath: string; silenceMsMax: number },
  onRequest: RequestListener,
  onPlaintext: (socket: Socket) => void,
): Server {
  const server = createServer(
    {
      ...options,
      cert: readFileSync(options.certPath),
      key: readFileSync(options.keyPath),
      minVersion: 'TLSv1.3',
      handshakeTimeout: options.silenceMsMax,
    },
    onRequest,
  );
  const startTls = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    socket.setTimeout(options.silenceMsMax, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      if (first[0] !== TLS_HANDSHAKE) return onPlaintext(socket);
      socket.setTimeout(0).removeAllListeners('timeout');
      for (const listener of startTls) listener.call(server, socket);
    });
  });
  return server;
}

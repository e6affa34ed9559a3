import { readFileSync } from 'node:fs';
import type { RequestListener, ServerOptions } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';

/** First byte of every TLS handshake, and of no HTTP request. */
const TLS_HANDSHAKE = 0x16;

/**
 * An https server of TLS 1.3 whose port also hears plaintext: such a socket is handed to
 * `onPlaintext` with its bytes unread. A socket that says nothing is closed after `silenceMsMax`.
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

import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

// Receives deliveries over HTTPS and answers 204; a path that begins with /hang gets no answer. On
// request it says when the first byte of each delivery came, and forgets them.
const certificate = new URL('../../test/api/certificate/', import.meta.url);
const cert = readFileSync(new URL('cert.pem', certificate));
const key = readFileSync(new URL('key.pem', certificate));

type Received = { eventId: string; at: number };
let received: Received[] = [];

const server = createServer({ cert, key, keepAlive: true }, (req, res) => {
  const eventId = String(req.headers['x-service-delivery'] ?? '');
  const at = performance.timeOrigin + performance.now();
  if (req.url?.startsWith('/hang')) return;
  received.push({ eventId, at });
  req.resume();
  req.once('end', () => res.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', (wish: 'count' | 'take') => {
  process.send?.(wish === 'count' ? { count: received.length } : { received });
  if (wish === 'take') received = [];
});
process.on('disconnect', () => {
  server.close();
  server.closeAllConnections();
});

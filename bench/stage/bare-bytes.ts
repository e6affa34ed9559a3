import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';

// The cost of sending bytes and nothing else: this server answers every request with the bytes that
// an address has returned.
const [address = '', key = '', coding = 'gzip'] = process.argv.slice(2);
const answer = await request(address, {
  headers: { authorization: `Bearer ${key}`, 'accept-encoding': coding },
});
const bytes = Buffer.from(await answer.body.arrayBuffer());
const headers = { 'Content-Type': 'application/geo+json', 'Content-Encoding': coding };
const server = createServer((_req, res) => {
  res.writeHead(200, { ...headers, 'Content-Length': bytes.length }).end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => {
  server.close();
  server.closeAllConnections();
});

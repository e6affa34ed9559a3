import { once } from 'node:events';
import { connect } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { readEventBytes } from '../../../../api/webhooks/stripe/read-event-bytes.ts';

test('a body that does not arrive in time is refused with 408', async () => {
  const refused = Promise.withResolvers<unknown>();
  const app = express().post('/', (req, res) => {
    readEventBytes(req, res, 1).catch(refused.resolve);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as { port: number }).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345');
  expect(await refused.promise).toMatchObject({ status: 408, headers: { Connection: 'close' } });
  socket.destroy();
  server.closeAllConnections();
  server.close();
});

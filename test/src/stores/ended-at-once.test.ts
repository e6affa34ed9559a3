import { type AddressInfo, createServer } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../src/stores/postgres.ts';

const log = pino({ level: 'silent' });

/** A message of the PostgreSQL protocol: its type, its length, its content. */
function message(type: string, content: string | Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content)]);
}

test('a connection that the server ends as soon as it is open fails its call and nothing else', async () => {
  const server = createServer((socket) => {
    socket.once('data', () =>
      socket.end(
        Buffer.concat([
          message('R', Buffer.alloc(4)),
          message('Z', 'I'),
          message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'),
        ]),
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const db = openPostgres({
    connectionString: `postgresql://nobody@127.0.0.1:${port}/none`,
    poolSize: 1,
    name: 'test',
    log,
  });
  onTestFinished(async () => {
    await db.close();
    server.close();
  });
  // An error that nobody listens for would fail this file.
  await expect(db.query('horizon_find')).rejects.toThrow();
  await expect(db.query('horizon_find')).rejects.toThrow();
});

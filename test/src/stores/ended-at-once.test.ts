import { execFileSync } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../src/stores/postgres.ts';
import { openQueue } from '../../../src/stores/queue.ts';
import { openTestDatabase } from '../../stage/database.ts';

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

/** Ends all connections of the queue while this process does nothing, and so sees nothing of it. */
function endQueueUnseen(connectionString: string): void {
  const script = `
    import pg from 'pg';
    const client = new pg.Client(${JSON.stringify(connectionString)});
    await client.connect();
    const { rowCount } = await client.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity" +
      " where datname = current_database() and application_name = 'hexlot queue'");
    console.log(rowCount);
    await client.end();`;
  const ended = execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
  expect(Number(ended)).toBeGreaterThanOrEqual(2);
}

test('a queue whose connections the server ends while it stops does not end its process', async () => {
  const database = await openTestDatabase();
  onTestFinished(database.drop);
  const { connectionString } = database.pipelines;
  const queue = await openQueue({ connectionString, log });
  const listening = `select from pg_stat_activity where datname = current_database()
    and application_name = 'hexlot queue' and query ilike 'listen%'`;
  await expect.poll(() => database.sql(listening)).toHaveLength(1);
  endQueueUnseen(database.connectionString);
  // An error that nobody listens for would fail this file.
  await queue.stop();
});

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../../src/kit/embedded-postgres/embedded-postgres.ts';

const log = pino({ level: 'silent' });
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hexlot-stuck-'));
  await chmod(home, 0o711);
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

test('a server with a process that does not react is stopped all the same, and loses nothing', async () => {
  const dataDir = join(home, 'data');
  const server = await startEmbeddedPostgres({ dataDir, log });
  const client = await connect(server.connectionString);
  await client.query('create table kept as select 42 as answer');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  process.kill(rows[0]?.pid ?? 0, 'SIGSTOP');
  await server.stop();

  const next = await startEmbeddedPostgres({ dataDir, log });
  const reader = await connect(next.connectionString);
  expect((await reader.query('select answer from kept')).rows).toEqual([{ answer: 42 }]);
  await reader.end();
  await next.stop();
});

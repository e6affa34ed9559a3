import { chmod, mkdtemp, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/kit/embedded-postgres/embedded-postgres.ts';
import { boundServerLogs } from '../../../src/kit/embedded-postgres/server.ts';

const REFUSALS = 1_000;
const POLL = { interval: 50, timeout: 30_000 };

let home: string;
let servers: EmbeddedPostgres[];
const lines: string[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hexlot-revival-'));
  await chmod(home, 0o711);
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const start = () => startEmbeddedPostgres({ dataDir: join(home, 'data'), log });
  // Several processes that share it on one machine.
  servers = await Promise.all([start(), start(), start()]);
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await rm(home, { recursive: true, force: true });
});

async function query<Row extends object>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: servers[0]?.connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

function fileOf(...names: string[]): string {
  return join(servers[0]?.clusterDir ?? '', ...names);
}

async function postmaster(): Promise<number> {
  return Number.parseInt(await readFile(fileOf('postmaster.pid'), 'utf8'), 10);
}

const isUp = () =>
  query<{ one: number }>('select 1 as one').then(
    ([row]) => row?.one === 1,
    () => false,
  );
const leaseCount = async () =>
  (await query(`select from pg_stat_activity where application_name = 'hexlot lease'`)).length;

test.each(['SIGKILL', 'SIGQUIT', 'SIGINT'] as const)(
  'a server that dies by %s is started again where it was, once, and stays shared by all',
  async (signal) => {
    await query(`create table if not exists kept as select 42 as answer`);
    const before = await postmaster();
    process.kill(before, signal);
    await expect
      .poll(async () => (await isUp()) && (await leaseCount()), POLL)
      .toBe(servers.length);
    expect(await postmaster()).not.toBe(before);
    expect(await query('select answer from kept')).toEqual([{ answer: 42 }]);
    expect(lines.join('')).toContain('restarting it');
  },
);

test('refused statements neither fill the log nor are quoted in it', async () => {
  await query('create table plates (plate text primary key)');
  await query(`insert into plates values ('SECRET 1')`);
  const size = async () => (await readLog()).length;
  const before = await size();
  const client = new pg.Client({ connectionString: servers[0]?.connectionString });
  await client.connect();
  for (let i = 0; i < REFUSALS; i++)
    await expect(client.query(`insert into plates values ('SECRET 1')`)).rejects.toThrow('plates');
  await expect(client.query(`select 'SECRET 1'::uuid`)).rejects.toThrow('uuid');
  await client.end();
  expect((await size()) - before).toBeLessThan(REFUSALS);
  expect(await readLog()).not.toContain('SECRET');
});

test('a log that outgrows its size is emptied', async () => {
  const path = fileOf('start.log');
  await truncate(path, 5 * 2 ** 20);
  await boundServerLogs(fileOf());
  expect((await stat(path)).size).toBe(0);
});

async function readLog(): Promise<string> {
  const current = await readFile(fileOf('current_logfiles'), 'utf8');
  return readFile(fileOf(current.trim().split(' ')[1] ?? ''), 'utf8');
}

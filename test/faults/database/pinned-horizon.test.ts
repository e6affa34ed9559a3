import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPipelines } from '../../../pipelines/worker.ts';
import { readConfig } from '../../../src/config.ts';
import { openServices } from '../../../src/services/open-services.ts';
import { openQueue, type Queue } from '../../../src/stores/queue.ts';
import { startTestApi, type TestApi } from '../../api/client.ts';
import { openParking, type Parking } from '../../stage/parking.ts';
import { isFull } from '../../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';

// Fault 6: one transaction stays open, so that nothing written since its start can be cleaned up or
// drained, while stays, holds and the queue go on.

const OPEN_MS = isFull ? 600_000 : 15_000;
/** Stays per second during the whole test, on all lots in turn. */
const STAYS_PER_SECOND = 10;
const LOTS = 20;
/** Share of the usual throughput that must remain in the last fifth of the time. */
const THROUGHPUT_SHARE_MIN = 0.3;
const SPRINT_STAYS = 40;
/** Growth of the whole database for one stay that begins and ends. */
const BYTES_PER_STAY_MAX = 20_000;
const QUEUE_BYTES_MAX = 64 * 1024 ** 2;
const ANSWER_MS_MAX = 20_000;
const HOLDER = 'forgotten session';
const log = pino({ level: 'silent' });

let api: TestApi;
let parking: Parking;
let warehouse: TestWarehouse;
let queue: Queue;
let role: { stop(): Promise<void> };
let lotIds: string[];

beforeAll(async () => {
  api = await startTestApi();
  parking = await openParking(api.database);
  lotIds = await Promise.all(Array.from({ length: LOTS }, () => parking.addLot()));
  warehouse = await openTestWarehouse(api.database);
  const path = join(warehouse.path, '..', 'role.duckdb');
  const config = readConfig({ HEXLOT_WAREHOUSE_URL: path, HEXLOT_REFRESH_SECONDS: '1' });
  role = await runPipelines(await openServices({ config, db: api.database.pipelines, log }));
  queue = await openQueue({ connectionString: api.database.pipelines.connectionString, log });
});
afterAll(async () => {
  await queue.stop();
  await role.stop();
  await warehouse.close();
  await api.stop();
});

let stayCount = 0;
async function parkAndEnd(): Promise<void> {
  const lotId = lotIds[stayCount++ % LOTS] ?? '';
  await parking.end(await parking.park(lotId));
}

/** Stays per second without pauses between them. */
async function throughput(): Promise<number> {
  const from = performance.now();
  for (let i = 0; i < SPRINT_STAYS; i++) await parkAndEnd();
  return (SPRINT_STAYS * 1_000) / (performance.now() - from);
}

/** Bytes of all tables of a schema, with their indexes. */
async function bytesOf(schema: 'public' | 'pgboss'): Promise<number> {
  const [row] = await api.database.sql<{ bytes: number }>(
    `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
     where relkind = 'r' and relnamespace = $1::regnamespace`,
    [schema],
  );
  return row?.bytes ?? 0;
}

/** Whether the marts include everything up to this instant. */
async function contains(at: string): Promise<boolean> {
  const [row] = await api.database.sql<{ is_in: boolean }>(
    'select as_of > $1::timestamptz as is_in from marts.publication',
    [at],
  );
  return row?.is_in ?? false;
}

const marts = async () => (await api.request('GET', '/api/v1/health')).body.checks.marts;

test(`during a transaction of ${OPEN_MS / 1_000} s stays and the queue go on, and health names it`, async () => {
  const usual = await throughput();
  await queue.ask('refresh', ANSWER_MS_MAX);
  const before = { stayCount, bytes: await bytesOf('public') };

  const holder = new pg.Client({
    connectionString: api.database.connectionString,
    application_name: HOLDER,
  });
  await holder.connect();
  await holder.query('begin isolation level repeatable read');
  // With this row, the open transaction keeps dead rows and holds the horizon of drains back.
  await holder.query(
    `insert into audit_log (actor_type, actor_id, livemode, action, entity_id, diff)
     values ('system', 'test', true, 'lots.searched', 'late', '{"found_count": 0}')`,
  );

  const [begun] = await api.database.sql<{ at: string }>('select clock_timestamp()::text as at');
  const begunAt = begun?.at ?? '';
  const until = performance.now() + OPEN_MS;
  let asked = 0;
  while (performance.now() < until) {
    const second = performance.now() + 1_000;
    for (let i = 0; i < STAYS_PER_SECOND; i++) await parkAndEnd();
    await queue.ask('refresh', ANSWER_MS_MAX);
    asked += 1;
    await sleep(Math.max(0, second - performance.now()));
  }
  expect(asked).toBeGreaterThan(0);
  expect((await throughput()) / usual).toBeGreaterThan(THROUGHPUT_SHARE_MIN);

  const grown = (await bytesOf('public')) - before.bytes;
  expect(grown / (stayCount - before.stayCount)).toBeLessThan(BYTES_PER_STAY_MAX);
  expect(await bytesOf('pgboss')).toBeLessThan(QUEUE_BYTES_MAX);

  expect(await contains(begunAt)).toBe(false);
  // Health warns only after five minutes, which is longer than the short test.
  if (isFull)
    expect(await marts()).toMatchObject({
      status: 'warn',
      held_back_by: { application: HOLDER },
    });

  await holder.query('commit');
  await holder.end();
  await api.database.passHorizon();
  await queue.ask('refresh', ANSWER_MS_MAX);
  expect(await contains(begunAt)).toBe(true);
  expect(await marts()).toMatchObject({ status: 'pass' });
});

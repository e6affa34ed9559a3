import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RefreshResult } from '../../pipelines/run-steps.ts';
import { runPipelines } from '../../pipelines/worker.ts';
import { readConfig } from '../../src/config.ts';
import { openServices } from '../../src/services/open-services.ts';
import { openQueue, type Queue } from '../../src/stores/queue.ts';
import { PIPELINES_LOCK } from '../../src/stores/warehouse/find-status.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { randomFrom, seedOfRun } from '../stage/random.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import { addStay } from './stage/parking.ts';
import { addWorld, expectSameMarts, nothingMore } from './stage/world.ts';

const ANSWER_MS_MAX = 120_000;
const POLL_MS = 20;
const log = pino({ level: 'silent' });
type Role = Awaited<ReturnType<typeof runPipelines>>;
/** Stopped at the end, where a test has not done that. */
const running: { stop(): Promise<void> }[] = [];

let database: TestDatabase;
let warehouse: TestWarehouse;
let lotIds: string[];

beforeAll(async () => {
  database = await openTestDatabase();
  lotIds = await addWorld(database, randomFrom(seedOfRun()), { lots: 3, staysPerLot: 5 });
  warehouse = await openTestWarehouse(database);
});
afterAll(async () => {
  for (const each of running.toReversed()) await each.stop();
  await warehouse.close();
  await database.drop();
});

/** Starts a pipelines role on the warehouse of all tests, or on another file. */
async function startRole(fileName?: string) {
  const path = fileName ? join(warehouse.path, '..', fileName) : warehouse.path;
  const config = readConfig({ HEXLOT_WAREHOUSE_URL: path, HEXLOT_REFRESH_SECONDS: '1' });
  const role = await runPipelines(await openServices({ config, db: database.pipelines, log }));
  running.push(role);
  return role;
}

let serving: Role | undefined;
let asking: Queue | undefined;

/** Starts a role where none serves: the tests share it until one stops it. */
async function serve(): Promise<Role> {
  serving ??= await startRole();
  return serving;
}

/** A queue by which the role can be asked. */
async function openAsking(): Promise<Queue> {
  if (asking === undefined) {
    asking = await openQueue({ connectionString: database.pipelines.connectionString, log });
    running.push(asking);
  }
  return asking;
}

async function stop(role: Role): Promise<void> {
  await role.stop();
  running.splice(running.indexOf(role), 1);
  serving = undefined;
}

/** Asks the database again and again until `statement` is true. */
async function until(statement: string, values: unknown[] = []): Promise<void> {
  for (;;) {
    const [row] = await database.sql<{ done: boolean }>(`select (${statement}) as done`, values);
    if (row?.done) return;
    // Polling without a pause would slow down the role that is waited for.
    await sleep(POLL_MS);
  }
}

const published = () => until('exists (select from marts.publication)');
const everythingPublished = () =>
  until(`(select watermark_id from marts.publication) = (select max(audit_id) from audit_log)`);

test('the role publishes repeatedly without being asked', async () => {
  await database.sql('delete from marts.publication');
  await serve();
  await published();
  for (let i = 0; i < 2; i++) {
    await addStay(database, { lotId: lotIds[i] ?? '', endedAt: new Date() });
    await everythingPublished();
  }
});

test('a role whose connections are all ended connects again and continues', async () => {
  await serve();
  await everythingPublished();
  await database.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name like 'hexlot%'`,
  );
  await addStay(database, { lotId: lotIds[0] ?? '', endedAt: new Date() });
  await everythingPublished();
});

test('a refresh and a rebuild run when asked for, and return what they did', async () => {
  await serve();
  const queue = await openAsking();
  await addStay(database, { lotId: lotIds[0] ?? '', endedAt: new Date() });
  await database.passHorizon();
  const refresh = async () => {
    const refreshed = await queue.ask<RefreshResult>('refresh', ANSWER_MS_MAX);
    expect(refreshed.steps.map(({ name }) => name)).toContain('publish-marts');
  };
  const rebuild = async () => {
    const rebuilt = await queue.ask<RefreshResult>('rebuild', ANSWER_MS_MAX);
    const drained = rebuilt.steps.find(({ name }) => name === 'drain-audit');
    const [audit] = await database.sql<{ rows: number }>(
      'select count(*)::integer as rows from audit_log',
    );
    expect(drained?.rows).toBe(audit?.rows);
  };
  await expectSameMarts(database, nothingMore, rebuild, refresh);
});

test('rows that have reached their maximum age are deleted, and no younger ones', async () => {
  await serve();
  const queue = await openAsking();
  await database.sql(
    `insert into search_callers (search_id, at, caller, latitude, longitude)
     values (-1, now() - interval '24 hours 1 minute', gen_random_uuid(), 1, 1),
       (-2, now() - interval '23 hours', gen_random_uuid(), 1, 1)`,
  );
  await database.sql(
    `insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response,
       created_at)
     select key_id, 'op', hours::text, '', 200, '{}', now() - hours * interval '1 hour'
     from (select key_id from api_keys limit 1) as one, unnest(array[23, 25]) as hours`,
  );
  await database.sql(
    `insert into purchases (key_id, operation, question_sha256, bought_at)
     select 'key', hours::text, sha256(''), now() - hours * interval '1 hour'
     from unnest(array[23, 25]) as hours`,
  );
  // The timetable may run the same job at this moment, and then that run removes the row.
  for (const job of ['forget-searches', 'forget-idempotency', 'forget-purchases']) {
    const { rows } = await queue.ask<{ rows: number }>(job, ANSWER_MS_MAX);
    expect([0, 1]).toContain(rows);
  }
  expect(await database.sql('select search_id from search_callers')).toEqual([{ search_id: -2 }]);
  expect(await database.sql('select idempotency_key as key from idempotency')).toEqual([
    { key: '23' },
  ]);
  expect(await database.sql('select operation from purchases')).toEqual([{ operation: '23' }]);
});

test('months of usage that are over are closed when the job runs', async () => {
  await serve();
  const queue = await openAsking();
  await database.sql("update operators set created_at = created_at - interval '1 month'");
  await queue.ask('close-usage', ANSWER_MS_MAX);
  const [row] = await database.sql<{ open_count: number }>(
    `select count(*)::integer as open_count from operators
     left join closed_usage_months using (operator_id) where closed_at is null`,
  );
  expect(row?.open_count).toBe(0);
});

test('after a stop the lock is free, the file is closed, and another process may open it', async () => {
  const role = await serve();
  await addStay(database, { lotId: lotIds[0] ?? '', endedAt: new Date() });
  await everythingPublished();
  await stop(role);
  const lock = await database.pipelines.tryLock(PIPELINES_LOCK);
  expect(lock).toBeDefined();
  await lock?.release();
  expect(await warehouse.rows('select count(*) > 0 as has from fct_stays')).toEqual([
    { has: true },
  ]);
});

test('a second role waits until the first has ended, then serves', async () => {
  const first = await serve();
  await startRole('other.duckdb');
  expect(await database.pipelines.tryLock(PIPELINES_LOCK)).toBeUndefined();
  await everythingPublished();
  await stop(first);
  await addStay(database, { lotId: lotIds[0] ?? '', endedAt: new Date() });
  await everythingPublished();
});

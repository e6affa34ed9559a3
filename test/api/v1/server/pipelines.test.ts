import { afterAll, beforeAll, expect, test } from 'vitest';
import { PIPELINES_LOCK } from '../../../../src/stores/warehouse/find-status.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../stage/warehouse.ts';
import { openServer, type Server } from './stage.ts';

let server: Server;
let warehouse: TestWarehouse;
beforeAll(async () => {
  server = await openServer();
  warehouse = await openTestWarehouse(server.api.database);
});
afterAll(async () => {
  await warehouse.close();
  await server.api.stop();
});

async function ask() {
  const { status, body, text } = await server.get('pipelines');
  expect(status, text).toBe(200);
  return body.pipelines;
}

test('before the first refresh nothing is known, and nothing is made up', async () => {
  expect(await ask()).toMatchObject({
    ...{ is_running: false, succeeded_at: null, duration_ms: null, failed_at: null, failures: 0 },
    ...{ next_at: null, steps: [], failing: [], sources: [], queue: [], damaged_files: [] },
    ...{ marts: { age_s: null }, warehouse: { rows: null, bytes: null } },
    quarantine: { is_too_large: false, facts: [], oldest: [] },
  });
});

test('after a refresh it says of each step and source what was done', async () => {
  await warehouse.refresh();
  const found = await ask();
  expect(found.steps.map(({ step }: { step: string }) => step)).toEqual(
    expect.arrayContaining(['drain-searches', 'build-facts', 'publish-marts']),
  );
  expect(found.steps[0]).toEqual({
    step: expect.any(String),
    rows: expect.any(Number),
    ms: expect.any(Number),
  });
  expect(found.sources).toContainEqual({
    source: 'search_log',
    read_until: expect.stringMatching(/Z$/),
    age_s: expect.any(Number),
  });
  expect(found.marts).toMatchObject({ status: 'pass' });
  expect(found).toMatchObject({ is_running: false, next_at: null });
});

test('the next refresh is expected after the last, while pipelines run', async () => {
  const lock = await server.api.database.pipelines.tryLock(PIPELINES_LOCK);
  const { is_running, succeeded_at, next_at } = await ask();
  await lock?.release();
  expect(is_running).toBe(true);
  const { refreshSeconds } = server.api.app.config;
  expect(Date.parse(next_at) - Date.parse(succeeded_at)).toBe(refreshSeconds * 1_000);
});

test('a step that fails is named, with why and since when', async () => {
  await warehouse
    .refresh((point) => {
      if (point === 'build-marts begins') throw new Error('the disk is full');
    })
    .catch(() => undefined);
  const { failures, failing, failed_at: failedAt } = await ask();
  expect(failures).toBe(1);
  expect(failedAt).toMatch(/Z$/);
  expect(failing).toEqual([
    { step: 'build-marts', since: expect.any(String), failures: 1, reason: 'the disk is full' },
  ]);
  await warehouse.refresh();
  expect(await ask()).toMatchObject({ failures: 0, failing: [] });
});

test('rows that cannot be read are named by position and reason, without values', async () => {
  const { sql } = server.api.database;
  await sql(
    `insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
     values ('system', 'test', $1, true, 'session.created', 'ses_1',
       '{"after": {"plate": "AB12"}}')`,
    [server.ownerOperatorId],
  );
  await warehouse.refresh();
  const { quarantine } = await ask();
  expect(quarantine.facts).toEqual([
    expect.objectContaining({ source: 'audit_log', rows: 1, fact: expect.stringMatching(/^fct_/) }),
  ]);
  expect(quarantine.oldest).toEqual([
    {
      ...{ source: 'audit_log', kind: 'session.created', reason: expect.any(String) },
      ...{ position: expect.stringMatching(/^\d+\/\d+$/), since: expect.stringMatching(/Z$/) },
    },
  ]);
  expect(JSON.stringify(quarantine)).not.toContain('AB12');
  // No row of the audit log can go; this one would break its shape at the end.
  await sql(
    `set session_replication_role = replica;
     delete from audit_log where entity_id = 'ses_1';
     set session_replication_role = origin`,
  );
});

test('which rows these are is unknown until a refresh of this version has said so', async () => {
  const { sql } = server.api.database;
  await sql(`update refresh_status set quarantine = quarantine - 'oldest'`);
  expect((await ask()).quarantine.oldest).toBeNull();
});

test('what holds the drains back is named', async () => {
  const { sql } = server.api.database;
  await sql(`update marts.publication set as_of = now() - interval '16 minutes'`);
  // This function stands in for a transaction that has been open for so long.
  await sql(
    `create or replace function oldest_writer() returns table (transaction text,
       started_at timestamptz, process_id integer, application text, database text)
     language sql stable as $$
       select '777', now() - interval '16 minutes', 42, 'psql', 'hexlot'
     $$`,
  );
  expect((await ask()).marts).toMatchObject({
    ...{ status: 'warn', age_s: 960, held_back_by: { transaction: '777', application: 'psql' } },
  });
});

test('jobs that fail, and files that are damaged, are listed', async () => {
  const { sql } = server.api.database;
  await sql(
    `insert into setbacks (job, entity_id, livemode, retry_at)
     values ('settle-refunds', 're_1', true, null)`,
  );
  await sql(
    `insert into archive_files (source, first_batch, last_batch, first_tx, first_id, last_tx,
       last_id, row_count, file_name, byte_count, sha256, damage)
     values ('search_log', 1, 1, '3', 1, '3', 3, 3, 'x.parquet', 4, repeat('0', 64), 'missing')`,
  );
  const { jobs, damaged_files: damaged } = await ask();
  expect(jobs.failing).toEqual([{ job: 'settle-refunds', retrying: 0, given_up: 1 }]);
  expect(damaged).toEqual([
    { file: 'x.parquet', source: 'search_log', rows: 3, damage: 'missing' },
  ]);
});

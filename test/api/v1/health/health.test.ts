import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Postgres } from '../../../../src/stores/postgres.ts';
import { startTestApi, type TestApi } from '../../client.ts';

const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };
const HEALTH = '/api/v1/health';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());

async function publish(age: string): Promise<void> {
  await api.database.sql('delete from marts.publication');
  await api.database.sql(
    `insert into marts.publication (publication_id, watermark_tx, watermark_id, as_of)
     values ('test', '0', 0, now() - $1::interval)`,
    [age],
  );
}

test('before the first publication it warns, and still answers 200', async () => {
  clock.ms += 90_500;
  const { status, body } = await api.request('GET', HEALTH);
  expect(status).toBe(200);
  expect(body).toEqual({
    status: 'warn',
    version: '1.4.1',
    uptime_s: 90,
    checks: {
      database: { status: 'pass', state: 'up' },
      jobs: { status: 'pass', retrying: 0, given_up: 0, failing: [] },
      marts: { status: 'warn', age_s: null },
      pipelines: {
        status: 'pass',
        last_refresh: null,
        failed_at: null,
        failures: 0,
        failing: [],
        warehouse: { rows: 0, bytes: 0 },
        quarantine: { rows: 0, since: null, sources: [], is_too_large: false, look: null },
        archive: { files: 0, rows: 0, bytes: 0, damaged: 0 },
        search_days: expect.any(Number),
      },
      reconciliation: {
        status: 'unknown',
        compared_at: null,
        open: 0,
        oldest_day: null,
        look: null,
      },
      webhooks: { status: 'pass', overdue_s: 0, paused: 0 },
    },
  });
});

test('with fresh marts it passes, with old ones it warns', async () => {
  await publish('5 seconds');
  expect((await api.request('GET', HEALTH)).body.status).toBe('pass');
  await publish('16 minutes');
  const { status, body } = await api.request('GET', HEALTH);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'warn', checks: { marts: { status: 'warn', age_s: 960 } } });
});

test('with old marts it names a transaction that is open as long, not a younger one', async () => {
  const { sql } = api.database;
  await publish('16 minutes');
  for (const [age, isNamed] of [
    ['16 minutes', true],
    ['1 second', false],
  ] as const) {
    // This function stands in for a transaction that has been open for so long.
    await sql(
      `create or replace function oldest_writer() returns table (transaction text,
         started_at timestamptz, process_id integer, application text, database text)
       language sql stable as $$
         select '777', now() - interval '${age}', 42, 'psql', 'hexlot'
       $$`,
    );
    const { marts } = (await api.request('GET', HEALTH)).body.checks;
    if (!isNamed) expect(marts).not.toHaveProperty('held_back_by');
    else
      expect(marts.held_back_by).toEqual({
        transaction: '777',
        started_at: expect.stringMatching(/Z$/),
        process_id: 42,
        application: 'psql',
        database: 'hexlot',
      });
  }
});

test('it warns about live rows that a job cannot process, and counts them', async () => {
  await publish('5 seconds');
  await api.database.sql(
    `insert into setbacks (job, entity_id, livemode, retry_at)
     values ('settle-refunds', 're_1', true, now()), ('settle-refunds', 're_2', true, null),
       ('expire-sessions', 'ses_1', true, now() + interval '1 hour'),
       ('expire-sessions', 'ses_2', false, null)`,
  );
  const { status, body } = await api.request('GET', HEALTH);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'warn',
    checks: {
      jobs: {
        status: 'warn',
        retrying: 2,
        given_up: 1,
        failing: [
          { job: 'expire-sessions', retrying: 1, given_up: 0 },
          { job: 'settle-refunds', retrying: 1, given_up: 1 },
        ],
      },
    },
  });
  await api.database.sql('delete from setbacks');
  expect((await api.request('GET', HEALTH)).body.status).toBe('pass');
});

test('it warns about rows that could not be read, and says that too many stop the publication', async () => {
  const { sql } = api.database;
  await publish('5 seconds');
  const facts = [
    { source: 'audit_log', fact: 'fct_stays', rows: 2, since: '2026-11-20T11:00:00.000Z' },
    { source: 'audit_log', fact: 'fct_holds', rows: 1, since: '2026-11-20T10:00:00.000Z' },
    { source: 'search_log', fact: 'fct_searches', rows: 4, since: '2026-11-20T11:30:00.000Z' },
  ];
  const note = (is_too_large: boolean, some: object[]) =>
    sql('update refresh_status set quarantine = $1', [
      JSON.stringify({ is_too_large, facts: some }),
    ]);
  await note(false, facts);
  const { status, body } = await api.request('GET', HEALTH);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'warn', checks: { pipelines: { status: 'warn' } } });
  expect(body.checks.pipelines.quarantine).toEqual({
    ...{ rows: 7, since: '2026-11-20T10:00:00.000Z' },
    sources: [
      { source: 'audit_log', rows: 3, since: '2026-11-20T10:00:00.000Z' },
      { source: 'search_log', rows: 4, since: '2026-11-20T11:30:00.000Z' },
    ],
    ...{ is_too_large: false, look: 'hexlot quarantine list' },
  });
  await note(true, facts);
  const { body: worse } = await api.request('GET', HEALTH);
  expect(worse).toMatchObject({ status: 'warn', checks: { pipelines: { status: 'fail' } } });
  await note(false, []);
  expect((await api.request('GET', HEALTH)).body.status).toBe('pass');
});

test('it tells how the last refresh went, and warns about failures in a row and damaged files', async () => {
  const { sql } = api.database;
  await publish('5 seconds');
  await sql(
    `update refresh_status set succeeded_at = '2026-11-20T11:59:00Z', duration_ms = 1200,
       steps = '[{"name": "drain-audit", "rows": 3, "ms": 1}, {"name": "drain-searches", "rows": 4,
         "ms": 1}, {"name": "roll-up", "rows": 9, "ms": 1}]',
       warehouse_rows = 500, warehouse_bytes = 70000, failure = 'a secret', failure_count = 2,
       failed_at = '2026-11-20T11:58:00Z', failing = '[{"name": "fct_holds",
         "since": "2026-11-20T11:50:00+00:00", "failed_at": "2026-11-20T11:58:00+00:00",
         "failure_count": 2, "reason": "Out of Memory Error: failed"}]'`,
  );
  await sql(
    `insert into archive_files (source, first_batch, last_batch, first_tx, first_id, last_tx,
       last_id, row_count, file_name, byte_count, sha256)
     values ('search_log', 1, 1, '1', 1, '2', 2, 20, 'one', 300, repeat('0', 64))`,
  );
  const healthy = (await api.request('GET', HEALTH)).body;
  expect(healthy.status).toBe('pass');
  expect(JSON.stringify(healthy)).not.toContain('secret');
  expect(healthy.checks.pipelines).toEqual({
    status: 'pass',
    last_refresh: { at: '2026-11-20T11:59:00.000Z', ms: 1200, rows: 7 },
    failed_at: '2026-11-20T11:58:00.000Z',
    failures: 2,
    failing: [
      {
        step: 'fct_holds',
        since: '2026-11-20T11:50:00.000Z',
        failures: 2,
        reason: 'Out of Memory Error: failed',
      },
    ],
    warehouse: { rows: 500, bytes: 70000 },
    quarantine: { rows: 0, since: null, sources: [], is_too_large: false, look: null },
    archive: { files: 1, rows: 20, bytes: 300, damaged: 0 },
    search_days: expect.any(Number),
  });
  const warning = { status: 'warn', checks: { pipelines: { status: 'warn' } } };
  await sql('update refresh_status set failure_count = 3');
  expect((await api.request('GET', HEALTH)).body).toMatchObject(warning);
  await sql('update refresh_status set failure_count = 0');
  await sql(`update archive_files set damage = 'missing'`);
  expect((await api.request('GET', HEALTH)).body).toMatchObject(warning);
  await sql('delete from archive_files');
  expect((await api.request('GET', HEALTH)).body.status).toBe('pass');
});

test.each([
  ['fails', 'restarting', () => Promise.reject(new Error('Connection terminated'))],
  ['hangs', 'away', () => new Promise<never>(() => {})],
])('a database that %s is 503 fail and not ready, but alive', async (_, state, query) => {
  const db: Postgres = { ...api.app.db, query };
  const sick = await startTestApi({ clock, app: { db } });
  // Both at once, because each waits for the database as long as it may.
  const [health, ready] = await Promise.all([
    sick.request('GET', HEALTH),
    sick.request('GET', `${HEALTH}/ready`),
  ]);
  expect(health.status).toBe(503);
  expect(health.body).toMatchObject({
    status: 'fail',
    checks: { database: { status: 'fail', state }, marts: { status: 'warn', age_s: null } },
  });
  expect(ready.status).toBe(503);
  expect((await sick.request('GET', `${HEALTH}/live`)).body).toEqual({ status: 'pass' });
  await sick.stop();
});

test('with a database it is ready and alive', async () => {
  expect((await api.request('GET', `${HEALTH}/ready`)).status).toBe(200);
  expect((await api.request('GET', `${HEALTH}/live`)).status).toBe(200);
});

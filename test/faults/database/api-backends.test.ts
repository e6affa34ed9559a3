import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import type { ApiProcess } from '../processes/api-process.ts';
import { HELD_CALLS, POINTS, sendAndHold } from '../sessions/session-points.ts';
import { openSessionStage, POLL, type SessionStage } from '../sessions/session-stage.ts';
import { openPostgresLink, type PostgresLink } from './postgres-link.ts';

const LOSSES_UNDER_LOAD = isFull ? 40 : 5;
/** At most this many requests and answers before the backends are lost. */
const BEATS_MAX = 200;
/** With this many requests and answers in a row without a failure, the service works again. */
const CALM_BEATS = 200;
const RECOVERY_MS_MAX = 5_000;

const seed = seedOfRun();
const random = randomFrom(seed);
let stage: SessionStage;
beforeAll(async () => {
  stage = await openSessionStage(random);
});
afterAll(() => stage.close());

test(`the service outlives all its backends, ${LOSSES_UNDER_LOAD} times under load (seed ${seed})`, async () => {
  const { load } = stage;
  const { ledger } = load;
  const api = await stage.runningApi();
  for (let loss = 0; loss < LOSSES_UNDER_LOAD; loss++) {
    const lastBeat = Math.floor(random() * BEATS_MAX);
    let beat = 0;
    let lostAtMs: number | undefined;
    let { failedCount } = ledger;
    let failedAtMs = 0;
    let calmBeats = 0;
    const lose = async () => {
      expect(await stage.terminateBackends()).toBeGreaterThan(0);
      lostAtMs = performance.now();
    };
    await load.run(api, {
      onBeat() {
        if (beat++ === lastBeat) void lose();
        calmBeats = lostAtMs === undefined ? 0 : calmBeats + 1;
        if (ledger.failedCount === failedCount) return;
        failedCount = ledger.failedCount;
        failedAtMs = performance.now();
        calmBeats = 0;
      },
      isEnough: () => calmBeats >= CALM_BEATS,
    });
    expect(failedAtMs - (lostAtMs ?? 0)).toBeLessThan(RECOVERY_MS_MAX);
    await stage.expectNoFaults();
  }
  await load.settle(api);
  await stage.expectNoFaults();
  expect(ledger.failedCount).toBeGreaterThan(0);
});

test.each(POINTS)(
  'each $operation that loses its backend at $step fails in the envelope, and is done once',
  async ({ operation, held }) => {
    const { load } = stage;
    const api = await stage.runningApi();
    const failedBefore = load.ledger.failedCount;
    const { sending, release } = await sendAndHold(stage, { operation, held }, api);
    await stage.terminateBackends();
    await sending;
    expect(load.ledger.failedCount - failedBefore).toBe(HELD_CALLS);
    await release();
    await load.settle(api);
    await stage.expectNoFaults();
  },
);

describe('when the connection to the database breaks', () => {
  let link: PostgresLink;
  let api: ApiProcess;
  beforeAll(async () => {
    link = await openPostgresLink(stage.database.connectionString);
    api = await stage.startApi(link.connectionString);
  });
  afterAll(async () => {
    await api.stop();
    await link.close();
  });

  test.each(POINTS)(
    'each $operation whose commit at $step is never confirmed is done once',
    async ({ operation, held }) => {
      const { load } = stage;
      const { sending, release } = await sendAndHold(stage, { operation, held }, api);
      link.mute();
      await release();
      await expect.poll(stage.busyCount, POLL).toBe(0);
      link.cut();
      await sending;
      await load.settle(api);
      await stage.expectNoFaults();
    },
  );
});

test('a transaction that loses its backend between two statements fails, and nothing else', async () => {
  const { db, sql } = stage.database;
  const lock = { keyId: 'none' };
  const transaction = db.transaction(async (connection) => {
    await connection.query('api_keys_lock', lock);
    await sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'hexlot test'`,
    );
    await connection.query('api_keys_lock', lock);
  });
  await expect(transaction).rejects.toThrow(/terminat|connection/i);
  await expect.poll(() => db.query('api_keys_lock', lock), POLL).toEqual([]);
});

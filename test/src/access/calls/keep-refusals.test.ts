import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FinishedCall } from '../../../../src/access/calls/finished-call.ts';
import { createRefusals, KEPT_PER_MINUTE_MAX } from '../../../../src/access/calls/keep-refusals.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { newUuid } from '../../../../src/kit/uuid.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { others } from './calls.ts';

const MINUTE_MS = 60_000;

let database: TestDatabase;
let caller: Principal;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** Keeps what `work` gives it, with a clock that starts at 0, and returns the rows of statuses. */
async function keptOf(
  work: (keep: (status: number, as?: Principal) => void, clock: { ms: number }) => void,
): Promise<Record<string, number>> {
  caller = await addCaller(database);
  const clock = { ms: 0 };
  const log = pino({ level: 'silent' });
  const refusals = createRefusals({ db: database.db, log, monotonic: () => clock.ms });
  work((status, as = caller) => refusals.keep(refusalOf(as, status)), clock);
  await refusals.close();
  const rows = await database.sql<{ status: number; count: number }>(
    `select status, count(*)::integer as count from call_refusals
     where operator_id = $1 group by status`,
    [caller.operatorId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

function refusalOf(as: Principal, status: number): FinishedCall & { error: { code: string } } {
  const error = { code: 'CONFLICT', reason: 'lot_full', fields: ['plate'] };
  const requestId = `req_${newUuid().replaceAll('-', '')}`;
  return { caller: as, operation: 'createSession', requestId, status, durationMs: 4.6, error };
}

test('a flood of calls beyond a budget writes no more than the bound, and hides no failure', async () => {
  const kept = await keptOf((keep) => {
    for (let sent = 0; sent < 1_000; sent += 1) keep(429);
    keep(500);
    keep(404);
  });
  expect(kept).toEqual({ 429: KEPT_PER_MINUTE_MAX, 500: 1, 404: 1 });
});

test('the bound is that of a minute, and of each caller', async () => {
  const kept = await keptOf((keep, clock) => {
    for (const minute of [0, 1, 2]) {
      clock.ms = minute * MINUTE_MS;
      for (let sent = 0; sent < 10 * KEPT_PER_MINUTE_MAX; sent += 1)
        for (const one of others(caller, 2)) keep(429, one);
    }
  });
  expect(kept).toEqual({ 429: 3 * 2 * KEPT_PER_MINUTE_MAX });
});

test('a row says when the call was answered, by the clock of the database', async () => {
  await keptOf((keep, clock) => {
    keep(404);
    clock.ms = 90 * MINUTE_MS;
  });
  const rows = await database.sql(
    `select caller_type, caller_id, operation, code, reason, fields, duration_ms,
       round(extract(epoch from now() - at) / 60)::integer as minutes
     from call_refusals where operator_id = $1`,
    [caller.operatorId],
  );
  expect(rows).toEqual([
    {
      caller_type: 'key',
      caller_id: caller.id,
      operation: 'createSession',
      code: 'CONFLICT',
      reason: 'lot_full',
      fields: ['plate'],
      duration_ms: 5,
      minutes: 90,
    },
  ]);
});

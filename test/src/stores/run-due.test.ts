import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { settleRefunds } from '../../../src/money/refunds/settle-refunds.ts';
import { tidyHolds } from '../../../src/parking/holds/tidy-holds.ts';
import { tidyRates } from '../../../src/parking/lots/rates/apply-rates.ts';
import type { PaymentGateway } from '../../../src/parking/payments/gateway.ts';
import { addCaller, addLot } from '../../stage/fixtures.ts';
import { openParking, type Parking } from '../../stage/parking.ts';
import { addRefunds, addStays, stayOf } from '../money/payouts/ledger.ts';

// No job of the timetable is held up by things that always fail or take long.

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());
beforeEach(async () => {
  await parking.database.sql('delete from setbacks');
  await parking.database.sql(`update refunds set status = 'failed', settled_at = now()
    where status = 'pending'`);
});

const deps = () => ({
  db: parking.pipelines,
  payments: parking.payments,
  log: pino({ level: 'silent' }),
});
const settle = () => settleRefunds(deps());
const sql = <Row extends object>(text: string, values?: unknown[]) =>
  parking.database.sql<Row>(text, values);

type Retry = { failure_count: number; wait: number | null; livemode: boolean };
const retryOf = async (entityId: string) => {
  const [retry] = await sql<Retry>(
    `select failure_count, livemode, extract(epoch from retry_at - now())::float as wait
     from setbacks where entity_id = $1`,
    [entityId],
  );
  return retry;
};
/** Lets time pass for everything that failed. */
const passSeconds = (seconds: number) =>
  sql(
    `update setbacks set retry_at = retry_at - make_interval(secs => $1),
       first_failed_at = first_failed_at - make_interval(secs => $1)`,
    [seconds],
  );

/**
 * Refunds of one stay that have been pending for an hour; they always fail, because the stay has no
 * intent.
 */
async function addFailing(count: number, more: { livemode?: boolean } = {}): Promise<string[]> {
  const stay = stayOf(parking.caller, { lotId: await parking.addLot(), ...more });
  await addStays(parking.database, [stay]);
  const failing = {
    stay,
    status: 'pending',
    settledAt: null,
    amountMinor: 1,
    feeMinor: 0,
  } as const;
  await addRefunds(
    parking.database,
    Array.from({ length: count }, () => failing),
  );
  const rows = await sql<{ refund_id: string }>(
    `update refunds set created_at = now() - interval '1 hour' where session_id = $1
     returning refund_id`,
    [stay.sessionId],
  );
  return rows.map(({ refund_id }) => refund_id);
}

/** A refund that has been pending for this long, and will be paid. */
async function pendingRefund(ageMinutes: number): Promise<string> {
  const session = await parking.end(await parking.park(await parking.addLot({ rate_minor: 600 })));
  const { sessionId, lotId } = session;
  const stay = stayOf(parking.caller, { sessionId, lotId });
  await addRefunds(parking.database, [
    { stay, status: 'pending', settledAt: null, amountMinor: 1, feeMinor: 0 },
  ]);
  const [refund] = await sql<{ refund_id: string }>(
    `update refunds set created_at = now() - make_interval(mins => $2)
     where session_id = $1 returning refund_id`,
    [sessionId, ageMinutes],
  );
  return refund?.refund_id ?? '';
}

const statusOf = async (refundId: string) =>
  (await sql<{ status: string }>('select status from refunds where refund_id = $1', [refundId]))[0]
    ?.status;

test('more refunds than a run takes on, all failing, keep none behind them from being paid', async () => {
  await addFailing(150);
  const good = await pendingRefund(5);
  expect(await settle()).toEqual({ rows: 0 });
  expect(await settle()).toEqual({ rows: 1 });
  expect(await statusOf(good)).toBe('succeeded');
  // Each was tried once, and none again before its time.
  expect(await sql('select from setbacks where failure_count = 1')).toHaveLength(150);
  await settle();
  expect(await sql('select from setbacks where failure_count > 1')).toEqual([]);
});

test('what fails is tried again after 10 seconds, then twice as long, at last every hour', async () => {
  const [refundId = ''] = await addFailing(1);
  const waits: number[] = [];
  for (let tries = 0; tries < 12; tries += 1) {
    await settle();
    const { wait } = (await retryOf(refundId)) ?? {};
    waits.push(Math.round((wait ?? 0) / 10) * 10);
    await passSeconds(wait ?? 0);
  }
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]);
});

test('what has failed for a day is tried once more and given up, and shown until it is dealt with', async () => {
  const [refundId = ''] = await addFailing(1);
  await settle();
  await passSeconds(24 * 3_600 - 5);
  await settle();
  expect(await retryOf(refundId)).toMatchObject({ failure_count: 2, wait: expect.any(Number) });
  await passSeconds(3_600);
  await settle();
  expect(await retryOf(refundId)).toMatchObject({ failure_count: 3, wait: null });
  await passSeconds(100_000);
  await settle();
  expect(await retryOf(refundId)).toMatchObject({ failure_count: 3 });
  expect(await statusOf(refundId)).toBe('pending');

  await parking.pipelines.query('setbacks_sweep');
  expect(await parking.db.query('setbacks_count')).toEqual([
    { job: 'settle-refunds', retrying: 0, givenUp: 1 },
  ]);
  await sql(`update refunds set status = 'succeeded', settled_at = now() where refund_id = $1`, [
    refundId,
  ]);
  await parking.pipelines.query('setbacks_sweep');
  expect(await parking.db.query('setbacks_count')).toEqual([]);
});

test('a stay whose capture finds no answer for a day has a failed payment, until it is paid', async () => {
  const session = await parking.park(await parking.addLot());
  await parking.passMinutes(76);
  const silent = { capture: () => Promise.reject(new Error('no answer')) };
  await parking.expire(silent);
  expect(await parking.stored(session)).toMatchObject({
    status: 'expiring',
    events: ['session.created'],
  });
  await passSeconds(86_400);
  await parking.expire(silent);
  expect(await parking.stored(session)).toMatchObject({
    status: 'payment_failed',
    events: ['payment.failed', 'session.created'],
  });
  await parking.pipelines.query('setbacks_sweep');
  expect(await parking.db.query('setbacks_count')).toEqual([
    { job: 'expire-sessions', retrying: 0, givenUp: 1 },
  ]);
  await expect(parking.end(session)).resolves.toMatchObject({ status: 'completed' });
  await parking.pipelines.query('setbacks_sweep');
  expect(await parking.db.query('setbacks_count')).toEqual([]);
});

test('a refused capture is no setback, because the stay itself has the status', async () => {
  const session = await parking.park(await parking.addLot());
  await parking.passMinutes(76);
  const refusal = { status: 'failed', failureCode: 'x', failureMessage: 'x', isRetryable: true };
  await parking.expire({ capture: async () => refusal as { status: 'failed' } & typeof refusal });
  expect(await parking.stored(session)).toMatchObject({ status: 'payment_failed' });
  expect(await sql('select from setbacks')).toEqual([]);
});

test('a capture that never ends holds up no other operator', async () => {
  const stuck = await parking.park(await parking.addLot());
  const other = await addCaller(parking.database);
  const lotId = await addLot(parking.database, { operator_id: other.operatorId });
  const free = await parking.park(lotId, { as: other });
  await parking.passMinutes(76);
  const { promise, resolve } = Promise.withResolvers<void>();
  const capture: PaymentGateway['capture'] = async (asked) => {
    if (asked.paymentIntentId === stuck.paymentIntentId) await promise;
    return parking.payments.capture(asked);
  };
  const run = parking.expire({ capture });
  await expect.poll(async () => (await parking.stored(free)).status).toBe('expired');
  expect(await parking.stored(stuck)).toMatchObject({ status: 'expiring' });
  resolve();
  await run;
  expect(await parking.stored(stuck)).toMatchObject({ status: 'expired' });
});

test('live rows come first, however many rehearsals there are in the test world', async () => {
  await addFailing(120, { livemode: false });
  const live = await pendingRefund(5);
  expect(await settle()).toEqual({ rows: 1 });
  expect(await statusOf(live)).toBe('succeeded');
});

/** Makes every write of this lot fail, like a bug in its row. */
async function whileRefused(lotId: string, work: () => Promise<void>): Promise<void> {
  await sql(`alter table lots add constraint bug check (lot_id <> '${lotId}') not valid`);
  try {
    await work();
  } finally {
    await sql('alter table lots drop constraint bug');
  }
}

test('a hold that cannot be marked as expired keeps no other from being marked', async () => {
  const lotIds = [await parking.addLot(), await parking.addLot()];
  const [bad, good] = await Promise.all(lotIds.map((lotId) => parking.held(lotId)));
  await parking.passMinutes(10);
  await whileRefused(lotIds[0] ?? '', async () => {
    await tidyHolds(deps());
    expect(await parking.lot(lotIds[1] ?? '')).toMatchObject({ held_spaces: 0 });
    expect(await retryOf(bad?.holdId ?? '')).toMatchObject({ failure_count: 1 });
    expect(await retryOf(good?.holdId ?? '')).toBeUndefined();
    await expect(tidyHolds(deps())).resolves.toEqual({ rows: 0 });
  });
  await passSeconds(10);
  await expect(tidyHolds(deps())).resolves.toEqual({ rows: 1 });
});

test('a rate that cannot be posted keeps no other from being posted', async () => {
  const lotIds = [await parking.addLot(), await parking.addLot()];
  await sql(
    `update lots set scheduled_rates = jsonb_build_array(jsonb_build_object(
       'rate_id', 'rate_x', 'rate_minor', 500, 'rate_unit', 'hour', 'max_daily_minor', null,
       'price_rules', null, 'effective_from', now() - interval '1 minute'))
     where lot_id = any($1)`,
    [lotIds],
  );
  await whileRefused(lotIds[0] ?? '', async () => {
    await tidyRates(deps());
    expect(
      await sql('select rate_minor::integer from lots where lot_id = $1', [lotIds[1]]),
    ).toEqual([{ rate_minor: 500 }]);
    expect(await retryOf(lotIds[0] ?? '')).toMatchObject({ failure_count: 1 });
    await expect(tidyRates(deps())).resolves.toEqual({ rows: 0 });
  });
  await passSeconds(10);
  await expect(tidyRates(deps())).resolves.toEqual({ rows: 1 });
});

test('an overdue stay that cannot be closed keeps no new stay from another space', async () => {
  const lotId = await parking.addLot({ total_spaces: 2 });
  const [stuck] = [await parking.park(lotId), await parking.park(lotId)];
  await parking.passMinutes(76);
  await sql(
    `alter table sessions add constraint bug
     check (session_id <> '${stuck.sessionId}' or status = 'active') not valid`,
  );
  try {
    await parking.expire();
    await parking.park(lotId);
    await expect(parking.park(lotId)).rejects.toMatchObject({ details: { reason: 'lot_full' } });
  } finally {
    await sql('alter table sessions drop constraint bug');
  }
});

test('a run that is asked to end begins no further row', async () => {
  await addFailing(2);
  const ending = new AbortController();
  const refund: PaymentGateway['refund'] = async (asked) => {
    ending.abort();
    return parking.payments.refund(asked);
  };
  const [first, second] = [await pendingRefund(90), await pendingRefund(80)];
  const payments = { ...parking.payments, refund };
  await settleRefunds({ ...deps(), payments, signal: ending.signal });
  expect([await statusOf(first), await statusOf(second)]).toEqual(['succeeded', 'pending']);
  expect(await sql('select from setbacks')).toEqual([]);
});

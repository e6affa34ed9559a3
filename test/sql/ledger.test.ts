import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../src/access/principals/principal.ts';
import { refundSession } from '../../src/money/refunds/refund-session.ts';
import { addRefunds, addStays, stayOf } from '../src/money/payouts/ledger.ts';
import { addCaller } from '../stage/fixtures.ts';
import { openParking, type Parking } from '../stage/parking.ts';

// A lot at 6.00 an hour; the platform keeps 10 %.

let parking: Parking;
let caller: Principal;
let lotId: string;

beforeAll(async () => {
  parking = await openParking();
  caller = await addCaller(parking.database);
  lotId = await parking.addLot({ operator_id: caller.operatorId, rate_minor: 600 });
});
afterAll(() => parking.database.drop());

/** The entries of a stay, oldest first. */
function entriesOf(sessionId: string) {
  return parking.database.sql<Record<string, unknown>>(
    `select kind, stay_count::integer as stays, driver_minor::integer as driver,
       shortfall_minor::integer as shortfall, operator_minor::integer as operator,
       platform_fee_minor::integer as fee, refunds_minor::integer as refunds
     from ledger where session_id = $1 order by entry_id`,
    [sessionId],
  );
}

const STAY = {
  kind: 'stay',
  stays: 1,
  driver: -600,
  shortfall: 0,
  operator: 540,
  fee: 60,
  refunds: 0,
};

async function paidStay(): Promise<string> {
  const session = await parking.park(lotId, { as: caller, durationHours: 1 });
  await parking.passMinutes(59);
  await parking.end(session, { as: caller });
  return session.sessionId;
}

test('a stay is booked when it is captured, not when it ends', async () => {
  const stay = stayOf(caller, {
    lotId,
    status: 'ending',
    capturedAt: null,
    subtotalMinor: 600,
    feeMinor: 60,
  });
  await addStays(parking.database, [stay]);
  expect(await entriesOf(stay.sessionId)).toEqual([]);
  await parking.database.sql(
    "update sessions set status = 'completed', captured_at = now() where session_id = $1",
    [stay.sessionId],
  );
  expect(await entriesOf(stay.sessionId)).toEqual([STAY]);
});

test('nobody gets what could not be captured', async () => {
  const stay = stayOf(caller, {
    lotId,
    status: 'ending',
    capturedAt: null,
    subtotalMinor: 600,
    feeMinor: 40,
  });
  await addStays(parking.database, [stay]);
  await parking.database.sql(
    `update sessions set status = 'completed', captured_at = now() + interval '2 months',
       shortfall_minor = 200
     where session_id = $1`,
    [stay.sessionId],
  );
  expect(await entriesOf(stay.sessionId)).toEqual([
    { ...STAY, shortfall: 200, operator: 360, fee: 40 },
  ]);
  const movements = await parking.database.sql(
    `select gross_minor::integer as gross from payout_movements
     where operator_id = $1 and platform_fee_minor = 40`,
    [caller.operatorId],
  );
  expect(movements).toEqual([{ gross: 400 }]);
  const gross = await parking.database.sql(
    `select sum(gross_minor)::integer as gross from captured_months
     where operator_id = $1 and from_at > now()`,
    [caller.operatorId],
  );
  expect(gross).toEqual([{ gross: 400 }]);
});

test('a refund takes its part of the fee back from the platform', async () => {
  const sessionId = await paidStay();
  const request = { sessionId, amountMinor: 100, reason: 'test' };
  await refundSession(parking, caller, request, { requestId: 'r', remember: undefined });
  expect(await entriesOf(sessionId)).toEqual([
    STAY,
    { kind: 'refund', stays: 0, driver: 0, shortfall: 0, operator: -90, fee: -10, refunds: 100 },
  ]);
});

test('a refund that was not paid has no entry, and one that turns out so is taken back', async () => {
  const stay = stayOf(caller, { lotId });
  await addStays(parking.database, [stay]);
  const settledAt = new Date('2026-02-28T23:00:00Z');
  const refund = { stay, settledAt, amountMinor: 100, feeMinor: 10 };
  await addRefunds(parking.database, [
    { ...refund, status: 'failed' },
    { ...refund, status: 'pending', settledAt: null },
    { ...refund, status: 'succeeded' },
  ]);
  await parking.database.sql(
    "update refunds set status = 'failed' where session_id = $1 and status = 'succeeded'",
    [stay.sessionId],
  );
  const entries = await entriesOf(stay.sessionId);
  expect(entries.map(({ kind, operator }) => [kind, operator])).toEqual([
    ['stay', 900],
    ['refund', -90],
    ['correction', 90],
  ]);
  // The month in which it was paid is closed: it is taken back in the present one.
  const [found] = await parking.database.sql(
    `select min(at) as paid_at, max(at) > now() - interval '1 hour' as is_late
     from ledger where session_id = $1 and refunds_minor <> 0`,
    [stay.sessionId],
  );
  expect(found).toEqual({ paid_at: settledAt, is_late: true });
});

test('what was booked of a stay changes by entries of its own', async () => {
  const stay = stayOf(caller, { lotId, subtotalMinor: 600, feeMinor: 60 });
  await addStays(parking.database, [stay]);
  await parking.database.sql('update sessions set subtotal_minor = 700 where session_id = $1', [
    stay.sessionId,
  ]);
  const entries = await entriesOf(stay.sessionId);
  expect(entries.map(({ kind, stays, driver }) => [kind, stays, driver])).toEqual([
    ['stay', 1, -600],
    ['correction', -1, 600],
    ['correction', 1, -700],
  ]);
});

test('an entry that does not add up is refused, and none is changed or removed', async () => {
  const sessionId = await paidStay();
  const add = parking.database.sql(
    `insert into ledger (kind, at, operator_id, livemode, lot_id, session_id, currency,
       driver_minor, operator_minor)
     values ('correction', now(), $1, true, $2, $3, 'cad', -600, 599)`,
    [caller.operatorId, lotId, sessionId],
  );
  await expect(add).rejects.toThrow('ledger_balanced');
  const twice = parking.database.sql(
    `insert into ledger (kind, at, operator_id, livemode, lot_id, session_id, currency)
     values ('stay', now(), $1, true, $2, $3, 'cad')`,
    [caller.operatorId, lotId, sessionId],
  );
  await expect(twice).rejects.toThrow('ledger_stay');
  for (const change of ['update ledger set operator_minor = 0', 'delete from ledger'])
    await expect(parking.database.sql(change)).rejects.toThrow('append-only');
});

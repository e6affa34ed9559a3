import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { refundSession } from '../../../../src/money/refunds/refund-session.ts';
import type { Session } from '../../../../src/parking/sessions/session.ts';
import { addCaller, type LotColumns } from '../../../stage/fixtures.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';

/** Minor units of eur: the largest month that is not yet above 50 000. */
const NOT_YET_MINOR = 5_000_000;
/** 5 % and 3.3 % of a stay of ten euros. */
const [USUAL_FEE, LOWER_FEE] = [50, 33];

let parking: Parking;
beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

/** An enterprise operator with a lot on which each started minute costs ten euros. */
async function newOperator(more: Partial<Principal> = {}) {
  const caller = await addCaller(parking.database, { plan: 'enterprise', ...more });
  const { operatorId: operator_id, livemode } = caller;
  const newLot = (columns: Partial<LotColumns> = {}) =>
    parking.addLot({ operator_id, livemode, rate_minor: 60_000, currency: 'eur', ...columns });
  const lotId = await newLot();
  const sell = async (lot = lotId) =>
    parking.end(await parking.park(lot, { as: caller }), { as: caller });
  /** A stay that was paid with so much. */
  const sellFor = async (subtotalMinor: number, lot?: string) => {
    const session = await sell(lot);
    await parking.database.sql('update sessions set subtotal_minor = $2 where session_id = $1', [
      session.sessionId,
      subtotalMinor,
    ]);
    return session;
  };
  return { caller, newLot, sell, sellFor };
}

function refund(caller: Principal, { sessionId }: Session) {
  return refundSession(
    parking.deps(),
    caller,
    { sessionId, amountMinor: null, reason: 'test' },
    { requestId: 'req_test', remember: undefined },
  );
}

const feeOf = async (selling: Promise<Session>) => (await selling).platformFeeMinor;

test('a stay pays the lower fee when the gross of the month before it is above 50 000', async () => {
  const { sell, sellFor } = await newOperator();
  await sellFor(NOT_YET_MINOR);
  expect(await feeOf(sell())).toBe(USUAL_FEE);
  expect(await feeOf(sell())).toBe(LOWER_FEE);
});

test('the gross of a month is before refunds', async () => {
  const { caller, sell, sellFor } = await newOperator();
  const large = await sellFor(NOT_YET_MINOR + 1);
  await refund(caller, large);
  expect(await feeOf(sell())).toBe(LOWER_FEE);
});

test('a refund gives back the percentage that its own stay paid, whichever holds now', async () => {
  const { caller, sell, sellFor } = await newOperator();
  const usual = await sell();
  await sellFor(NOT_YET_MINOR);
  const lower = await sell();
  expect([usual, lower].map((stay) => stay.platformFeeMinor)).toEqual([USUAL_FEE, LOWER_FEE]);
  expect(await refund(caller, usual)).toMatchObject({ feeMinor: USUAL_FEE });
  expect(await refund(caller, lower)).toMatchObject({ feeMinor: LOWER_FEE });
});

test('each currency counts alone, in its own units: a cheap one lowers the fee of no other', async () => {
  const { newLot, sell, sellFor } = await newOperator();
  // In yen there is nothing behind the dot, in dinars there are three digits.
  const inYen = await newLot({ currency: 'jpy', country: 'JP' });
  const inDinars = await newLot({ currency: 'kwd', country: 'KW' });
  await sellFor(900_000_000, inYen);
  expect(await feeOf(sell(inYen))).toBe(LOWER_FEE);
  expect(await feeOf(sell())).toBe(USUAL_FEE);
  await sellFor(50_000_000, inDinars);
  expect(await feeOf(sell(inDinars))).toBe(USUAL_FEE);
  expect(await feeOf(sell(inDinars))).toBe(LOWER_FEE);
  expect(await feeOf(sell())).toBe(USUAL_FEE);
});

test('stays of the test world lower no fee of the live world', async () => {
  const live = await newOperator();
  const { operatorId } = live.caller;
  const rehearsing = await newOperator({ operatorId, livemode: false });
  await rehearsing.sellFor(900_000_000);
  expect(await feeOf(rehearsing.sell())).toBe(LOWER_FEE);
  expect(await feeOf(live.sell())).toBe(USUAL_FEE);
});

test('a stay that was not paid, or is paid elsewhere, lowers no fee', async () => {
  const { sell, sellFor } = await newOperator();
  const unpaid = await sellFor(900_000_000);
  const imported = await sellFor(900_000_000);
  await parking.database.sql(
    `update sessions set captured_at = null,
       status = case session_id when $1 then 'payment_failed' else status end,
       source = case session_id when $1 then source else 'import' end
     where session_id in ($1, $2)`,
    [unpaid.sessionId, imported.sessionId],
  );
  expect(await feeOf(sell())).toBe(USUAL_FEE);
});

test('what a stay paid stays as it was, whatever the month or the plan becomes', async () => {
  const { caller, sell, sellFor } = await newOperator();
  const first = await sell();
  await sellFor(NOT_YET_MINOR + 1);
  await sell();
  await parking.database.sql(`update operators set plan = 'free' where operator_id = $1`, [
    caller.operatorId,
  ]);
  expect(await feeOf(sell())).toBe(100);
  const [row] = await parking.database.sql<{ fee: number }>(
    'select platform_fee_minor::integer as fee from sessions where session_id = $1',
    [first.sessionId],
  );
  expect(row?.fee).toBe(USUAL_FEE);
});

test('the job that ends a stay late counts the month in which the stay ended', async () => {
  const { caller, newLot, sellFor } = await newOperator();
  await sellFor(NOT_YET_MINOR + 1);
  const lotId = await newLot();
  const expireOne = async (monthOfOthers: string) => {
    const { sessionId } = await parking.park(lotId, { as: caller, durationHours: 1 });
    await parking.passMinutes(120);
    await parking.database.sql(
      `update sessions set captured_at = late.expected_end - $2::interval
       from sessions as late
       where late.session_id = $1 and sessions.operator_id = late.operator_id
         and sessions.captured_at is not null`,
      [sessionId, monthOfOthers],
    );
    await parking.expire();
    const [row] = await parking.database.sql<{ status: string; percent: number }>(
      `select status, (platform_fee_minor * 100.0 / subtotal_minor)::float8 as percent
       from sessions where session_id = $1`,
      [sessionId],
    );
    return row;
  };
  expect(await expireOne('40 days')).toEqual({ status: 'expired', percent: 5 });
  expect(await expireOne('0 days')).toEqual({ status: 'expired', percent: 3.3 });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { findPayout } from '../../../../src/money/payouts/find-payout.ts';
import { listPayouts } from '../../../../src/money/payouts/list-payouts.ts';
import { payoutId } from '../../../../src/money/payouts/payout-id.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import { addRefunds, addStays, stayOf } from './ledger.ts';

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

const FEBRUARY = new Date('2026-02-01T00:00:00Z');
const MARCH = new Date('2026-03-01T00:00:00Z');
const NOT_FOUND = { code: 'NOT_FOUND' };

async function newOperator(more: Partial<Principal> = {}) {
  const caller = await addCaller(parking.database, more);
  const lotId = await parking.addLot({ operator_id: caller.operatorId });
  return { caller, lotId };
}

const find = (caller: Principal, from: Date, currency = 'cad') =>
  findPayout(parking.db, caller, payoutId({ ...caller, currency, from }));

async function months(caller: Principal): Promise<string[]> {
  const { rows } = await listPayouts(parking.db, caller, { cursor: null, limit: 100 });
  return rows.map(({ period }) => period.from.toISOString().slice(0, 7));
}

test('a payout has a line for each lot of the month, by lot id, including deleted ones', async () => {
  const { caller, lotId } = await newOperator();
  const sold = await parking.addLot({ operator_id: caller.operatorId, name: 'Sold' });
  await addStays(parking.database, [
    stayOf(caller, { lotId: sold }),
    stayOf(caller, { lotId, subtotalMinor: 501, feeMinor: 50 }),
    stayOf(caller, { lotId, subtotalMinor: 0, feeMinor: 0 }),
  ]);
  await parking.database.sql('update lots set deleted_at = now() where lot_id = $1', [sold]);
  const both = { platformFeeMinor: 150n, refundsMinor: 0n, netMinor: 1_351n };
  expect(await find(caller, FEBRUARY)).toMatchObject({
    period: { from: FEBRUARY, to: MARCH },
    status: 'closed',
    currency: 'cad',
    livemode: true,
    sessionCount: 3,
    grossMinor: 1_501n,
    ...both,
    lines: [
      {
        lotId,
        lotName: expect.stringMatching(/^Test lot/),
        sessionCount: 2,
        grossMinor: 501n,
        netMinor: 451n,
      },
      { lotId: sold, lotName: 'Sold', sessionCount: 1, grossMinor: 1_000n, netMinor: 900n },
    ],
  });
});

test('a refund in a later month lowers that month only, and gives its part of the fee back', async () => {
  const { caller, lotId } = await newOperator();
  const stay = stayOf(caller, { lotId, capturedAt: new Date('2026-02-28T23:59:59.999Z') });
  await addStays(parking.database, [stay]);
  const before = await find(caller, FEBRUARY);
  const refund = { stay, status: 'succeeded', amountMinor: 400, feeMinor: 40 } as const;
  await addRefunds(parking.database, [{ ...refund, settledAt: MARCH }]);
  expect(await find(caller, FEBRUARY)).toEqual(before);
  const given = {
    sessionCount: 0,
    grossMinor: 0n,
    platformFeeMinor: -40n,
    refundsMinor: 400n,
    netMinor: -360n,
  };
  expect(await find(caller, MARCH)).toMatchObject({
    ...given,
    lines: [{ lotId, lotName: expect.stringMatching(/^Test lot/), ...given }],
  });
});

test('a refund that is not paid, or was refused, changes no payout', async () => {
  const { caller, lotId } = await newOperator();
  const stay = stayOf(caller, { lotId });
  await addStays(parking.database, [stay]);
  const refund = { stay, amountMinor: 400, feeMinor: 40 };
  await addRefunds(parking.database, [
    { ...refund, status: 'pending', settledAt: null },
    { ...refund, status: 'failed', settledAt: stay.capturedAt },
  ]);
  expect(await find(caller, FEBRUARY)).toMatchObject({ refundsMinor: 0n, netMinor: 900n });
});

test('each currency of a month is a payout of its own', async () => {
  const { caller, lotId } = await newOperator();
  await addStays(parking.database, [
    stayOf(caller, { lotId }),
    stayOf(caller, { lotId, currency: 'jpy', subtotalMinor: 800, feeMinor: 80 }),
  ]);
  expect(await find(caller, FEBRUARY)).toMatchObject({ currency: 'cad', grossMinor: 1_000n });
  expect(await find(caller, FEBRUARY, 'jpy')).toMatchObject({ currency: 'jpy', grossMinor: 800n });
  await expect(find(caller, FEBRUARY, 'usd')).rejects.toMatchObject(NOT_FOUND);
});

test('imported stays and those that are not captured are in no payout', async () => {
  const { caller, lotId } = await newOperator();
  const missing = { lotId, capturedAt: null };
  await addStays(parking.database, [
    stayOf(caller, { ...missing, source: 'import' }),
    stayOf(caller, { ...missing, status: 'ending' }),
    stayOf(caller, { ...missing, status: 'payment_failed' }),
  ]);
  expect(await months(caller)).toEqual([]);
});

test('the database refuses to have captured what is imported or unpaid', async () => {
  const { caller, lotId } = await newOperator();
  for (const wrong of [{ source: 'import' }, { status: 'payment_failed' }] as const)
    await expect(
      addStays(parking.database, [stayOf(caller, { lotId, ...wrong })]),
    ).rejects.toMatchObject({ constraint: 'sessions_captured' });
});

test('live and test money are in separate payouts', async () => {
  const { caller, lotId } = await newOperator();
  const sandbox = { ...caller, livemode: false };
  const testLot = await parking.addLot({ operator_id: caller.operatorId, livemode: false });
  await addStays(parking.database, [
    stayOf(caller, { lotId }),
    stayOf(sandbox, { lotId: testLot, subtotalMinor: 70, feeMinor: 7 }),
  ]);
  expect(await find(caller, FEBRUARY)).toMatchObject({ livemode: true, grossMinor: 1_000n });
  expect(await find(sandbox, FEBRUARY)).toMatchObject({ livemode: false, grossMinor: 70n });
});

test("another operator's payout, the other world's and any made-up id are not found", async () => {
  const [mine, other] = [await newOperator(), await newOperator()];
  const sandbox = { ...mine.caller, livemode: false };
  await addStays(
    parking.database,
    [mine, other].map(({ caller, lotId }) => stayOf(caller, { lotId })),
  );
  const from = FEBRUARY;
  const id = payoutId({ ...mine.caller, currency: 'cad', from });
  const ids = [
    payoutId({ ...other.caller, currency: 'cad', from }),
    payoutId({ ...sandbox, currency: 'cad', from }),
    payoutId({ ...mine.caller, currency: 'cad', from: new Date(FEBRUARY.getTime() + 1) }),
    payoutId({ ...mine.caller, currency: 'cad', from: MARCH }),
    payoutId({ ...mine.caller, currency: 'cad', from: new Date(Date.UTC(10_000, 0, 1)) }),
    id.toUpperCase(),
    id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    `${id}0`,
    id.slice(3),
    '',
  ];
  for (const wrong of ids)
    await expect(findPayout(parking.db, mine.caller, wrong), wrong).rejects.toMatchObject(
      NOT_FOUND,
    );
  for (const as of [other.caller, sandbox])
    await expect(findPayout(parking.db, as, id)).rejects.toMatchObject(NOT_FOUND);
  await expect(findPayout(parking.db, mine.caller, id)).resolves.toMatchObject({ payoutId: id });
});

test("a fleet's key sees no payouts", async () => {
  const { caller, lotId } = await newOperator();
  await addStays(parking.database, [stayOf(caller, { lotId })]);
  const fleet = { ...caller, fleetId: 'fleet-7' };
  await expect(find(fleet, FEBRUARY)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(months(fleet)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

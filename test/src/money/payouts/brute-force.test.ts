import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { createRandom } from '../../../../src/demo/random.ts';
import { findPayout } from '../../../../src/money/payouts/find-payout.ts';
import { listPayouts } from '../../../../src/money/payouts/list-payouts.ts';
import type { Payout, PayoutLine } from '../../../../src/money/payouts/payout.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import { seedOfRun } from '../../../stage/random.ts';
import { addRefunds, addStays, type GivenBack, type Stay, stayOf } from './ledger.ts';

const STAYS = 600;
const REFUNDS = 200;
const CURRENCIES = ['cad', 'jpy', 'usd'] as const;
/** The first instants of the months, and of the one after the last. */
const EDGES = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04'].map((month) =>
  Date.parse(`${month}-01T00:00:00Z`),
);

const seed = seedOfRun();
const random = createRandom(seed);

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

/** An instant in one of the months; often the first or in the last millisecond of one. */
function anyInstant(): Date {
  const at = random.integer(0, EDGES.length - 2);
  const [from = 0, to = 0] = EDGES.slice(at, at + 2);
  return new Date(random.pick([from, to - 1, random.integer(from, to - 1)]));
}

function anyStay(caller: Principal, lotId: string): Stay {
  const status = random.pick(['completed', 'expired', 'ending', 'payment_failed'] as const);
  const source = random.next() < 0.1 ? 'import' : 'api';
  const isCaptured = source === 'api' && (status === 'completed' || status === 'expired');
  const subtotalMinor = random.pick([0, random.integer(1, 500), random.integer(1, 2 ** 40)]);
  return stayOf(caller, {
    lotId,
    status,
    source,
    currency: random.pick(CURRENCIES),
    capturedAt: isCaptured ? anyInstant() : null,
    subtotalMinor,
    feeMinor: random.integer(0, subtotalMinor),
  });
}

function anyRefund(stay: Stay): GivenBack {
  const status = random.pick(['pending', 'succeeded', 'succeeded', 'failed'] as const);
  const amountMinor = random.integer(1, Math.max(1, stay.subtotalMinor));
  return {
    stay,
    status,
    settledAt: status === 'pending' ? null : anyInstant(),
    amountMinor,
    feeMinor: random.integer(0, Math.min(stay.feeMinor, amountMinor)),
  };
}

type Sums = Pick<
  PayoutLine,
  'sessionCount' | 'grossMinor' | 'platformFeeMinor' | 'refundsMinor' | 'netMinor'
>;
/** Sums of a month and currency by lot. */
type Books = Map<string, Map<string, Sums>>;

const keyOf = (at: Date, currency: string) => `${at.toISOString().slice(0, 7)} ${currency}`;

function bruteForce(
  caller: Principal,
  stays: readonly Stay[],
  refunds: readonly GivenBack[],
): Books {
  const books: Books = new Map();
  const isOwn = (stay: Stay) =>
    stay.operatorId === caller.operatorId && stay.livemode === caller.livemode;
  function sumsOf(at: Date, { currency, lotId }: Stay): Sums {
    const lots = books.get(keyOf(at, currency)) ?? new Map<string, Sums>();
    const zero = { sessionCount: 0, grossMinor: 0n, platformFeeMinor: 0n };
    const sums = lots.get(lotId) ?? { ...zero, refundsMinor: 0n, netMinor: 0n };
    books.set(keyOf(at, currency), lots.set(lotId, sums));
    return sums;
  }
  for (const stay of stays.filter(isOwn)) {
    if (stay.capturedAt === null) continue;
    const sums = sumsOf(stay.capturedAt, stay);
    sums.sessionCount += 1;
    sums.grossMinor += BigInt(stay.subtotalMinor);
    sums.platformFeeMinor += BigInt(stay.feeMinor);
    sums.netMinor += BigInt(stay.subtotalMinor - stay.feeMinor);
  }
  for (const { stay, status, settledAt, amountMinor, feeMinor } of refunds) {
    if (!isOwn(stay) || status !== 'succeeded' || settledAt === null) continue;
    const sums = sumsOf(settledAt, stay);
    sums.refundsMinor += BigInt(amountMinor);
    sums.platformFeeMinor -= BigInt(feeMinor);
    sums.netMinor -= BigInt(amountMinor - feeMinor);
  }
  return books;
}

const sumsOnly = (of: Sums): Sums => ({
  sessionCount: of.sessionCount,
  grossMinor: of.grossMinor,
  platformFeeMinor: of.platformFeeMinor,
  refundsMinor: of.refundsMinor,
  netMinor: of.netMinor,
});

async function allPayouts(caller: Principal): Promise<(Payout & { lines: PayoutLine[] })[]> {
  const { rows } = await listPayouts(parking.db, caller, { cursor: null, limit: 100 });
  const found = await Promise.all(rows.map((row) => findPayout(parking.db, caller, row.payoutId)));
  expect(found.map(({ lines, ...payout }) => payout)).toEqual(rows);
  return found;
}

test(`every month, currency and lot has what the rows add up to (seed ${seed})`, async () => {
  const operators = [await addCaller(parking.database), await addCaller(parking.database)];
  const callers = operators.flatMap((caller) => [caller, { ...caller, livemode: false }]);
  const stays: Stay[] = [];
  for (const caller of callers) {
    const owner = { operator_id: caller.operatorId, livemode: caller.livemode };
    const lots = await Promise.all([1, 2, 3].map(() => parking.addLot(owner)));
    for (let i = 0; i < STAYS / callers.length; i += 1)
      stays.push(anyStay(caller, random.pick(lots)));
  }
  const captured = stays.filter(({ capturedAt }) => capturedAt !== null);
  const refunds = Array.from({ length: REFUNDS }, () => anyRefund(random.pick(captured)));
  await addStays(parking.database, stays);
  await addRefunds(parking.database, refunds);

  for (const caller of callers) {
    const books = bruteForce(caller, stays, refunds);
    const payouts = await allPayouts(caller);
    const keys = payouts.map(({ period, currency }) => keyOf(period.from, currency));
    expect(new Set(keys)).toEqual(new Set(books.keys()));
    expect(keys).toHaveLength(books.size);
    for (const { lines, ...payout } of payouts) {
      const lots = books.get(keyOf(payout.period.from, payout.currency)) ?? new Map();
      const expected = [...lots].sort(([a], [b]) => (a < b ? -1 : 1));
      expect(lines.map((line) => [line.lotId, sumsOnly(line)])).toEqual(expected);
      for (const figure of Object.keys(sumsOnly(payout)) as (keyof Sums)[])
        expect(lines.reduce((sum, line) => sum + BigInt(line[figure]), 0n)).toBe(
          BigInt(payout[figure]),
        );
    }
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import {
  bill,
  heldPlans,
  invoicesOf,
  LAST,
  LAST_FROM,
  LAST_MICROSECOND,
  newPayer,
  PRICES,
  THIS_FROM,
} from './billing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
await awayFromWholeHour();

const LONG_AGO = '2026-01-01T00:00:00Z';
const END = `${LAST}-28T00:00:00Z`;

type Held = { at: string; plan: string; isBought?: boolean; priceCents?: number };

/** Cases by what they promise: the plans that were held, and the line of the last month. */
const CASES: [string, Held[], [string, number] | undefined][] = [
  [
    'an hour of a higher plan costs its whole month',
    [
      { at: LONG_AGO, plan: 'starter' },
      { at: `${LAST}-10T10:00:00Z`, plan: 'enterprise', priceCents: 49_900 },
      { at: `${LAST}-10T11:00:00Z`, plan: 'starter' },
    ],
    ['enterprise', 49_900],
  ],
  [
    'in the month of its call a plan costs what the call said',
    [{ at: `${LAST}-10T10:00:00Z`, plan: 'pro', priceCents: 5_000 }],
    ['pro', 5_000],
  ],
  [
    'in later months a plan costs what is published',
    [{ at: LONG_AGO, plan: 'pro', priceCents: 5_000 }],
    ['pro', PRICES.pro],
  ],
  [
    'a plan that ended with the month before is not due',
    [
      { at: LONG_AGO, plan: 'enterprise' },
      { at: LAST_FROM, plan: 'starter' },
    ],
    ['starter', PRICES.starter],
  ],
  [
    'a plan that begins with the next month is not due',
    [
      { at: LONG_AGO, plan: 'starter' },
      { at: THIS_FROM, plan: 'pro', priceCents: 9_900 },
    ],
    ['starter', PRICES.starter],
  ],
  [
    'a plan that was bought in the last microsecond of the month is due',
    [{ at: LAST_MICROSECOND, plan: 'pro', priceCents: 9_900 }],
    ['pro', 9_900],
  ],
  [
    'a plan that the owner gave is not due',
    [{ at: LONG_AGO, plan: 'enterprise', isBought: false }],
    undefined,
  ],
  [
    'a plan that was bought is due also where the owner gave a higher one later in the month',
    [
      { at: `${LAST}-10T00:00:00Z`, plan: 'pro', priceCents: 9_900 },
      { at: END, plan: 'enterprise', isBought: false },
    ],
    ['pro', 9_900],
  ],
  ['the free plan has no line', [{ at: LAST_FROM, plan: 'free', priceCents: 0 }], undefined],
];

test.each(CASES)('%s', async (_promise, held, line) => {
  const caller = await newPayer(database);
  await heldPlans(database, caller, held);
  await bill(database);
  const lines = (await invoicesOf(database, caller)).flatMap((invoice) => invoice.lines);
  expect(lines).toEqual(
    line === undefined
      ? []
      : [{ endpoint: null, plan: line[0], unitCents: line[1], quantity: 1, amountCents: line[1] }],
  );
});

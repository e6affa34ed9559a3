import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { listPayouts } from '../../../../src/money/payouts/list-payouts.ts';
import type { Payout } from '../../../../src/money/payouts/payout.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import { runExplained } from '../../../stage/statement-plan.ts';
import { addRefunds, addStays, stayOf } from './ledger.ts';

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

const list = (caller: Principal, limit = 100, cursor: string | null = null) =>
  listPayouts(parking.db, caller, { cursor, limit });

async function newOperator() {
  const caller = await addCaller(parking.database);
  const lotId = await parking.addLot({ operator_id: caller.operatorId });
  return { caller, lotId };
}

const nameOf = ({ period, currency }: Payout) =>
  `${period.from.toISOString().slice(0, 7)} ${currency}`;

/** An instant in the middle of a month such as 2026-02. */
const within = (month: string) => new Date(`${month}-15T12:00:00Z`);

async function addMonths(months: Record<string, readonly string[]>) {
  const { caller, lotId } = await newOperator();
  const stays = Object.entries(months).flatMap(([month, currencies]) =>
    currencies.map((currency) => stayOf(caller, { lotId, currency, capturedAt: within(month) })),
  );
  await addStays(parking.database, stays);
  return { caller, stays };
}

test('months are listed newest first, then by currency, and months without payouts are absent', async () => {
  const { caller } = await addMonths({
    '2025-08': ['usd', 'cad'],
    '2026-02': ['cad'],
    '2024-12': ['jpy', 'cad', 'usd'],
  });
  const { rows, nextCursor } = await list(caller);
  expect(rows.map(nameOf)).toEqual([
    '2026-02 cad',
    '2025-08 cad',
    '2025-08 usd',
    '2024-12 cad',
    '2024-12 jpy',
    '2024-12 usd',
  ]);
  expect(nextCursor).toBeNull();
});

test('a month with nothing but a refund is listed', async () => {
  const { caller, stays } = await addMonths({ '2026-02': ['cad'], '2025-11': ['cad'] });
  const [stay] = stays;
  if (stay === undefined) throw new Error('there is no stay');
  const refund = { stay, status: 'succeeded', amountMinor: 10, feeMinor: 1 } as const;
  await addRefunds(parking.database, [{ ...refund, settledAt: within('2026-04') }]);
  const { rows } = await list(caller);
  expect(rows.map(nameOf)).toEqual(['2026-04 cad', '2026-02 cad', '2025-11 cad']);
});

test('an operator to whom nothing was paid has no payouts', async () => {
  const { caller } = await newOperator();
  expect(await list(caller)).toEqual({ rows: [], nextCursor: null });
});

test.each([1, 2, 3, 4, 5, 8, 9])('pages of %i neither repeat nor skip a payout', async (limit) => {
  const { caller } = await addMonths({
    '2026-03': ['cad', 'usd'],
    '2026-02': ['cad'],
    '2025-12': ['cad', 'eur', 'jpy', 'usd'],
    '2024-01': ['usd'],
  });
  const all = (await list(caller)).rows;
  const paged: Payout[] = [];
  let cursor: string | null = null;
  do {
    const page = await list(caller, limit, cursor);
    paged.push(...page.rows);
    cursor = page.nextCursor;
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    if (cursor !== null) expect(page.rows).toHaveLength(limit);
  } while (cursor !== null && paged.length < all.length);
  expect(cursor).toBeNull();
  expect(all).toHaveLength(8);
  expect(paged).toEqual(all);
});

test.each(['', '2026-02', '2026-13_cad', '2026-02_CAD', '2026-02_cad_', 'ses_1', '-1_cad', '\0'])(
  'the cursor %j is refused',
  async (plain) => {
    const { caller } = await newOperator();
    const cursor = Buffer.from(plain).toString('base64url');
    await expect(list(caller, 10, cursor)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      details: [{ field: 'cursor' }],
    });
  },
);

test('a page reads by index only the entries of its months, out of 20 000', async () => {
  const PER_MONTH = 250;
  const MONTHS = 40;
  const { caller, lotId } = await newOperator();
  const other = await newOperator();
  const stays = Array.from({ length: MONTHS * PER_MONTH }, (_, i) => {
    const capturedAt = new Date(Date.UTC(2023, i % MONTHS, 1 + (i % 28)));
    const whose = i % 2 === 0 ? { caller, lotId } : other;
    return stayOf(whose.caller, { lotId: whose.lotId, capturedAt });
  });
  await addStays(parking.database, stays);
  const refund = { status: 'succeeded', amountMinor: 10, feeMinor: 1 } as const;
  await addRefunds(
    parking.database,
    stays.map((stay) => ({ ...refund, stay, settledAt: stay.capturedAt })),
  );
  await parking.database.sql('analyze ledger');
  const nodes = await runExplained(parking.database, 'payouts_list', {
    operatorId: caller.operatorId,
    livemode: true,
    afterMonth: new Date('2025-01-01T00:00:00Z'),
    afterCurrency: 'cad',
    rowLimit: 2,
  });
  const tables = nodes.filter((node) => node['Relation Name'] !== undefined);
  expect(new Set(tables.map((node) => node['Relation Name']))).toEqual(new Set(['ledger']));
  expect(tables.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  // Three months are read: the one that the page before ended in, and two more.
  for (const node of tables)
    expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThanOrEqual(2 * 3 * PER_MONTH);
});

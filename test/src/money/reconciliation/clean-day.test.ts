import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { type Books, CURRENCIES, type Currency, openBooks, type Stay } from './stage.ts';

// A day on which everything happened as it should has no findings, whatever happened.

await awayFromWholeHour();

const SMALL: Record<Currency, number> = { cad: 0.5, jpy: 50, kwd: 0.05 };

async function aDay(books: Books, currency: Currency): Promise<Stay[]> {
  const [kept, refunded, twice] = [
    await books.paid(currency),
    await books.paid(currency),
    await books.paid(currency),
  ];
  await books.refund(refunded, SMALL[currency]);
  for (const _ of [1, 2]) await books.refund(twice, SMALL[currency]);
  const extended = await books.begin(currency);
  const longer = { session_id: extended.sessionId, extend_minutes: 30 };
  await books.call('POST', 'sessions/extend', longer);
  await books.end(extended);
  await books.begin(currency);
  await books.unauthorised(currency);
  return [kept, refunded, twice, extended];
}

describe.each(['simulated', 'stripe'] as const)('%s', (processor) => {
  let books: Books;
  const paid: Stay[] = [];
  beforeAll(async () => {
    books = await openBooks(processor);
    for (const currency of CURRENCIES) paid.push(...(await aDay(books, currency)));
    // As a version before made them.
    await books.database.sql(
      "update simulated_captures set livemode = null where currency = 'jpy'",
    );
  });
  afterAll(() => books.stop());

  test('nothing is found on a clean day, on any day after it', async () => {
    for (const days of [1, 2, 3, 4, 5]) {
      await books.compare(days);
      expect(await books.open()).toEqual([]);
    }
    expect(await books.database.sql('select from reconciliation_findings')).toEqual([]);
  });

  test('the money taken is the same in the books, the ledger, receipts and payouts', async () => {
    const { data: payouts } = await books.call('GET', 'payouts');
    for (const currency of CURRENCIES) {
      const sum = await sums(books, currency);
      expect(sum.ledger).toEqual(sum.books);
      const { gross, refunds, platform_fee } = payouts.find(
        (one: { currency: string }) => one.currency === currency,
      );
      const digits = { cad: 2, jpy: 0, kwd: 3 }[currency];
      expect(toMinor(gross - refunds, digits)).toBe(sum.books);
      expect(toMinor(platform_fee, digits)).toBe(sum.fees);
      let receipts = 0;
      for (const { sessionId } of paid.filter((stay) => stay.currency === currency)) {
        const { receipt } = await books.call('GET', `sessions/${sessionId}/receipt`);
        receipts += toMinor(receipt.total, digits);
      }
      expect(receipts).toBe(sum.books);
    }
  });
});

const toMinor = (units: number, digits: number) => Math.round(units * 10 ** digits);

async function sums({ database }: Books, currency: string) {
  const [row] = await database.sql<{ books: number; ledger: number; fees: number }>(
    `select
       (select sum(case kind when 'capture' then amount_minor when 'refund' then -amount_minor end)
        from processor_movements where currency = $1)::integer as books,
       (select -sum(driver_minor + shortfall_minor + refunds_minor)
        from ledger where currency = $1)::integer as ledger,
       (select sum(platform_fee_minor - fee_refunded_minor)
        from sessions where currency = $1 and captured_at is not null)::integer as fees`,
    [currency],
  );
  if (row === undefined) throw new Error('no sums');
  return row;
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { addLine } from '../../../stripe-server/balance.ts';
import { type Books, DAYS_BEFORE, hoursInto, openBooks } from './stage.ts';

// Which days are compared when, and what happens to a comparison that cannot be finished.

await awayFromWholeHour();

let books: Books;
let account: string;
beforeAll(async () => {
  books = await openBooks('stripe');
  account = books.stripe.addAccount(false).id;
});
afterAll(() => books.stop());

/** How many days are compared in each mode. */
const DAYS = DAYS_BEFORE + 1;

const noted = async () => {
  const rows = await books.database.sql<{ id: string }>(
    'select movement_id as id from processor_movements order by 1',
  );
  return rows.map(({ id }) => id);
};
const lineIds = () => books.stripe.lines.map(({ id }) => id).toSorted();
const openKinds = async () => (await books.findings()).map(({ kind }) => kind);
const today = () => hoursInto(0, 0).toISOString().slice(0, 10);
const comparedAt = async (day: string) => {
  const [row] = await books.database.sql<{ at: Date | null }>(
    'select compared_at as at from reconciled_days where day = $1 and not livemode',
    [day],
  );
  return row?.at ?? null;
};

test('a day is due an hour after its end, once a day, until two days after its end', async () => {
  await books.paid('cad', account);
  await books.run(hoursInto(1, 0.9));
  expect(await comparedAt(today())).toBeNull();
  for (const days of [1, 2, 3]) {
    expect((await books.run(hoursInto(days, 2))).rows).toBeGreaterThan(0);
    expect(await comparedAt(today())).toEqual(hoursInto(days, 2));
    expect(await books.run(hoursInto(days, 3))).toEqual({ rows: 0 });
  }
  await books.run(hoursInto(4, 2));
  expect(await comparedAt(today())).toEqual(hoursInto(3, 2));
  expect(await books.open()).toEqual([]);
});

test('a day with something open is compared for two weeks', async () => {
  const stay = await books.begin('cad', account);
  copyIntent(stay.intent);
  await books.end(stay);
  await books.compare(1);
  for (const days of [5, 14]) {
    await books.run(hoursInto(days, 2));
    expect(await comparedAt(today())).toEqual(hoursInto(days, 2));
  }
  await books.run(hoursInto(15, 2));
  expect(await comparedAt(today())).toEqual(hoursInto(14, 2));
  expect(await openKinds()).toEqual(['stay_missing']);
  removeCopies();
});

test('what Stripe lists on many pages is noted whole, after a failure between two, too', async () => {
  for (let count = 0; count < 230; count += 1) addPayout();
  const stay = await books.begin('cad', account);
  for (let count = 0; count < 120; count += 1) copyIntent(stay.intent);
  await books.end(stay);
  const before = await noted();
  const pageCount = () =>
    books.stripe.requests.filter((one) => one === 'GET balance_transactions').length;
  failSecondPage();
  await expect(books.compare()).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
  expect((await noted()).length).toBeGreaterThan(before.length);
  expect((await noted()).length).toBeLessThan(lineIds().length);
  expect(await comparedAt(today())).toBeNull();
  const before502 = pageCount();
  await books.compare();
  expect(pageCount() - before502).toBe(2 * DAYS + 2);
  expect(await noted()).toEqual(lineIds());
  expect(await openKinds()).toEqual(Array.from({ length: 120 }, () => 'stay_missing'));
  removeCopies();
  await books.compare();
  expect(await books.open()).toEqual([]);
});

/** A line that is about no payment. */
function addPayout(): void {
  const source = { id: 'po_1', object: 'payout' };
  const line = { livemode: false, type: 'payout', amount: -5, currency: 'cad', source } as const;
  addLine(books.stripe.books, line);
}

/** An intent of a stay that is not here. */
function copyIntent(intent: string): void {
  const { intents, books: all } = books.stripe;
  const copied = intents.get(intent);
  if (copied === undefined) throw new Error(`no ${intent}`);
  const id = all.newId('pi');
  intents.set(id, { ...copied, id, metadata: { session_id: 'ses_copy' } });
}

function removeCopies(): void {
  for (const [id, { metadata }] of books.stripe.intents)
    if (metadata.session_id === 'ses_copy') books.stripe.intents.delete(id);
}

/** The one that lists the day of the stays: in both modes, days before it have one page each. */
function failSecondPage(): void {
  const pages = 2 * DAYS;
  for (let count = 0; count < pages; count += 1) books.stripe.fail(/GET balance_tr/, 'fine');
  books.stripe.fail(/GET balance_tr/, '500 before');
}

test('what moves at midnight, there or here, is no difference', async () => {
  const atMidnight = hoursInto(0, 0).getTime();
  const clocks = [
    // Each line a second later: the payment is of the day before, its transfer and fee are not.
    () => atMidnight - 2_000,
    () => atMidnight + 24 * 3_600_000 - 2_000,
  ];
  for (const begin of clocks) {
    let ms = begin();
    books.stripe.setClock(() => {
      ms += 1_000;
      return ms;
    });
    const stay = await books.begin('cad', account);
    ms = begin();
    await books.end(stay);
    ms = begin();
    await books.refund(stay, 0.6);
  }
  books.stripe.setClock(() => Date.now());
  for (const days of [1, 2, 3, 4, 5]) {
    await books.compare(days);
    expect(await books.open()).toEqual([]);
  }
  expect(
    await books.database.sql('select from reconciliation_findings where settled_at is null'),
  ).toEqual([]);
});

test('what the processor keeps is booked once, and no matter of operators', async () => {
  const kept = books.stripe.lines.reduce((sum, { fee }) => sum + fee, 0);
  const [booked] = await books.database.sql(
    `select sum(processor_fee_minor)::integer as kept, sum(platform_fee_minor)::integer as borne,
       sum(operator_minor)::integer as operators, count(distinct movement_id)::integer as lines
     from ledger where kind = 'processor_fee'`,
  );
  const lines = books.stripe.lines.filter(({ fee }) => fee > 0).length;
  expect(booked).toEqual({ kept, borne: -kept, operators: 0, lines });
  const [line] = books.stripe.lines.filter(({ fee }) => fee > 0);
  const again = books.database.sql(
    `insert into ledger (kind, at, operator_id, livemode, lot_id, session_id, currency, movement_id,
       processor_fee_minor, platform_fee_minor)
     select kind, at, operator_id, livemode, lot_id, session_id, currency, movement_id,
       processor_fee_minor, platform_fee_minor from ledger where movement_id = $1`,
    [line?.id],
  );
  await expect(again).rejects.toThrow('ledger_processor_fee');
  const unbalanced = books.database.sql(
    `insert into ledger (kind, at, operator_id, livemode, lot_id, session_id, currency, movement_id,
       processor_fee_minor)
     select kind, at, operator_id, livemode, lot_id, session_id, currency, 'txn_other', 5
     from ledger where movement_id = $1`,
    [line?.id],
  );
  await expect(unbalanced).rejects.toThrow('ledger_balanced');
});

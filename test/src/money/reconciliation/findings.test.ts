import { afterAll, beforeAll, expect, test } from 'vitest';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { type Books, CURRENCIES, openBooks, type Stay } from './stage.ts';

// What differs between Stripe's books and ours is found and stays open, because nobody can know
// here what is right. What can be finished safely is tested in settled.test.ts.

await awayFromWholeHour();

let books: Books;
let account: string;
beforeAll(async () => {
  books = await openBooks('stripe');
  account = books.stripe.addAccount(false).id;
});
afterAll(() => books.stop());

/** What is open about a stay, or about one of its refunds. */
async function openOf(...subjects: string[]): Promise<string[]> {
  const found = (await books.findings()).filter(({ subject }) => subjects.includes(subject));
  return found.map(({ kind, oursMinor, theirsMinor, currency }) =>
    [kind, oursMinor, theirsMinor, currency].join(' '),
  );
}

/** The line of a kind; it is there. */
function lineOf(stay: Stay, type: string) {
  const line = books.linesOf(stay).find((one) => one.type === type);
  if (line === undefined) throw new Error(`no ${type} of ${stay.intent}`);
  return line;
}

const takeOut = (stay: Stay, type: string) =>
  books.stripe.lines.splice(books.stripe.lines.indexOf(lineOf(stay, type)), 1);

/** Everything that is stored of a stay, but for the times of comparisons. */
const stored = ({ sessionId }: Stay) =>
  books.database.sql(
    `select to_jsonb(sessions) as stay,
       array(select to_jsonb(refunds) from refunds where session_id = $1) as refunds,
       array(select to_jsonb(ledger) from ledger
         where session_id = $1 and kind <> 'processor_fee') as entries
     from sessions where session_id = $1`,
    [sessionId],
  );

test.each(CURRENCIES)('in %s another amount, fee and transfer are found', async (currency) => {
  const [amount, fee, transfer] = [
    await books.paid(currency, account),
    await books.paid(currency, account),
    await books.paid(currency, account),
  ];
  Object.assign(lineOf(amount, 'charge').source, { amount_captured: 190 });
  Object.assign(lineOf(fee, 'application_fee').source, { amount: 10 });
  Object.assign(lineOf(transfer, 'transfer').source, { amount: 150 });
  const before = await Promise.all([amount, fee, transfer].map(stored));
  await books.compare();
  const taken = currency === 'kwd' ? 200 : 205;
  expect(await openOf(amount.intent)).toEqual([`capture_differs ${taken} 190 ${currency}`]);
  const kept = currency === 'kwd' ? 20 : 21;
  expect(await openOf(fee.intent)).toEqual([`fee_differs ${kept} 10 ${currency}`]);
  expect(await openOf(transfer.intent)).toEqual([`transfer_differs ${taken} 150 ${currency}`]);
  expect(await Promise.all([amount, fee, transfer].map(stored))).toEqual(before);
});

test('a payment of a stay that is not here is found, held back or captured', async () => {
  const asked = {
    amountMinor: 300,
    currency: 'cad',
    livemode: false,
    payee: null,
    rehearsal: null,
  };
  const intents: string[] = [];
  for (const name of ['held', 'captured', 'of others']) {
    const stay = { ...asked, sessionId: `ses_${name}`, idempotencyKey: `key ${name}` };
    const { paymentIntentId } = await books.payments.createIntent(stay);
    books.stripe.driver.authorise(paymentIntentId);
    intents.push(paymentIntentId);
  }
  const [held = '', captured = '', ofOthers = ''] = intents;
  Object.assign(books.stripe.intents.get(ofOthers) ?? {}, { metadata: {} });
  for (const paymentIntentId of [captured, ofOthers])
    await books.payments.capture({
      ...{ paymentIntentId, livemode: false, amountMinor: 300, currency: 'cad' },
      feeOf: () => 0,
      idempotencyKey: `capture ${paymentIntentId}`,
    });
  await books.compare();
  expect(await openOf(held, captured)).toEqual(['stay_missing  300 cad', 'stay_missing  300 cad']);
  expect(await openOf(ofOthers)).toEqual([]);
  expect(books.stripe.intents.get(held)).toMatchObject({ status: 'requires_capture' });
});

test('a payment for a longer stay that waits to be released is no difference', async () => {
  const { sessionId } = await books.begin('cad');
  const { paymentIntentId } = await books.payments.createIntent({
    ...{ amountMinor: 300, currency: 'cad', livemode: false, payee: null, rehearsal: null },
    ...{ sessionId, idempotencyKey: 'longer' },
  });
  books.stripe.driver.authorise(paymentIntentId);
  await books.database.sql(
    `insert into spare_intents (spare_id, session_id, operator_id, livemode, payment_intent_id,
       amount_minor)
     select 'spare_1', session_id, operator_id, livemode, $2, 300
     from sessions where session_id = $1`,
    [sessionId, paymentIntentId],
  );
  await books.compare();
  expect(await openOf(paymentIntentId)).toEqual([]);
});

test('a capture that is missing there is found only once it cannot come any more', async () => {
  const [missing, late] = [await books.paid('cad'), await books.paid('cad')];
  takeOut(missing, 'charge');
  const [line] = takeOut(late, 'charge');
  for (const days of [1, 2]) {
    await books.compare(days);
    expect(await openOf(missing.intent, late.intent)).toEqual([]);
  }
  if (line) books.stripe.lines.push(line);
  await books.compare(3);
  expect(await openOf(missing.intent, late.intent)).toEqual(['capture_absent 205 0 cad']);
});

test('what somebody captured of a stay that goes on is found, and the stay goes on', async () => {
  const stay = await books.begin('cad');
  await books.payments.capture({
    ...{ paymentIntentId: stay.intent, livemode: false, amountMinor: 200, currency: 'cad' },
    feeOf: () => 0,
    idempotencyKey: 'by hand',
  });
  const before = await stored(stay);
  await books.compare();
  expect(await openOf(stay.intent)).toEqual(['capture_not_noted 0 200 cad']);
  expect(await stored(stay)).toEqual(before);
});

test.each(CURRENCIES)('in %s refunds that differ are found', async (currency) => {
  const units = { cad: 0.6, jpy: 60, kwd: 0.06 }[currency];
  const [amount, fee, reversal, unknown] = [
    await books.paid(currency, account),
    await books.paid(currency, account),
    await books.paid(currency, account),
    await books.paid(currency, account),
  ];
  const ids: string[] = [];
  for (const stay of [amount, fee, reversal]) ids.push(await books.refund(stay, units));
  Object.assign(lineOf(amount, 'refund').source, { amount: 50 });
  Object.assign(
    books.stripe.lines.find(
      ({ source }) =>
        source.object === 'fee_refund' &&
        JSON.stringify(source.metadata).includes(ids[1] ?? 'none'),
    )?.source ?? {},
    { amount: 30 },
  );
  Object.assign(lineOf(reversal, 'transfer_refund').source, { amount: 40 });
  const order = { paymentIntentId: unknown.intent, livemode: false, amountMinor: 60, currency };
  await books.payments.refund({ ...order, feeMinor: 0, idempotencyKey: `re_no_${currency}` });
  const before = await Promise.all([amount, fee, reversal, unknown].map(stored));
  await books.compare();
  expect(await openOf(ids[0] ?? '')).toEqual([`refund_differs 60 50 ${currency}`]);
  // Of dinars, Stripe takes no smaller step than ten.
  const back = currency === 'kwd' ? 10 : 6;
  expect(await openOf(ids[1] ?? '')).toEqual([`fee_differs ${back} 30 ${currency}`]);
  expect(await openOf(ids[2] ?? '')).toEqual([`transfer_differs 60 40 ${currency}`]);
  expect(await openOf(`re_no_${currency}`)).toEqual([`refund_unknown  60 ${currency}`]);
  expect(await Promise.all([amount, fee, reversal, unknown].map(stored))).toEqual(before);
});

test('a refund that is missing there is found once it cannot come any more', async () => {
  const stay = await books.paid('cad');
  const refundId = await books.refund(stay, 0.6);
  takeOut(stay, 'refund');
  for (const [days, found] of [
    [1, []],
    [2, []],
    [3, ['refund_absent 60 0 cad']],
  ] as const) {
    await books.compare(days);
    expect(await openOf(refundId)).toEqual(found);
  }
});

test('a refund that somebody made at Stripe by hand is found under its name there', async () => {
  const stay = await books.paid('cad');
  const order = { paymentIntentId: stay.intent, livemode: false, amountMinor: 60, currency: 'cad' };
  await books.payments.refund({ ...order, feeMinor: 0, idempotencyKey: 're_by_hand' });
  Object.assign(lineOf(stay, 'refund').source, { metadata: {} });
  await books.compare();
  const [{ id } = { id: '' }] = books.stripe.refundsOf(stay.intent);
  expect(await openOf(id)).toEqual(['refund_unknown  60 cad']);
});

test('the same books again change nothing', async () => {
  const findings = () =>
    books.database.sql('select * from reconciliation_findings order by kind, subject');
  const entries = () => books.database.sql('select * from ledger order by entry_id');
  await books.compare(3);
  const before = [await findings(), await entries()];
  await books.compare(3);
  await books.compare(4);
  expect([await findings(), await entries()]).toEqual(before);
});

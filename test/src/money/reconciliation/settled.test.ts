import { afterAll, beforeAll, expect, test } from 'vitest';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { type Books, CURRENCIES, openBooks, type Stay } from './stage.ts';

// What differs and can be finished without a guess is finished: Stripe is asked what it did, and
// nothing is written that it does not confirm.

await awayFromWholeHour();

let books: Books;
let account: string;
beforeAll(async () => {
  books = await openBooks('stripe');
  account = books.stripe.addAccount(false).id;
});
afterAll(() => books.stop());

const HELD = { status: 'requires_capture', capturable: 300 } as const;
const intentOf = ({ intent }: Stay) => books.stripe.intents.get(intent);
/** As if Stripe had never been asked to cancel it, and the driver authorised it afterwards. */
function holdBack(stay: Stay): void {
  books.stripe.forgetKeys();
  Object.assign(intentOf(stay) ?? {}, HELD);
}

const stayOf = async ({ sessionId }: Stay) =>
  (await books.call('GET', `sessions/${sessionId}`)).session;

test('money that is held back for a stay that is over is released, and no other', async () => {
  const over = await books.unauthorised('cad');
  const [live, owing] = [await books.begin('cad'), await books.begin('cad')];
  books.stripe.driver.refuse(owing.intent, 'insufficient_funds');
  await expect(books.end(owing)).rejects.toThrow('502');
  holdBack(over);
  await books.compare();
  expect(intentOf(over)).toMatchObject({ status: 'canceled' });
  expect(await books.settled(over.intent)).toEqual([{ kind: 'authorisation_held', how: 'voided' }]);
  for (const stay of [live, owing]) {
    expect(intentOf(stay)).toMatchObject({ status: 'requires_capture' });
    expect(await books.settled(stay.intent)).toEqual([]);
  }
  books.stripe.driver.refuse(owing.intent, null);
  await books.end(owing);
});

test.each(CURRENCIES)(
  'in %s what was captured and not noted is noted as taken',
  async (currency) => {
    const stay = await books.begin(currency, account);
    books.stripe.fail(new RegExp(`POST .*${stay.intent}/capture`), 'gone after', 2);
    await expect(books.end(stay)).rejects.toThrow('502');
    expect(intentOf(stay)).toMatchObject({ status: 'succeeded' });
    await books.compare();
    expect(await books.settled(stay.intent)).toEqual([
      { kind: 'capture_not_noted', how: 'captured' },
    ]);
    expect(await stayOf(stay)).toMatchObject({ status: 'completed', payment_status: 'captured' });
    await books.compare(2);
    expect(await books.open()).toEqual([]);
  },
);

test('a refund that was paid and not noted is noted, once', async () => {
  const stay = await books.paid('cad', account);
  books.stripe.fail(/POST refunds/, 'gone after', 2);
  await expect(books.refund(stay, 0.6)).rejects.toThrow('502');
  const [row] = await books.database.sql<{ id: string }>(
    'select refund_id as id from refunds where session_id = $1',
    [stay.sessionId],
  );
  await books.compare();
  const refundId = row?.id ?? '';
  expect(await books.settled(refundId)).toEqual([{ kind: 'refund_not_noted', how: 'refunded' }]);
  expect(books.stripe.refundsOf(stay.intent)).toHaveLength(1);
  await books.compare(2);
  expect(await books.open()).toEqual([]);
});

test.each(CURRENCIES)(
  'in %s a refund that came back is taken back, and its operator paid',
  async (currency) => {
    const units = { cad: 0.6, jpy: 60, kwd: 0.06 }[currency];
    const before = books.stripe.balanceOf(account);
    const stay = await books.paid(currency, account);
    const whole = books.stripe.balanceOf(account) - before;
    const refundId = await books.refund(stay, units);
    books.stripe.driver.failRefund(stay.intent);
    await books.compare(1);
    await books.compare(2);
    expect(await books.settled(refundId)).toEqual([
      { kind: 'refund_absent', how: 'taken_back' },
      { kind: 'reversal_open', how: 'paid_back' },
    ]);
    expect(books.stripe.balanceOf(account) - before).toBe(whole);
    // Also where Stripe has forgotten the key, and what was found is forgotten here.
    books.stripe.forgetKeys();
    const order = { refundId, payee: account, livemode: false, amountMinor: 50, currency };
    await books.payments.books.payBack(order);
    expect(books.stripe.balanceOf(account) - before).toBe(whole);
    await books.database.sql('delete from reconciliation_findings where subject = $1', [refundId]);
    await books.compare(2);
    await books.compare(3);
    expect(books.stripe.balanceOf(account) - before).toBe(whole);
    expect(await books.open()).toEqual([]);
  },
);

test('what fails while it is settled stays open, and is settled the next time', async () => {
  const [first, second] = [await books.unauthorised('cad'), await books.unauthorised('cad')];
  for (const stay of [first, second]) holdBack(stay);
  books.stripe.fail(new RegExp(`GET payment_intents/${first.intent}`), '500 before', 1);
  await books.compare();
  expect(await books.open()).toEqual(['authorisation_held 0 300']);
  expect(intentOf(second)).toMatchObject({ status: 'canceled' });
  await books.compare();
  expect(await books.open()).toEqual([]);
  expect(intentOf(first)).toMatchObject({ status: 'canceled' });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Books, openBooks, type Stay } from '../../src/money/reconciliation/stage.ts';
import { awayFromWholeHour } from '../../stage/away-from-whole-hour.ts';
import { openVisitor } from '../dashboard/visitor.ts';

// An operator sees what differs in the payments of its own stays, and nothing of anybody else.

await awayFromWholeHour();

let books: Books;
let amount: Stay;
let refund: { stay: Stay; id: string };
beforeAll(async () => {
  books = await openBooks('stripe');
  amount = await books.paid('cad');
  const stay = await books.paid('jpy');
  refund = { stay, id: await books.refund(stay, 50) };
});
afterAll(() => books.stop());

const standing = async () => (await books.call('GET', 'reconciliation')).reconciliation;
const list = (query = '') => books.call('GET', `reconciliation/findings${query}`);
const PAGE = '/dashboard/reconciliation?mode=test';

function lineOf(stay: Stay, type: string) {
  const line = books.linesOf(stay).find((one) => one.type === type);
  if (line === undefined) throw new Error(`no ${type} of ${stay.intent}`);
  return line;
}

test('before a day was compared it is not known whether anything differs', async () => {
  expect(await standing()).toEqual({ compared_at: null, open_count: 0 });
  const viewer = await openVisitor(books.api, { ...books.key, role: 'manager' });
  expect((await viewer.get(PAGE)).text).toContain('Nothing was compared yet.');
});

test('what differs is listed in words, with both amounts, the stay and the refund', async () => {
  Object.assign(lineOf(amount, 'charge').source, { amount_captured: 190 });
  Object.assign(lineOf(refund.stay, 'refund').source, { amount: 40 });
  // A payment whose stay is not here is nobody's.
  const asked = { amountMinor: 300, currency: 'cad', livemode: false, payee: null };
  const { paymentIntentId } = await books.payments.createIntent({
    ...{ ...asked, rehearsal: null, sessionId: 'ses_none', idempotencyKey: 'none' },
  });
  books.stripe.driver.authorise(paymentIntentId);
  await books.compare();
  const { data, has_more: more } = await list();
  expect(more).toBe(false);
  const ofAmount = data.find((one: { kind: string }) => one.kind === 'capture_differs');
  expect(ofAmount).toMatchObject({
    ...{ session_id: amount.sessionId, ours: 2.05, theirs: 1.9, currency: 'cad', status: 'open' },
    ...{ refund_id: null, settled_at: null, settled_as: null },
    says: 'the processor took another amount than is noted here',
  });
  const ofRefund = data.find((one: { kind: string }) => one.kind === 'refund_differs');
  expect(ofRefund).toMatchObject({ refund_id: refund.id, ours: 50, theirs: 40, currency: 'jpy' });
  expect(data.length).toBe(2);
  expect((await books.findings()).length).toBe(3);
  expect(await standing()).toMatchObject({ compared_at: expect.any(String), open_count: 2 });
});

test('pages lead on from one to the next, and the page of the dashboard shows the same', async () => {
  const first = await list('?limit=1');
  expect(first.has_more).toBe(true);
  const second = await list(`?limit=1&cursor=${first.next_cursor}`);
  expect(second.data[0].id).not.toBe(first.data[0].id);
  const { text } = await (await openVisitor(books.api, books.key)).get(PAGE);
  expect(text).toContain('2 differences open');
  expect(text).toContain(`href="/dashboard/stays/${amount.sessionId}?mode=test"`);
  expect(text).toMatch(/CAD\u00a02\.05<\/td>[\s\S]*CAD\u00a01\.90</);
  expect(text).not.toContain(amount.intent);
});

test('what no longer differs is settled, and can be left out', async () => {
  await books.database.sql(
    "update reconciliation_findings set settled_at = now(), how = 'agrees' where subject = $1",
    [amount.intent],
  );
  const { data } = await list('?status=settled');
  expect(data).toMatchObject([{ session_id: amount.sessionId, settled_as: 'agrees' }]);
  expect((await list('?status=open')).data).toMatchObject([{ refund_id: refund.id }]);
});

test('nobody else sees it: no other operator, no other mode, no fleet', async () => {
  const { api, key } = books;
  const { operatorId } = key;
  const others = [await api.createKey({ mode: 'test' }), await api.createKey({ operatorId })];
  for (const { secret } of others) {
    const answer = await api.request('GET', '/api/v1/reconciliation/findings', { key: secret });
    expect(answer.body.data).toEqual([]);
    const whole = await api.request('GET', '/api/v1/reconciliation', { key: secret });
    expect(whole.body.reconciliation.open_count).toBe(0);
  }
  const fleet = await api.createKey({ operatorId, fleetId: 'fleet_1', mode: 'test' });
  for (const path of ['', '/findings'])
    expect(
      (await api.request('GET', `/api/v1/reconciliation${path}`, { key: fleet.secret })).status,
    ).toBe(403);
});

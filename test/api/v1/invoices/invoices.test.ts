import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import {
  bill,
  dueMonth,
  heldPlans,
  LAST,
  LAST_FROM,
  newPayer,
  rehearse,
  THIS_FROM,
} from '../../../src/money/invoices/billing.ts';
import { addCharge, createdAt } from '../../../src/money/usage/ledger.ts';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { type NewTestKey, startTestApi, type TestApi, type TestKey } from '../../client.ts';

const PATH = '/api/v1/invoices';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
await awayFromWholeHour();

const get = (key: TestKey, path = '', query = {}) =>
  api.request('GET', `${PATH}${path}`, { key: key.secret, query });
const keyOf = ({ operatorId }: Principal, more: NewTestKey = {}) =>
  api.createKey({ operatorId, ...more });

async function newDebtor(months = 1): Promise<Principal> {
  const caller = await newPayer(api.database);
  await createdAt(api.database, caller.operatorId, `${dueMonth(months)}-01T00:00:00Z`);
  for (let month = 1; month <= months; month += 1)
    await addCharge(api.database, caller, { at: `${dueMonth(month)}-11T00:00:00Z` });
  return caller;
}

test('an invoice is listed without lines and looked up with them and its receipt', async () => {
  const caller = await newDebtor();
  await heldPlans(api.database, caller, [{ at: LAST_FROM, plan: 'pro', priceCents: 9_900 }]);
  await bill(api.database);
  const key = await keyOf(caller);
  const { status, body } = await get(key);
  expect(status).toBe(200);
  expect(body).toMatchObject({ has_more: false, next_cursor: null });
  const [listed, ...others] = body.data;
  expect(others).toEqual([]);
  expect(listed).toEqual({
    id: expect.stringMatching(/^inv_[0-9a-f]{32}$/),
    period: { from: LAST_FROM, to: THIS_FROM },
    status: 'paid',
    currency: 'usd',
    total_cents: 9_910,
    issued_at: expect.any(String),
    due_at: expect.any(String),
    paid_at: expect.any(String),
  });
  const one = await get(key, `/${listed.id}`);
  expect(one.status).toBe(200);
  expect(one.body.invoice).toEqual({
    ...listed,
    operator: { id: caller.operatorId, name: 'Acme' },
    blocks_at: expect.any(String),
    pay_url: null,
    lines: [
      {
        ...{ kind: 'plan', plan: 'pro', endpoint: null },
        ...{ unit_price_cents: 9_900, quantity: 1, amount_cents: 9_900 },
      },
      {
        ...{ kind: 'answers', plan: null, endpoint: '/api/v2/intelligence/market-rate' },
        ...{ unit_price_cents: 10, quantity: 1, amount_cents: 10 },
      },
    ],
    fees_kept: [],
    receipt: {
      paid_at: listed.paid_at,
      paid_cents: 9_910,
      processor_invoice_id: expect.any(String),
    },
  });
});

test('an invoice is due 14 days after it was issued, and has no receipt before it is paid', async () => {
  const caller = await newDebtor();
  await rehearse(api.database, caller, 'open');
  await bill(api.database);
  const key = await keyOf(caller);
  const [{ id }] = (await get(key)).body.data;
  const { invoice } = (await get(key, `/${id}`)).body;
  expect(invoice).toMatchObject({ status: 'open', paid_at: null, receipt: null });
  const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
  expect(days(invoice.issued_at, invoice.due_at)).toBe(14);
  expect(days(invoice.due_at, invoice.blocks_at)).toBe(7);
});

test('a list is read page by page, the newest month first', async () => {
  const caller = await newDebtor(3);
  await bill(api.database);
  const key = await keyOf(caller);
  const all = (await get(key)).body.data;
  expect(all.map(({ period }: { period: { from: string } }) => period.from.slice(0, 7))).toEqual([
    LAST,
    dueMonth(2),
    dueMonth(3),
  ]);
  const first = (await get(key, '', { limit: 2 })).body;
  expect(first).toMatchObject({ data: all.slice(0, 2), has_more: true });
  const second = (await get(key, '', { limit: 2, cursor: first.next_cursor })).body;
  expect(second).toMatchObject({ data: all.slice(2), has_more: false, next_cursor: null });
  expect((await get(key, '', { cursor: 'x' })).status).toBe(400);
});

test('other operators, fleets and test keys see none of it', async () => {
  const caller = await newDebtor();
  await bill(api.database);
  const [{ id }] = (await get(await keyOf(caller))).body.data;
  const stranger = await api.createKey();
  const sandbox = await keyOf(caller, { mode: 'test' });
  for (const key of [stranger, sandbox]) {
    expect((await get(key)).body.data).toEqual([]);
    expect((await get(key, `/${id}`)).status).toBe(404);
  }
  const fleet = await keyOf(caller, { fleetId: 'vans' });
  expect((await get(fleet)).status).toBe(403);
  expect((await get(fleet, `/${id}`)).status).toBe(403);
});

test('an invoice that the processor does not have yet is not shown', async () => {
  const caller = await newDebtor();
  await rehearse(api.database, caller, 'down');
  await bill(api.database);
  const key = await keyOf(caller);
  expect((await get(key)).body.data).toEqual([]);
  const [{ invoice_id } = { invoice_id: '' }] = await api.database.sql<{ invoice_id: string }>(
    'select invoice_id from invoices where operator_id = $1',
    [caller.operatorId],
  );
  expect((await get(key, `/${invoice_id}`)).status).toBe(404);
});

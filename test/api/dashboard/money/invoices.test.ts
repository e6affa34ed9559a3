import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import {
  bill,
  heldPlans,
  issuedDaysAgo,
  LAST,
  LAST_FROM,
  newPayer,
  rehearse,
} from '../../../src/money/invoices/billing.ts';
import { addCharge } from '../../../src/money/usage/ledger.ts';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { startTestApi, type TestApi } from '../../client.ts';
import { openVisitor } from '../visitor.ts';

const PATH = '/dashboard/invoices';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
await awayFromWholeHour();

const UNPAID = {
  processorInvoiceId: 'in_unpaid',
  status: 'open',
  payUrl: 'https://pay.example/1',
} as const;

/** An operator with an invoice of a plan and an answer, for the last month. */
async function newDebtor(rehearsal: 'open' | 'none' = 'none'): Promise<Principal> {
  const caller = await newPayer(api.database);
  await rehearse(api.database, caller, rehearsal);
  await addCharge(api.database, caller, { at: `${LAST}-11T00:00:00Z` });
  await heldPlans(api.database, caller, [{ at: LAST_FROM, plan: 'pro', priceCents: 9_900 }]);
  await bill(api.database, rehearsal === 'open' ? { issue: async () => UNPAID } : {});
  return caller;
}

test('an invoice is listed and shown with its lines, as the API has it', async () => {
  const { operatorId } = await newDebtor();
  const visitor = await openVisitor(api, { operatorId, role: 'viewer' });
  const key = await api.createKey({ operatorId });
  const listed = await api.request('GET', '/api/v1/invoices', { key: key.secret });
  const [{ id, total_cents: total }] = listed.body.data;
  const dollars = `USD\u00a0${(total / 100).toFixed(2)}`;
  expect((await visitor.get(PATH)).text).toContain(dollars);
  const { status, text } = await visitor.get(`${PATH}/${id}`);
  expect(status).toBe(200);
  expect(text).toContain('Plan Pro');
  expect(text).toContain('USD\u00a099.00');
  expect(text).toContain(dollars);
  expect(text).toContain('Receipt of the processor');
});

test('an overdue invoice leads to where it is paid, and says what it stops', async () => {
  const debtor = await newDebtor('open');
  const visitor = await openVisitor(api, debtor);
  await issuedDaysAgo(api.database, debtor, 15);
  const list = await visitor.get(PATH);
  expect(list.text).toContain('overdue');
  const [path = ''] = /\/dashboard\/invoices\/inv_[0-9a-f]{32}/.exec(list.text) ?? [];
  const { text } = await visitor.get(path);
  expect(text).toContain('href="https://pay.example/1"');
  expect(text).toContain('no higher plan is sold');
  await issuedDaysAgo(api.database, debtor, 15);
  expect((await visitor.get(PATH)).text).toContain('Priced answers of live keys are stopped');
});

test('the test mode owes nothing', async () => {
  const visitor = await openVisitor(api, await newDebtor());
  expect((await visitor.get(`${PATH}?mode=test`)).text).toContain('Test mode owes nothing');
});

import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import type { InvoiceGateway } from '../../../../src/money/invoices/invoice-gateway.ts';
import { createStripeInvoices } from '../../../../src/money/invoices/stripe-invoices.ts';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { startStripeServer } from '../../../stripe-server/start.ts';
import { settingsFor } from '../payments/processors.ts';
import { addCharge } from '../usage/ledger.ts';
import { bill, heldPlans, invoicesOf, issue, issuedDaysAgo, LAST, newPayer } from './billing.ts';

// Invoices of an operator that bought the plan pro and 2 answers, through the real library.

let database: TestDatabase;
let stripe: Awaited<ReturnType<typeof startStripeServer>>;
let gateway: InvoiceGateway;
beforeAll(async () => {
  database = await openTestDatabase();
  stripe = await startStripeServer();
  gateway = createStripeInvoices(settingsFor(stripe.apiBase), { log: pino({ level: 'silent' }) });
});
beforeEach(() => stripe.mend());
afterAll(async () => {
  await stripe.stop();
  await database.drop();
});
await awayFromWholeHour();

const MIDDLE = `${LAST}-15T12:00:00Z`;

async function debtor(email: string | null = 'books@acme.example'): Promise<Principal> {
  const caller = await newPayer(database);
  await database.sql('update operators set email = $2 where operator_id = $1', [
    caller.operatorId,
    email,
  ]);
  await heldPlans(database, caller, [{ at: MIDDLE, plan: 'pro', priceCents: 9_900 }]);
  for (const at of [MIDDLE, MIDDLE]) await addCharge(database, caller, { at });
  return caller;
}

const billed = async (caller: Principal) => (await invoicesOf(database, caller))[0];
const again = async () => {
  await database.sql('update setbacks set retry_at = now()');
  await issue(database, gateway);
};
/** What Stripe has of an operator. */
const atStripe = async (caller: Principal) => {
  const [customer] = await database.sql<{ id: string }>(
    'select customer_id as id from processor_customers where operator_id = $1',
    [caller.operatorId],
  );
  return [...stripe.invoices.values()].filter((invoice) => invoice.customer === customer?.id);
};

test('an invoice is sent with its lines, and open until it is paid there', async () => {
  const caller = await debtor();
  await bill(database, gateway);
  const [sent, ...others] = await atStripe(caller);
  expect(others).toEqual([]);
  expect(sent).toMatchObject({
    status: 'open',
    sentTo: ['books@acme.example'],
    lines: [
      { amount: 9_900, description: 'Plan pro' },
      { amount: 20, description: '2 answers of /api/v2/intelligence/market-rate at 0.10 USD' },
    ],
  });
  expect(await billed(caller)).toMatchObject({
    status: 'open',
    totalCents: 9_920,
    processorInvoiceId: sent?.id,
    payUrl: `https://invoice.example/${sent?.id}`,
  });
  await issue(database, gateway);
  expect(await billed(caller)).toMatchObject({ status: 'open' });
  stripe.driver.payInvoice(sent?.id ?? '');
  await issue(database, gateway);
  expect(await billed(caller)).toMatchObject({ status: 'paid', payUrl: null });
});

test('one that was taken back at Stripe is void, and stops nothing', async () => {
  const caller = await debtor();
  await bill(database, gateway);
  await issuedDaysAgo(database, caller, 30);
  expect(await billed(caller)).toMatchObject({ status: 'overdue' });
  const [sent] = await atStripe(caller);
  stripe.driver.voidInvoice(sent?.id ?? '');
  await issue(database, gateway);
  expect(await billed(caller)).toMatchObject({ status: 'void', paidAt: null, payUrl: null });
  const [plan] = await database.db.query<{ overdueInvoiceId: string | null }>('plan_find', {
    operatorId: caller.operatorId,
  });
  expect(plan?.overdueInvoiceId).toBeNull();
});

const STEPS = ['customers', 'invoices', 'add_lines', 'finalize', 'send'];

test.each(STEPS)(
  'an answer that is lost at the step %s makes one invoice and one customer',
  async (step) => {
    const caller = await debtor();
    stripe.fail(new RegExp(`POST .*${step}$`), 'gone after', 2);
    const { size } = stripe.customers;
    await bill(database, gateway);
    expect(await billed(caller)).toBeUndefined();
    await again();
    expect(await billed(caller)).toMatchObject({ status: 'open', totalCents: 9_920 });
    const found = await atStripe(caller);
    expect(found.map(({ lines }) => lines.length)).toEqual([2]);
    expect(stripe.customers.size).toBe(size + 1);
  },
);

test.each(STEPS.slice(1))(
  'a day after the step %s failed there is still one invoice',
  async (step) => {
    const caller = await debtor();
    stripe.fail(new RegExp(`POST .*${step}$`), '500 after');
    await bill(database, gateway);
    stripe.forgetKeys();
    await again();
    expect(await billed(caller)).toMatchObject({ status: 'open' });
    const found = await atStripe(caller);
    expect(found.map(({ lines, status }) => [lines.length, status])).toEqual([[2, 'open']]);
  },
);

test('an operator without an address has no invoice yet, and keeps no other from its own', async () => {
  const [silent, other] = [await debtor(null), await debtor()];
  await bill(database, gateway);
  expect(await billed(silent)).toBeUndefined();
  expect(await billed(other)).toMatchObject({ status: 'open' });
  await database.sql("update operators set email = 'late@acme.example' where operator_id = $1", [
    silent.operatorId,
  ]);
  await again();
  expect((await atStripe(silent)).map(({ sentTo }) => sentTo)).toEqual([['late@acme.example']]);
});

test('the next invoice goes to the address that the operator has then', async () => {
  const caller = await debtor();
  const payer = { operatorId: caller.operatorId, name: 'Acme', customerId: null };
  const id = await gateway.customerOf({ ...payer, email: 'old@acme.example' });
  const known = await gateway.customerOf({ ...payer, customerId: id, email: 'new@acme.example' });
  expect(known).toBe(id);
  expect(stripe.customers.get(id ?? '')?.email).toBe('new@acme.example');
});

test('a customer of another account of Stripe is made here', async () => {
  const { operatorId } = await debtor();
  const payer = { operatorId, name: 'Acme', email: 'a@acme.example', customerId: 'cus_other' };
  const id = await gateway.customerOf(payer);
  expect(stripe.customers.has(id ?? '')).toBe(true);
});

test('nothing is asked of Stripe where nothing is due', async () => {
  const before = stripe.requests.length;
  const issued = await gateway.issue({
    operatorId: 'op_1',
    customerId: 'cus_1',
    month: LAST,
    currency: 'usd',
    totalCents: 0,
    lines: [],
    idempotencyKey: 'inv_1',
  });
  expect(issued).toEqual({ processorInvoiceId: 'nothing_inv_1', status: 'paid', payUrl: null });
  expect(stripe.requests.length).toBe(before);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { DUE_DAYS, GRACE_DAYS } from '../../../src/money/invoices/invoice.ts';
import {
  bill,
  issue,
  issuedDaysAgo,
  LAST_FROM,
  rehearse,
} from '../../src/money/invoices/billing.ts';
import { addCharge, createdAt } from '../../src/money/usage/ledger.ts';
import { awayFromWholeHour } from '../../stage/away-from-whole-hour.ts';
import type { TestKey } from '../client.ts';
import { openSale, type Sale } from './sample-sale.ts';

const IDEMPOTENT = { headers: { 'idempotency-key': 'once' } };

let sale: Sale;
beforeAll(async () => {
  sale = await openSale();
});
afterAll(() => sale.api.stop());
await awayFromWholeHour();

/** A key whose operator has not paid for the last month, so many days after the invoice. */
async function newDebtor(days: number): Promise<TestKey> {
  const { database } = sale.api;
  const key = await sale.api.createKey();
  await createdAt(database, key.operatorId, LAST_FROM);
  await addCharge(database, key, { at: LAST_FROM });
  await rehearse(database, key, 'open');
  await bill(database);
  expect((await sale.ask(key, {}, IDEMPOTENT)).status).toBe(200);
  await issuedDaysAgo(database, key, days);
  return key;
}

/** The same, once the API knows that its answers are stopped: keys are remembered for a moment. */
async function newStopped(): Promise<TestKey> {
  const key = await newDebtor(DUE_DAYS + GRACE_DAYS);
  const asked = { place: 'there', dry_run: true };
  await expect.poll(async () => (await sale.ask(key, asked)).status).toBe(403);
  return key;
}

async function invoiceOf({ operatorId }: TestKey): Promise<string | undefined> {
  const [invoice] = await sale.api.database.sql<{ invoice_id: string }>(
    'select invoice_id from invoices where operator_id = $1',
    [operatorId],
  );
  return invoice?.invoice_id;
}

test('until its grace is over an unpaid invoice stops nothing', async () => {
  const key = await newDebtor(DUE_DAYS + GRACE_DAYS - 1);
  expect((await sale.ask(key, { place: 'there' })).status).toBe(200);
});

test('after that priced answers are refused, also to dry runs and HEAD, and cost nothing', async () => {
  const key = await newStopped();
  const charged = await sale.chargesOf(key);
  const { status, body } = await sale.ask(key, { place: 'there' });
  expect(status).toBe(403);
  expect(body.error).toMatchObject({
    code: 'FORBIDDEN',
    details: { reason: 'invoice_overdue', invoice_id: await invoiceOf(key) },
  });
  expect((await sale.ask(key, { place: 'there', dry_run: true })).status).toBe(403);
  const path = '/api/v2/intelligence/reading';
  const head = { key: key.secret, query: { place: 'there' } };
  expect((await sale.api.request('HEAD', path, head)).status).toBe(403);
  expect(await sale.chargesOf(key)).toEqual(charged);
});

test('what was paid before is still answered to a repeat, and test keys are not stopped', async () => {
  const key = await newStopped();
  const repeated = await sale.ask(key, {}, IDEMPOTENT);
  expect(repeated.status).toBe(200);
  expect(repeated.body.meta.cost_cents).toBe(0);
  const sandbox = await sale.api.createKey({ operatorId: key.operatorId, mode: 'test' });
  expect((await sale.ask(sandbox)).status).toBe(200);
});

test('it ends as soon as the invoice is paid', async () => {
  const key = await newStopped();
  expect((await sale.ask(key, { place: 'there' })).status).toBe(403);
  await rehearse(sale.api.database, key, 'none');
  await issue(sale.api.database);
  const asked = async () => (await sale.ask(key, { place: 'there' })).status;
  await expect.poll(asked, { timeout: 10_000 }).toBe(200);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCharge } from '../usage/ledger.ts';
import { bill, invoicesOf, LAST_FROM, newPayer, rehearse } from './billing.ts';

let database: TestDatabase;
let invoiceId: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
await awayFromWholeHour();

beforeEach(async () => {
  const caller = await newPayer(database);
  await addCharge(database, caller, { at: LAST_FROM });
  await rehearse(database, caller, 'open');
  await bill(database);
  invoiceId = (await invoicesOf(database, caller))[0]?.invoiceId ?? '';
});

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Error) => error.message,
  );

test.each([
  'update invoices set total_cents = 0 where invoice_id = $1',
  "update invoices set operator_name = 'x' where invoice_id = $1",
  "update invoices set due_at = due_at + interval '1 day' where invoice_id = $1",
  'delete from invoices where invoice_id = $1',
])('not even the owner may: %s', async (statement) => {
  expect(await refusal(database.sql(statement, [invoiceId]))).toContain('stays as it is');
});

test('a payment is written once, and not taken back', async () => {
  await database.sql('update invoices set paid_at = now() where invoice_id = $1', [invoiceId]);
  const back = 'update invoices set paid_at = null where invoice_id = $1';
  expect(await refusal(database.sql(back, [invoiceId]))).toContain('stays as it is');
});

test.each([
  'update invoice_lines set quantity = 2',
  'delete from invoice_lines',
  'truncate invoice_fees',
])('lines and fees are only added: %s', async (statement) => {
  expect(await refusal(database.sql(statement))).toContain('is append-only');
});

test('a total that is not the sum of the lines is refused, in both directions', async () => {
  const line = `insert into invoice_lines values ($1, 9, 'x', null, 1, 1, 1)`;
  expect(await refusal(database.sql(line, [invoiceId]))).toContain('the sum of its lines');
  const alone = `
    with month as (
      insert into closed_usage_months
      select operator_id, from_at - interval '1 month', 'Acme' from invoices where invoice_id = $1
      returning *
    )
    insert into invoices (invoice_id, operator_id, from_at, operator_name, total_cents)
    select 'inv_' || repeat('0', 32), operator_id, from_at, 'Acme', 5 from month`;
  expect(await refusal(database.sql(alone, [invoiceId]))).toContain('the sum of its lines');
});

test('a line is its price times its quantity', async () => {
  const line = `insert into invoice_lines values ($1, 9, 'x', null, 2, 3, 5)`;
  expect(await refusal(database.sql(line, [invoiceId]))).toContain('invoice_lines_amount');
});

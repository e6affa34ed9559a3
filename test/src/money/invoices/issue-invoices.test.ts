import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../../src/kit/errors.ts';
import { closeUsageMonths } from '../../../../src/money/usage/close-usage-months.ts';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addLot } from '../../../stage/fixtures.ts';
import { addStays, stayOf } from '../payouts/ledger.ts';
import { addCharge } from '../usage/ledger.ts';
import {
  bill,
  heldPlans,
  invoicesOf,
  issue,
  LAST,
  LAST_FROM,
  LAST_MICROSECOND,
  newPayer,
  rehearse,
  THIS_FROM,
} from './billing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
await awayFromWholeHour();

const MIDDLE = `${LAST}-15T12:00:00Z`;
const PATH = '/api/v2/intelligence/';

test('an invoice has the plan, then each endpoint and price of its month, and is paid at once', async () => {
  const caller = await newPayer(database);
  await heldPlans(database, caller, [{ at: MIDDLE, plan: 'pro', priceCents: 9_900 }]);
  for (const at of [LAST_FROM, LAST_MICROSECOND]) await addCharge(database, caller, { at });
  await addCharge(database, caller, { at: MIDDLE, cents: 3 });
  await addCharge(database, caller, { at: MIDDLE, cents: 25, endpoint: 'demand-forecast' });
  await addCharge(database, caller, { at: THIS_FROM, cents: 1_000 });
  await bill(database);
  const [invoice, ...others] = await invoicesOf(database, caller);
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({
    operatorName: 'Acme',
    fromAt: new Date(LAST_FROM),
    toAt: new Date(THIS_FROM),
    status: 'paid',
    totalCents: 9_900 + 20 + 3 + 25,
    paidAt: expect.any(Date),
    processorInvoiceId: expect.stringMatching(/^in_sim_/),
    fees: [],
  });
  const market = { endpoint: `${PATH}market-rate`, plan: null };
  expect(invoice?.lines).toEqual([
    { endpoint: null, plan: 'pro', unitCents: 9_900, quantity: 1, amountCents: 9_900 },
    { endpoint: `${PATH}demand-forecast`, plan: null, unitCents: 25, quantity: 1, amountCents: 25 },
    { ...market, unitCents: 10, quantity: 2, amountCents: 20 },
    { ...market, unitCents: 3, quantity: 1, amountCents: 3 },
  ]);
});

test('fees of stays are shown by currency, and are not due again', async () => {
  const caller = await newPayer(database);
  const lotId = await addLot(database, { operator_id: caller.operatorId });
  const capturedAt = new Date(MIDDLE);
  const sums = [
    { currency: 'cad', subtotalMinor: 1_234, feeMinor: 123 },
    { currency: 'cad', subtotalMinor: 1_000, feeMinor: 100 },
    { currency: 'jpy', subtotalMinor: 900, feeMinor: 90 },
  ];
  await addStays(
    database,
    sums.map((sum) => stayOf(caller, { lotId, capturedAt, ...sum })),
  );
  await addStays(database, [stayOf(caller, { lotId, capturedAt: new Date(THIS_FROM) })]);
  await bill(database);
  expect(await invoicesOf(database, caller)).toMatchObject([
    {
      totalCents: 0,
      status: 'paid',
      lines: [],
      fees: [
        { currency: 'cad', grossMinor: 2_234n, platformFeeMinor: 223n },
        { currency: 'jpy', grossMinor: 900n, platformFeeMinor: 90n },
      ],
    },
  ]);
});

test('a month without anything has no invoice, and test charges are on none', async () => {
  const caller = await newPayer(database);
  await bill(database);
  await bill(database);
  expect(await invoicesOf(database, caller)).toEqual([]);
  const waiting = await database.sql('select from unbilled_months where from_at < $1', [THIS_FROM]);
  expect(waiting).toEqual([]);
});

test('a month has one invoice, however many runs there are at once', async () => {
  const caller = await newPayer(database);
  await addCharge(database, caller, { at: MIDDLE });
  await closeUsageMonths(database.pipelines);
  await Promise.all(Array.from({ length: 8 }, () => issue(database)));
  const [invoice, ...others] = await invoicesOf(database, caller);
  expect(others).toEqual([]);
  const atProcessor = await database.sql(
    'select total_cents from simulated_invoices where processor_invoice_id = $1',
    [invoice?.processorInvoiceId],
  );
  expect(atProcessor).toEqual([{ total_cents: 10 }]);
  expect(await auditOf(invoice?.invoiceId)).toEqual(['invoice.issued', 'invoice.paid']);
});

test('no invoice is made before the payouts of its month are closed', async () => {
  const caller = await newPayer(database);
  await addCharge(database, caller, { at: MIDDLE });
  await closeUsageMonths(database.pipelines);
  const [first] = await database.pipelines.query<{ operatorId: string }>('invoices_list_unbilled', {
    settlingSeconds: 40 * 86_400,
    rowLimit: 10,
  });
  expect(first).toBeUndefined();
  await issue(database);
  expect(await invoicesOf(database, caller)).toHaveLength(1);
});

test('a processor that cannot be reached keeps nobody else waiting, and is asked again', async () => {
  const [unlucky, lucky] = [await newPayer(database), await newPayer(database)];
  for (const caller of [unlucky, lucky]) await addCharge(database, caller, { at: MIDDLE });
  await rehearse(database, unlucky, 'down');
  await bill(database);
  expect(await invoicesOf(database, lucky)).toMatchObject([{ status: 'paid' }]);
  expect(await invoicesOf(database, unlucky)).toEqual([]);
  expect(await failing()).toEqual([{ job: 'settle-invoices', retrying: 1, givenUp: 0 }]);
  await rehearse(database, unlucky, 'none');
  await database.sql('delete from setbacks');
  await issue(database);
  expect(await invoicesOf(database, unlucky)).toMatchObject([{ status: 'paid' }]);
});

test('a month that nobody foresaw goes aside, and the others get their invoices', async () => {
  const [odd, usual] = [await newPayer(database), await newPayer(database)];
  for (const caller of [odd, usual]) await addCharge(database, caller, { at: MIDDLE });
  await database.sql(
    `alter table invoices add constraint odd check (operator_id <> '${odd.operatorId}') not valid`,
  );
  await bill(database);
  expect(await invoicesOf(database, usual)).toHaveLength(1);
  expect(await invoicesOf(database, odd)).toEqual([]);
  expect(await failing()).toEqual([{ job: 'issue-invoices', retrying: 1, givenUp: 0 }]);
  await database.sql('alter table invoices drop constraint odd');
  await database.sql('delete from setbacks');
  await issue(database);
  expect(await invoicesOf(database, odd)).toMatchObject([{ totalCents: 10 }]);
});

test('an answer of the processor that was lost is asked for again under the same key', async () => {
  const caller = await newPayer(database);
  await addCharge(database, caller, { at: MIDDLE });
  const keys: string[] = [];
  await bill(database, {
    async issue({ idempotencyKey }) {
      keys.push(idempotencyKey);
      throw new AppError('BAD_GATEWAY', 'no answer');
    },
  });
  await database.sql('delete from setbacks');
  await issue(database, {
    async issue({ idempotencyKey }) {
      keys.push(idempotencyKey);
      return { processorInvoiceId: 'in_test', status: 'paid', payUrl: null };
    },
  });
  const [invoice] = await invoicesOf(database, caller);
  expect(keys).toEqual([invoice?.invoiceId, invoice?.invoiceId]);
});

const failing = () => database.db.query('setbacks_count');

async function auditOf(entityId: string | undefined): Promise<string[]> {
  const rows = await database.sql<{ action: string }>(
    'select action from audit_log where entity_id = $1 order by action',
    [entityId],
  );
  return rows.map(({ action }) => action);
}

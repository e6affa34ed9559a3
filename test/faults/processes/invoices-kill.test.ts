import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childEnvironment } from '../../../src/config.ts';
import { closeUsageMonths } from '../../../src/money/usage/close-usage-months.ts';
import {
  heldPlans,
  invoicesOf,
  issue,
  LAST_FROM,
  newPayer,
} from '../../src/money/invoices/billing.ts';
import { addCharge } from '../../src/money/usage/ledger.ts';
import { awayFromWholeHour } from '../../stage/away-from-whole-hour.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';

const ONE_RUN = fileURLToPath(new URL('./invoices-process.ts', import.meta.url));
const STATEMENTS = [
  'plans_apply',
  'invoices_list_unbilled',
  'invoice_draft',
  'invoices_list_unsettled',
  'invoices_find',
  'simulated_payers_find',
  'simulated_invoices_insert',
  'invoice_note',
];

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
await awayFromWholeHour();

async function runAndDie(statement: string, moment: string): Promise<NodeJS.Signals | null> {
  const args = [ONE_RUN, database.connectionString, statement, moment];
  const child = spawn(process.execPath, args, { env: childEnvironment({}), stdio: 'ignore' });
  const [, signal] = await once(child, 'exit');
  return signal;
}

const POINTS = STATEMENTS.flatMap((statement) =>
  ['before', 'after'].map((moment) => [moment, statement] as const),
);

test.each(POINTS)('a kill %s %s leaves one invoice, paid once', async (moment, statement) => {
  const caller = await newPayer(database);
  await heldPlans(database, caller, [{ at: LAST_FROM, plan: 'pro', priceCents: 9_900 }]);
  await addCharge(database, caller, { at: LAST_FROM });
  await closeUsageMonths(database.pipelines);
  expect(await runAndDie(statement, moment)).toBe('SIGKILL');
  await issue(database);
  await issue(database);
  const [invoice, ...others] = await invoicesOf(database, caller);
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({ status: 'paid', totalCents: 9_910, lines: [{}, {}] });
  const unpaid = await database.sql('select from invoices where paid_at is null');
  expect(unpaid).toEqual([]);
  const [sums] = await database.sql<object>(
    `select count(*)::integer as count, count(distinct processor_invoice_id)::integer as ids,
       (select count(*)::integer from simulated_invoices) as at_processor
     from invoices`,
  );
  const { count } = sums as { count: number };
  expect(sums).toEqual({ count, ids: count, at_processor: count });
  const audited = await database.sql(
    'select action from audit_log where entity_id = $1 order by action',
    [invoice?.invoiceId],
  );
  expect(audited).toEqual([{ action: 'invoice.issued' }, { action: 'invoice.paid' }]);
});

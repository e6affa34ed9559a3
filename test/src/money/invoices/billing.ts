import { pino } from 'pino';
import { newId } from '../../../../src/access/ids.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { findInvoice } from '../../../../src/money/invoices/find-invoice.ts';
import type { InvoiceGateway } from '../../../../src/money/invoices/invoice-gateway.ts';
import { issueInvoices } from '../../../../src/money/invoices/issue-invoices.ts';
import { listInvoices } from '../../../../src/money/invoices/list-invoices.ts';
import { createSimulatedInvoices } from '../../../../src/money/invoices/simulated-invoices.ts';
import { SETTLING_SECONDS } from '../../../../src/money/payouts/payout.ts';
import { closeUsageMonths } from '../../../../src/money/usage/close-usage-months.ts';
import type { TestDatabase } from '../../../stage/database.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { createdAt, monthFromNow } from '../usage/ledger.ts';

export const PRICES = { starter: 2_900, pro: 9_900, enterprise: 49_900 };
/** In the first hour of a month, that before it is the one which is not over yet. */
const SETTLED = new Date(Date.now() - 1_000 * SETTLING_SECONDS);
/** The month so many before the first one without invoices: `dueMonth(1)` is the last with them. */
export const dueMonth = (monthsAgo: number) => monthFromNow(-monthsAgo, SETTLED);
export const LAST = dueMonth(1);
export const THIS = dueMonth(0);
/** The first instant of either. */
export const LAST_FROM = `${LAST}-01T00:00:00.000Z`;
export const THIS_FROM = `${THIS}-01T00:00:00.000Z`;
export const LAST_MICROSECOND = `${LAST}-28T23:59:59.999999Z`;

type Database = Pick<TestDatabase, 'sql'>;

/** An operator since the last month, whose plan was given by agreement. */
export async function newPayer(database: Database): Promise<Principal> {
  const caller = await addCaller(database, { name: 'Acme', plan: 'free' });
  await createdAt(database, caller.operatorId, `${LAST}-01T00:00:00Z`);
  await database.sql('delete from held_plans where operator_id = $1', [caller.operatorId]);
  return caller;
}

/** Writes that an operator held plans, each from an instant on. */
export async function heldPlans(
  { sql }: Database,
  { operatorId }: Pick<Principal, 'operatorId'>,
  plans: readonly { at: string; plan: string; isBought?: boolean; priceCents?: number }[],
): Promise<void> {
  for (const { at, plan, isBought = true, priceCents } of plans)
    await sql(
      `insert into held_plans (operator_id, from_at, plan, is_bought, price_cents)
       values ($1, $2, $3, $4, $5)`,
      [operatorId, at, plan, isBought, priceCents ?? null],
    );
}

/** Closes the months that are over, as if they had ended long ago, and issues their invoices. */
export async function bill(
  database: Pick<TestDatabase, 'pipelines'>,
  more: Partial<InvoiceGateway> = {},
): Promise<void> {
  await closeUsageMonths(database.pipelines);
  await issue(database, more);
}

export function issue(
  { pipelines: db }: Pick<TestDatabase, 'pipelines'>,
  more: Partial<InvoiceGateway> = {},
): Promise<{ rows: number }> {
  const gateway = { ...createSimulatedInvoices(db), ...more };
  return issueInvoices({ db, log: pino({ level: 'silent' }), gateway, prices: PRICES });
}

/** All invoices of an operator, with their lines. */
export async function invoicesOf({ db }: Pick<TestDatabase, 'db'>, caller: Principal) {
  const { rows } = await listInvoices(db, caller, { cursor: null, limit: 100 });
  return Promise.all(rows.map(({ invoiceId }) => findInvoice(db, caller, invoiceId)));
}

/** The processor leaves what the operator owes from now on open, or cannot be reached. */
export async function rehearse(
  { sql }: Database,
  { operatorId }: Pick<Principal, 'operatorId'>,
  rehearsal: 'open' | 'down' | 'none',
): Promise<void> {
  await sql('delete from simulated_payers where operator_id = $1', [operatorId]);
  if (rehearsal !== 'none')
    await sql('insert into simulated_payers values ($1, $2)', [operatorId, rehearsal]);
}

/** Makes an open invoice as old as if it had been issued so many days ago. */
export async function issuedDaysAgo(
  { sql }: Database,
  { operatorId }: Pick<Principal, 'operatorId'>,
  days: number,
): Promise<void> {
  await sql('alter table invoices disable trigger invoices_stay');
  await sql(
    `update invoices set issued_at = issued_at - $2::interval, due_at = due_at - $2::interval,
       blocks_at = blocks_at - $2::interval
     where operator_id = $1 and paid_at is null`,
    [operatorId, `${days} days`],
  );
  await sql('alter table invoices enable trigger invoices_stay');
}

/** Of the invoices that were added, so that two at a time get different months. */
let lastMonth = 0;

/** The id of an issued invoice of an operator, of a month that has none. */
export async function addInvoice(
  { sql }: Database,
  { operatorId }: Pick<Principal, 'operatorId'>,
): Promise<string> {
  const invoiceId = newId('inv');
  lastMonth += 1;
  await sql(
    `with month as (
       insert into closed_usage_months (operator_id, from_at, operator_name)
       values ($2, date_add('2000-01-01Z', make_interval(months => $3), 'UTC'), 'Acme')
       returning *
     )
     insert into invoices (invoice_id, operator_id, from_at, operator_name, total_cents, issued_at,
       due_at, blocks_at, paid_at, asked_at, processor_invoice_id)
     select $1, operator_id, from_at, operator_name, 0, now(), now() + interval '14 days',
       now() + interval '21 days', now(), now(), 'in_' || $1
     from month`,
    [invoiceId, operatorId, lastMonth],
  );
  return invoiceId;
}

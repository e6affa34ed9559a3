import type { Caller } from '../../access/keys/caller.ts';
import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { InvoiceLine, InvoiceWithLines } from './invoice.ts';

/** As the query returns it: `lines` and `fees` are JSON, whose names stay as they are. */
type Row = Omit<InvoiceWithLines, 'lines' | 'fees'> & {
  lines: {
    endpoint: string | null;
    plan: string | null;
    unit_cents: number;
    quantity: number;
    amount_cents: number;
  }[];
  fees: { currency: string; gross_minor: string; platform_fee_minor: string }[];
};

/**
 * One invoice of the caller's operator with its lines. Errors: NOT_FOUND, also for invoices of
 * another operator, for test keys, and before it is issued; FORBIDDEN for a fleet's key.
 */
export async function findInvoice(
  db: Querier,
  caller: Caller,
  invoiceId: string,
): Promise<InvoiceWithLines> {
  refuseFleet(caller, 'invoices');
  const found = caller.livemode
    ? await readInvoice(db, { invoiceId, operatorId: caller.operatorId })
    : undefined;
  if (found === undefined || found.issuedAt === null) throw notFound('invoice');
  return found;
}

/** An invoice, issued or not; undefined when there is none. `operatorId` null: of any operator. */
export async function readInvoice(
  db: Querier,
  asked: { invoiceId: string; operatorId: string | null },
): Promise<InvoiceWithLines | undefined> {
  const [row] = await db.query<Row>('invoices_find', asked);
  if (row === undefined) return undefined;
  return {
    ...row,
    lines: row.lines.map(
      (line): InvoiceLine => ({
        endpoint: line.endpoint,
        plan: line.plan,
        unitCents: line.unit_cents,
        quantity: line.quantity,
        amountCents: line.amount_cents,
      }),
    ),
    fees: row.fees.map((fee) => ({
      currency: fee.currency,
      grossMinor: BigInt(fee.gross_minor),
      platformFeeMinor: BigInt(fee.platform_fee_minor),
    })),
  };
}

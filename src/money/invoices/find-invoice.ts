import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { fromRecord } from '../../stores/row-names.ts';
import type { InvoiceLine, InvoiceWithLines } from './invoice.ts';

/** As the query returns it: the sums of fees are text. */
type Row = Omit<InvoiceWithLines, 'lines' | 'fees'> & { lines: object[]; fees: object[] };
type FeeRow = { currency: string; grossMinor: string; platformFeeMinor: string };

/**
 * One invoice of the caller's operator with its lines. Errors: NOT_FOUND, also for invoices of
 * another operator, for test keys, and before it is issued; FORBIDDEN for a fleet's key.
 */
export async function findInvoice(
  db: Querier,
  caller: Principal,
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
    lines: row.lines.map((line) => fromRecord<InvoiceLine>(line)),
    fees: row.fees.map((record) => {
      const { currency, grossMinor, platformFeeMinor } = fromRecord<FeeRow>(record);
      const [gross, fee] = [BigInt(grossMinor), BigInt(platformFeeMinor)];
      return { currency, grossMinor: gross, platformFeeMinor: fee };
    }),
  };
}

import { secondsInDay } from 'date-fns/constants';
import type { Principal } from '../../access/principals/principal.ts';
import { AppError } from '../../kit/errors.ts';

/** How long after it was issued an invoice is due. */
export const DUE_DAYS = 14;
/** How long after that, unpaid, it stops priced answers. */
export const GRACE_DAYS = 7;
export const DUE_SECONDS = DUE_DAYS * secondsInDay;
export const GRACE_SECONDS = GRACE_DAYS * secondsInDay;

/** What an operator owes for one calendar month (UTC), [fromAt, toAt), in US cents. */
export type Invoice = {
  invoiceId: string;
  fromAt: Date;
  toAt: Date;
  totalCents: number;
  /** null: the processor does not have it yet. */
  issuedAt: Date | null;
  dueAt: Date | null;
  paidAt: Date | null;
  /** By the database's clock: overdue from `dueAt` on. `void`: it was taken back. */
  status: 'open' | 'overdue' | 'paid' | 'void';
};

/** Answers of one endpoint at one price, or the plan of the month. */
export type InvoiceLine = {
  endpoint: string | null;
  plan: string | null;
  unitCents: number;
  quantity: number;
  /** `unitCents` x `quantity`. */
  amountCents: number;
};

/** What was kept of the stays of the month in one currency: paid already, whole minor units. */
export type KeptFee = { currency: string; grossMinor: bigint; platformFeeMinor: bigint };

export type InvoiceWithLines = Invoice & {
  operatorId: string;
  operatorName: string;
  /** Unpaid at this instant, it stops priced answers. */
  blocksAt: Date | null;
  processorInvoiceId: string | null;
  /** Where it is paid; null: nowhere, or nothing is to be done. */
  payUrl: string | null;
  lines: InvoiceLine[];
  fees: KeptFee[];
};

/**
 * FORBIDDEN `invoice_overdue` for a caller whose operator has left an invoice unpaid for too long:
 * it gets no priced answers. What was read with the key says so, at most 30 seconds late; a
 * payment is seen at once.
 */
export function refuseUnpaid({ blockingInvoiceId }: Pick<Principal, 'blockingInvoiceId'>): void {
  if (blockingInvoiceId !== null)
    throw new AppError('FORBIDDEN', 'priced answers wait until the overdue invoice is paid', {
      details: { reason: 'invoice_overdue', invoice_id: blockingInvoiceId },
    });
}

import type { Querier } from '../../stores/postgres.ts';
import { monthName } from '../usage/month.ts';
import { readInvoice } from './find-invoice.ts';
import { DUE_SECONDS, GRACE_SECONDS, type InvoiceWithLines } from './invoice.ts';
import type { InvoiceGateway } from './invoice-gateway.ts';

/**
 * Gives an invoice to the processor if it does not have it yet, and stores whether it is paid.
 * Throws what the processor throws: then the invoice stays as it was.
 */
export async function settleInvoice(
  { db, gateway }: { db: Querier; gateway: InvoiceGateway },
  invoiceId: string,
): Promise<void> {
  const invoice = await readInvoice(db, { invoiceId, operatorId: null });
  if (invoice === undefined) throw new Error(`the invoice ${invoiceId} is gone`);
  const { processorInvoiceId, status } = await stateAt(gateway, invoice);
  await db.query('invoice_note', {
    invoiceId,
    processorInvoiceId,
    isPaid: status === 'paid',
    dueSeconds: DUE_SECONDS,
    graceSeconds: GRACE_SECONDS,
  });
}

async function stateAt(gateway: InvoiceGateway, invoice: InvoiceWithLines) {
  const { processorInvoiceId, operatorId } = invoice;
  if (processorInvoiceId !== null)
    return { processorInvoiceId, ...(await gateway.read({ processorInvoiceId, operatorId })) };
  return gateway.issue({
    operatorId,
    operatorName: invoice.operatorName,
    month: monthName(invoice.fromAt),
    currency: 'usd',
    totalCents: invoice.totalCents,
    lines: invoice.lines,
    idempotencyKey: invoice.invoiceId,
  });
}

import type { Querier } from '../../stores/postgres.ts';
import { monthName } from '../usage/month.ts';
import { readInvoice } from './find-invoice.ts';
import { DUE_SECONDS, GRACE_SECONDS, type InvoiceWithLines } from './invoice.ts';
import type { AskedPayer, InvoiceGateway } from './invoice-gateway.ts';

type Deps = { db: Querier; gateway: InvoiceGateway };

/** Whom an invoice is sent to, and who it is at the processor. */
type Payer = AskedPayer & { customerId: string | null };

/**
 * Gives an invoice to the processor if it does not have it yet, and stores what became of it.
 * Throws what the processor throws: then the invoice stays as it was.
 */
export async function settleInvoice({ db, gateway }: Deps, invoiceId: string): Promise<void> {
  const invoice = await readInvoice(db, { invoiceId, operatorId: null });
  if (invoice === undefined) throw new Error(`the invoice ${invoiceId} is gone`);
  const { processorInvoiceId, status, payUrl } = await stateAt({ db, gateway }, invoice);
  await db.query('invoice_note', {
    invoiceId,
    processorInvoiceId,
    isPaid: status === 'paid',
    isVoid: status === 'void',
    payUrl,
    dueSeconds: DUE_SECONDS,
    graceSeconds: GRACE_SECONDS,
  });
}

async function stateAt({ db, gateway }: Deps, invoice: InvoiceWithLines) {
  const { processorInvoiceId, operatorId } = invoice;
  if (processorInvoiceId !== null)
    return { processorInvoiceId, ...(await gateway.read({ processorInvoiceId, operatorId })) };
  return gateway.issue({
    operatorId,
    customerId: await customerOf({ db, gateway }, operatorId),
    month: monthName(invoice.fromAt),
    currency: 'usd',
    totalCents: invoice.totalCents,
    lines: invoice.lines,
    idempotencyKey: invoice.invoiceId,
  });
}

/** Who the operator is at the processor, where it has customers. */
async function customerOf({ db, gateway }: Deps, operatorId: string): Promise<string | null> {
  const [payer] = await db.query<Payer>('invoice_payer_find', { operatorId });
  if (payer === undefined) throw new Error(`the operator ${operatorId} is gone`);
  const customerId = await gateway.customerOf(payer);
  if (customerId !== null && customerId !== payer.customerId)
    await db.query('processor_customer_note', { operatorId, customerId });
  return customerId;
}

import type { InvoiceLine } from './invoice.ts';

/** An invoice as the processor gets it. */
type AskedInvoice = {
  operatorId: string;
  operatorName: string;
  /** `yyyy-mm`. */
  month: string;
  currency: 'usd';
  /** The sum of `lines`, US cents. */
  totalCents: number;
  lines: readonly InvoiceLine[];
  /** Safe to ask again with: there is one invoice for it. Each step inside derives its own. */
  idempotencyKey: string;
};

type InvoiceState = 'open' | 'paid';

/**
 * What the bill of the platform needs of a processor. Calls that get no answer throw; what they
 * have done by then is found out by asking again.
 */
export type InvoiceGateway = {
  issue(invoice: AskedInvoice): Promise<{ processorInvoiceId: string; status: InvoiceState }>;
  read(issued: {
    processorInvoiceId: string;
    operatorId: string;
  }): Promise<{ status: InvoiceState }>;
};

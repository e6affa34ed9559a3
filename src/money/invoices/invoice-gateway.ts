import type { InvoiceLine } from './invoice.ts';

/** Whom an invoice is sent to. */
export type AskedPayer = {
  operatorId: string;
  name: string;
  /** null: the operator has stated none. */
  email: string | null;
  /** Who it was at the processor before; null: nobody. */
  customerId: string | null;
};

/** An invoice as the processor gets it. */
export type AskedInvoice = {
  operatorId: string;
  /** As `customerOf` answered. */
  customerId: string | null;
  /** `yyyy-mm`. */
  month: string;
  currency: 'usd';
  /** The sum of `lines`, US cents. */
  totalCents: number;
  lines: readonly InvoiceLine[];
  /** Safe to ask again with: there is one invoice for it. Each step inside derives its own. */
  idempotencyKey: string;
};

/**
 * `void`: it was taken back there. `payUrl`: where it is paid; null: nowhere, or nothing is due.
 */
export type InvoiceState = { status: 'open' | 'paid' | 'void'; payUrl: string | null };

/**
 * What the bill of the platform needs of a processor. Calls that get no answer throw; what they
 * have done by then is found out by asking again.
 */
export type InvoiceGateway = {
  /**
   * Who the payer is at the processor, under its present name and address; null where it has no
   * customers. Throws without an address where it needs one.
   */
  customerOf(payer: AskedPayer): Promise<string | null>;
  issue(invoice: AskedInvoice): Promise<InvoiceState & { processorInvoiceId: string }>;
  read(issued: { processorInvoiceId: string; operatorId: string }): Promise<InvoiceState>;
};

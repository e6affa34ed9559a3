import type { Logger } from 'pino';
import type { StripeSettings } from '../../kit/stripe-settings.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { InvoiceGateway } from './invoice-gateway.ts';
import { createSimulatedInvoices } from './simulated-invoices.ts';

/** The processor that takes the payments also takes the invoices. */
export async function openInvoices(ground: {
  db: Querier;
  log: Logger;
  stripe: StripeSettings | undefined;
}): Promise<InvoiceGateway> {
  const { db, log, stripe } = ground;
  if (stripe === undefined) return createSimulatedInvoices(db);
  // A large library, which is loaded only where it is used.
  const { createStripeInvoices } = await import('./stripe-invoices.ts');
  return createStripeInvoices(stripe, { log });
}

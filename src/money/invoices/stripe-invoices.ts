import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { StripeSettings } from '../../kit/stripe-settings.ts';
import { once } from '../payments/stripe/once.ts';
import { openStripe } from '../payments/stripe/stripe-client.ts';
import { isMissing, translating } from '../payments/stripe/stripe-errors.ts';
import { PAGE } from '../payments/stripe/stripe-lists.ts';
import { DUE_DAYS, type InvoiceLine } from './invoice.ts';
import type { AskedInvoice, AskedPayer, InvoiceGateway, InvoiceState } from './invoice-gateway.ts';

/** Stripe takes no invoice of nothing; one of nothing is paid, and is known only here. */
const NOTHING_PREFIX = 'nothing_';
const CENTS_IN_DOLLAR = 100;

/**
 * Stripe: an invoice of the platform's own account, sent by e-mail with a page on which it is paid.
 * Operators are its customers.
 */
export function createStripeInvoices(
  settings: StripeSettings,
  { log }: { log: Logger },
): InvoiceGateway {
  // Test keys owe nothing.
  const stripe = openStripe(settings)(true);
  const inOurErrors = translating(log);
  return {
    customerOf: (payer) => inOurErrors(customerOf(stripe, payer)),
    issue: (invoice) => inOurErrors(issue(stripe, invoice)),
    read: ({ processorInvoiceId }) =>
      inOurErrors(stripe.invoices.retrieve(processorInvoiceId).then(stateOf)),
  };
}

async function customerOf(stripe: Stripe, payer: AskedPayer): Promise<string> {
  const { operatorId, name, email, customerId } = payer;
  if (email === null)
    throw new Error(`the operator ${operatorId} has no e-mail address for its invoice`);
  if (customerId !== null && (await update(stripe, customerId, { name, email }))) return customerId;
  const asked = { name, email, metadata: { operator_id: operatorId } };
  const create = async (idempotencyKey: string) =>
    (await stripe.customers.create(asked, { idempotencyKey })).id;
  // Another address is another request, for which Stripe wants another key: `once` takes the next.
  return once(`${operatorId}:customer:${customerId ?? ''}`, async () => undefined, create);
}

/** Whether Stripe has the customer, who then has this name and address. */
async function update(
  stripe: Stripe,
  customerId: string,
  values: { name: string; email: string },
): Promise<boolean> {
  try {
    await stripe.customers.update(customerId, values);
    return true;
  } catch (error) {
    // Another account of Stripe is configured now.
    if (isMissing(error)) return false;
    throw error;
  }
}

async function issue(
  stripe: Stripe,
  asked: AskedInvoice,
): Promise<InvoiceState & { processorInvoiceId: string }> {
  const { idempotencyKey: key, totalCents } = asked;
  if (totalCents === 0)
    return { processorInvoiceId: `${NOTHING_PREFIX}${key}`, status: 'paid', payUrl: null };
  const { id } = await draft(stripe, asked);
  const find = async (isDone: (invoice: Stripe.Invoice) => boolean) => {
    const invoice = await stripe.invoices.retrieve(id);
    return isDone(invoice) ? invoice : undefined;
  };
  const filled = await once(
    `${key}:lines`,
    () => find(({ total }) => total === totalCents),
    (idempotencyKey) =>
      stripe.invoices.addLines(id, { lines: asked.lines.map(shown) }, { idempotencyKey }),
  );
  if (filled.total !== totalCents)
    throw new Error(`${id} adds up to ${filled.total} at Stripe, not ${totalCents} cents`);
  const issued = await once(
    `${key}:finalize`,
    () => find(({ status }) => status !== 'draft'),
    (idempotencyKey) => stripe.invoices.finalizeInvoice(id, {}, { idempotencyKey }),
  );
  // A crash before it is noted may send it twice.
  if (issued.status === 'open')
    await once(
      `${key}:send`,
      async () => undefined,
      (idempotencyKey) => stripe.invoices.sendInvoice(id, {}, { idempotencyKey }),
    );
  return { processorInvoiceId: id, ...stateOf(issued) };
}

/** The invoice, without lines unless it got them before. */
function draft(stripe: Stripe, asked: AskedInvoice): Promise<Stripe.Invoice> {
  const { customerId, idempotencyKey: invoiceId, currency, month } = asked;
  if (customerId === null) throw new Error(`${invoiceId} is for no customer`);
  return once(
    `${invoiceId}:draft`,
    async () => {
      for await (const invoice of stripe.invoices.list({ customer: customerId, ...PAGE }))
        if (invoice.metadata?.invoice_id === invoiceId) return invoice;
      return undefined;
    },
    (idempotencyKey) =>
      stripe.invoices.create(
        {
          customer: customerId,
          currency,
          collection_method: 'send_invoice',
          days_until_due: DUE_DAYS,
          // What is due otherwise, if anything, is not ours.
          pending_invoice_items_behavior: 'exclude',
          auto_advance: false,
          description: `Plan and answers of ${month} (UTC)`,
          metadata: { invoice_id: invoiceId },
        },
        { idempotencyKey },
      ),
  );
}

function shown({ plan, endpoint, unitCents, quantity, amountCents }: InvoiceLine) {
  const unit = (unitCents / CENTS_IN_DOLLAR).toFixed(2);
  const description =
    plan === null ? `${quantity} answers of ${endpoint} at ${unit} USD` : `Plan ${plan}`;
  return { amount: amountCents, description };
}

function stateOf({ status, hosted_invoice_url }: Stripe.Invoice): InvoiceState {
  if (status === 'paid') return { status: 'paid', payUrl: null };
  if (status === 'void') return { status: 'void', payUrl: null };
  // Also one that the owner counts as lost: it is still due.
  return { status: 'open', payUrl: hosted_invoice_url ?? null };
}

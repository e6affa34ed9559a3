import type Stripe from 'stripe';

/** The members of a form by name, checked against the types that Stripe publishes. */
type Known<T> = {
  [Name in keyof T]?: NonNullable<T[Name]> extends readonly unknown[] | string | number | boolean
    ? true
    : Known<Exclude<NonNullable<T[Name]>, string>> | true;
};
export type KnownNames = { [name: string]: true | KnownNames };

const known = <T>(names: Known<T>) => names as KnownNames;

/** What each call takes here. Anything else is refused, as Stripe does. */
export const PARAMETERS = {
  'POST payment_intents': known<Stripe.PaymentIntentCreateParams>({
    amount: true,
    currency: true,
    capture_method: true,
    allowed_payment_method_types: true,
    payment_method_options: { card: { request_incremental_authorization: true } },
    metadata: true,
    transfer_data: { destination: true },
  }),
  'GET payment_intents': known<Stripe.PaymentIntentListParams>({
    created: true,
    limit: true,
    starting_after: true,
  }),
  'GET payment_intents/:id': known<Stripe.PaymentIntentRetrieveParams>({ expand: true }),
  'POST payment_intents/:id/capture': known<Stripe.PaymentIntentCaptureParams>({
    amount_to_capture: true,
    application_fee_amount: true,
  }),
  'POST payment_intents/:id/cancel': known<Stripe.PaymentIntentCancelParams>({}),
  'POST payment_intents/:id/increment_authorization':
    known<Stripe.PaymentIntentIncrementAuthorizationParams>({ amount: true }),
  'POST refunds': known<Stripe.RefundCreateParams>({
    payment_intent: true,
    amount: true,
    metadata: true,
    reverse_transfer: true,
    refund_application_fee: true,
  }),
  'GET refunds': known<Stripe.RefundListParams>({
    payment_intent: true,
    limit: true,
    starting_after: true,
  }),
  'POST application_fees/:id/refunds': known<Stripe.ApplicationFeeCreateRefundParams>({
    amount: true,
    metadata: true,
  }),
  'GET application_fees/:id/refunds': known<Stripe.ApplicationFeeListRefundsParams>({
    limit: true,
    starting_after: true,
  }),
  'POST transfers': known<Stripe.TransferCreateParams>({
    amount: true,
    currency: true,
    destination: true,
    metadata: true,
    transfer_group: true,
  }),
  'GET transfers': known<Stripe.TransferListParams>({
    transfer_group: true,
    limit: true,
    starting_after: true,
  }),
  'GET balance_transactions': known<Stripe.BalanceTransactionListParams>({
    created: true,
    expand: true,
    limit: true,
    starting_after: true,
  }),
  'GET disputes/:id': known<Stripe.DisputeRetrieveParams>({}),
  'GET payouts/:id': known<Stripe.PayoutRetrieveParams>({}),
  'POST accounts': known<Stripe.AccountCreateParams>({
    email: true,
    country: true,
    controller: {
      fees: { payer: true },
      losses: { payments: true },
      requirement_collection: true,
      stripe_dashboard: { type: true },
    },
    capabilities: { transfers: { requested: true } },
    metadata: true,
  }),
  'GET accounts': known<Stripe.AccountListParams>({
    created: { gte: true },
    limit: true,
    starting_after: true,
  }),
  'GET accounts/:id': known<Stripe.AccountRetrieveParams>({}),
  'POST account_links': known<Stripe.AccountLinkCreateParams>({
    account: true,
    refresh_url: true,
    return_url: true,
    type: true,
  }),
  'POST customers': known<Stripe.CustomerCreateParams>({ name: true, email: true, metadata: true }),
  'POST customers/:id': known<Stripe.CustomerUpdateParams>({ name: true, email: true }),
  'POST invoices': known<Stripe.InvoiceCreateParams>({
    customer: true,
    currency: true,
    collection_method: true,
    days_until_due: true,
    pending_invoice_items_behavior: true,
    auto_advance: true,
    description: true,
    metadata: true,
  }),
  'GET invoices': known<Stripe.InvoiceListParams>({
    customer: true,
    limit: true,
    starting_after: true,
  }),
  'GET invoices/:id': known<Stripe.InvoiceRetrieveParams>({}),
  'POST invoices/:id/add_lines': known<Stripe.InvoiceAddLinesParams>({ lines: true }),
  'POST invoices/:id/finalize': known<Stripe.InvoiceFinalizeInvoiceParams>({}),
  'POST invoices/:id/send': known<Stripe.InvoiceSendInvoiceParams>({}),
} satisfies Record<string, KnownNames>;

export type CallName = keyof typeof PARAMETERS;

import type Stripe from 'stripe';
import { addLine, bookFeeRefund } from './balance.ts';
import {
  type Books,
  type Fee,
  type FeeRefund,
  findIntent,
  type Intent,
  note,
  pay,
  type Refund,
  refundedOf,
} from './books.ts';
import type { Handler } from './calls.ts';
import { amountOf, invalid, metadataOf, textOf } from './form.ts';
import { checkStep, declined } from './intents.ts';
import { page } from './page.ts';

export const createRefund: Handler = ({ books, form, livemode }) => {
  const intent = findIntent(books, textOf(form, 'payment_intent') ?? '', livemode);
  const left = intent.received - refundedOf(books, intent);
  const amount = amountOf(form, 'amount') ?? left;
  checkStep(amount, intent.currency, 'amount');
  if (intent.refuses !== null) throw declined(intent.refuses);
  if (left === 0) throw invalid('charge_already_refunded', 'The charge is refunded.');
  if (amount === 0 || amount > left)
    throw invalid('parameter_invalid', 'The amount is above what is left.', 'amount');
  const isReversed = textOf(form, 'reverse_transfer') === 'true';
  if (isReversed && intent.payee === null)
    throw invalid('parameter_invalid', 'No transfer to reverse.');
  const refund: Refund = {
    id: books.newId('re'),
    intent,
    amount,
    metadata: metadataOf(form),
    reversal: isReversed ? books.newId('trr') : null,
    failureLine: null,
    failure: null,
  };
  books.refunds.push(refund);
  book(books, refund);
  note(books, 'charge.refunded', livemode, {
    id: intent.charge,
    object: 'charge',
    payment_intent: intent.id,
  });
  return shownRefund(refund);
};

/** The lines of a refund: the payee gives all of it, where it is taken from one. */
function book(books: Books, refund: Refund): void {
  const { intent, amount, reversal, id } = refund;
  const { livemode, currency, payee, transfer } = intent;
  const line = { livemode, currency };
  addLine(books, { ...line, type: 'refund', amount: -amount, source: shownRefund(refund) });
  if (reversal === null || payee === null) return;
  pay(books, payee, -amount);
  const source = {
    ...{ id: reversal, object: 'transfer_reversal', amount, currency },
    ...{ metadata: {}, source_refund: id, transfer },
  } satisfies Partial<Record<keyof Stripe.TransferReversal, unknown>>;
  addLine(books, { ...line, type: 'transfer_refund', amount, source });
}

/** Its money comes back to the platform; what the payee gave for it stays there. */
export function returnRefund(books: Books, refund: Refund, failure: string): void {
  const { intent, amount } = refund;
  const { livemode, currency } = intent;
  refund.failure = failure;
  const source = shownRefund(refund);
  const line = { livemode, currency, type: 'refund_failure', amount, source } as const;
  refund.failureLine = addLine(books, line);
  Object.assign(source, { failure_balance_transaction: refund.failureLine });
}

export const listRefunds: Handler = ({ books, form, livemode }) => {
  const intent = findIntent(books, textOf(form, 'payment_intent') ?? '', livemode);
  return page(form, books.refunds.filter((one) => one.intent === intent).map(shownRefund));
};

/** Gives the payee a part of the fee back. */
export const createFeeRefund: Handler = ({ books, id, form }) => {
  const { fee, payee, intent } = findFee(books, id);
  const left = fee.amount - fee.refunds.reduce((sum, { amount }) => sum + amount, 0);
  const amount = amountOf(form, 'amount') ?? left;
  if (amount === 0 || amount > left)
    throw invalid('parameter_invalid', 'The amount is above what is left of it.', 'amount');
  const refund = { id: books.newId('fr'), amount, metadata: metadataOf(form) };
  fee.refunds.push(refund);
  pay(books, payee, amount);
  bookFeeRefund(books, intent, refund, id);
  return shownFeeRefund(refund);
};

export const listFeeRefunds: Handler = ({ books, id, form }) =>
  page(form, findFee(books, id).fee.refunds.map(shownFeeRefund));

function findFee(books: Books, id: string): { fee: Fee; payee: string; intent: Intent } {
  for (const intent of books.intents.values()) {
    const { fee, payee } = intent;
    if (fee?.id === id && payee !== null) return { fee, payee, intent };
  }
  throw invalid('resource_missing', `No such application fee: '${id}'`, 'id');
}

export function shownRefund(refund: Refund) {
  const { id, amount, intent, metadata, reversal, failure, failureLine } = refund;
  return {
    id,
    object: 'refund',
    amount,
    charge: intent.charge,
    currency: intent.currency,
    metadata,
    payment_intent: intent.id,
    transfer_reversal: reversal,
    status: failure === null ? 'succeeded' : 'failed',
    ...(failure !== null && { failure_reason: failure }),
    ...(failureLine !== null && { failure_balance_transaction: failureLine }),
  } satisfies Partial<Record<keyof Stripe.Refund, unknown>>;
}

function shownFeeRefund({ id, amount, metadata }: FeeRefund) {
  return { id, object: 'fee_refund', amount, metadata } satisfies Partial<
    Record<keyof Stripe.FeeRefund, unknown>
  >;
}

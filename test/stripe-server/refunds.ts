import type Stripe from 'stripe';
import {
  type Books,
  type Fee,
  type FeeRefund,
  findIntent,
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
  if (textOf(form, 'reverse_transfer') === 'true') {
    if (intent.payee === null) throw invalid('parameter_invalid', 'No transfer to reverse.');
    pay(books, intent.payee, -amount);
  }
  const refund = {
    id: books.newId('re'),
    intent,
    amount,
    metadata: metadataOf(form),
    failure: null,
  };
  books.refunds.push(refund);
  note(books, 'charge.refunded', livemode, {
    id: intent.charge,
    object: 'charge',
    payment_intent: intent.id,
  });
  return shownRefund(refund);
};

export const listRefunds: Handler = ({ books, form, livemode }) => {
  const intent = findIntent(books, textOf(form, 'payment_intent') ?? '', livemode);
  return page(form, books.refunds.filter((one) => one.intent === intent).map(shownRefund));
};

/** Gives the payee a part of the fee back. */
export const createFeeRefund: Handler = ({ books, id, form }) => {
  const { fee, payee } = findFee(books, id);
  const left = fee.amount - fee.refunds.reduce((sum, { amount }) => sum + amount, 0);
  const amount = amountOf(form, 'amount') ?? left;
  if (amount === 0 || amount > left)
    throw invalid('parameter_invalid', 'The amount is above what is left of it.', 'amount');
  const refund = { id: books.newId('fr'), amount, metadata: metadataOf(form) };
  fee.refunds.push(refund);
  pay(books, payee, amount);
  return shownFeeRefund(refund);
};

export const listFeeRefunds: Handler = ({ books, id, form }) =>
  page(form, findFee(books, id).fee.refunds.map(shownFeeRefund));

function findFee(books: Books, id: string): { fee: Fee; payee: string } {
  for (const { fee, payee } of books.intents.values())
    if (fee?.id === id && payee !== null) return { fee, payee };
  throw invalid('resource_missing', `No such application fee: '${id}'`, 'id');
}

export function shownRefund({ id, amount, intent, metadata, failure }: Refund) {
  return {
    id,
    object: 'refund',
    amount,
    currency: intent.currency,
    metadata,
    payment_intent: intent.id,
    status: failure === null ? 'succeeded' : 'failed',
    ...(failure !== null && { failure_reason: failure }),
  } satisfies Partial<Record<keyof Stripe.Refund, unknown>>;
}

function shownFeeRefund({ id, amount, metadata }: FeeRefund) {
  return { id, object: 'fee_refund', amount, metadata } satisfies Partial<
    Record<keyof Stripe.FeeRefund, unknown>
  >;
}

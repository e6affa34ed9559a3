import type Stripe from 'stripe';
import { type Books, type Fee, type FeeRefund, type Intent, secondsNow } from './books.ts';
import type { Handler } from './calls.ts';
import { amountOf, type Form } from './form.ts';
import { page } from './page.ts';

/** A balance transaction, in Stripe's units. */
export type Line = {
  id: string;
  livemode: boolean;
  type: Stripe.BalanceTransaction['type'];
  /** Less than 0: it left the platform's balance. */
  amount: number;
  currency: string;
  /** What Stripe keeps of it. */
  fee: number;
  /** Seconds since 1970. */
  created: number;
  source: { id: string } & Record<string, unknown>;
};

type NewLine = Pick<Line, 'livemode' | 'type' | 'amount' | 'currency' | 'source'>;

export function addLine(books: Books, line: NewLine, fee = 0): string {
  const id = books.newId('txn');
  books.lines.push({ ...line, id, fee, created: secondsNow(books) });
  return id;
}

export const listLines: Handler = ({ books, form, livemode }) => {
  const { from, to } = createdIn(form);
  const isExpanded = JSON.stringify(form.expand ?? {}).includes('data.source');
  const rows = books.lines.filter(
    (line) => line.livemode === livemode && line.created >= from && line.created < to,
  );
  return page(
    form,
    rows.map((line) => shown(line, isExpanded)),
  );
};

/** `created` of a list. */
export function createdIn({ created }: Form): { from: number; to: number } {
  const form = typeof created === 'object' ? created : {};
  return { from: amountOf(form, 'gte') ?? 0, to: amountOf(form, 'lt') ?? Infinity };
}

/** Stripe keeps 2.9 %, in steps that all currencies allow. */
export function stripeFeeOf(amount: number): number {
  return Math.ceil((amount * 0.029) / 10) * 10;
}

/** The lines of a capture: all of it goes to the payee, who gives the fee to the platform. */
export function bookCapture(books: Books, intent: Intent): void {
  const { livemode, currency, received: amount, fee, payee } = intent;
  const line = { livemode, currency };
  addLine(
    books,
    { ...line, type: 'charge', amount, source: chargeOf(intent) },
    stripeFeeOf(amount),
  );
  if (payee === null) return;
  const source = transferOf(intent, payee);
  addLine(books, { ...line, type: 'transfer', amount: -amount, source });
  if (fee !== null) {
    const taken = { ...line, type: 'application_fee', amount: fee.amount } as const;
    addLine(books, { ...taken, source: feeSource(intent, fee) });
  }
}

export function bookFeeRefund(books: Books, intent: Intent, made: FeeRefund, feeId: string): void {
  const { livemode, currency } = intent;
  const { id, amount, metadata } = made;
  const source = {
    ...{ id, object: 'fee_refund', amount, currency, fee: feeId, metadata },
  } satisfies Partial<Record<keyof Stripe.FeeRefund, unknown>>;
  const type = 'application_fee_refund';
  addLine(books, { livemode, currency, type, amount: -amount, source });
}

function chargeOf(intent: Intent) {
  const { id, amount, received, charge, currency, fee, metadata, payee, transfer } = intent;
  return {
    id: charge ?? '',
    object: 'charge',
    amount,
    amount_captured: received,
    application_fee: fee?.id ?? null,
    currency,
    metadata,
    payment_intent: id,
    ...(transfer !== null && { transfer }),
    transfer_data: payee === null ? null : { amount: null, destination: payee },
  } satisfies Partial<Record<keyof Stripe.Charge, unknown>>;
}

function transferOf({ transfer, charge, currency, received }: Intent, destination: string) {
  return {
    id: transfer ?? '',
    object: 'transfer',
    amount: received,
    currency,
    destination,
    metadata: {},
    source_transaction: charge,
    transfer_group: null,
  } satisfies Partial<Record<keyof Stripe.Transfer, unknown>>;
}

function feeSource({ charge, currency, payee }: Intent, { id, amount }: Fee) {
  return {
    id,
    object: 'application_fee',
    account: payee,
    amount,
    // The payment in the account; the platform's own is the originating one.
    charge: `py_${id}`,
    currency,
    originating_transaction: charge,
  } satisfies Partial<Record<keyof Stripe.ApplicationFee, unknown>>;
}

function shown(line: Line, isExpanded: boolean) {
  const { id, amount, fee, currency, type, source, created } = line;
  const kept = { amount: fee, application: null, currency, description: null, type: 'stripe_fee' };
  return {
    id,
    object: 'balance_transaction',
    amount,
    created,
    currency,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [kept],
    net: amount - fee,
    source: isExpanded ? source : source.id,
    status: 'available',
    type,
  } satisfies Partial<Record<keyof Stripe.BalanceTransaction, unknown>>;
}

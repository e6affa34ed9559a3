import type Stripe from 'stripe';
import type { Line } from './balance.ts';
import { newEvent, type StripeEvent } from './events.ts';
import { invalid } from './form.ts';

export type Intent = {
  id: string;
  livemode: boolean;
  status: Stripe.PaymentIntent['status'];
  amount: number;
  capturable: number;
  received: number;
  currency: string;
  payee: string | null;
  metadata: Record<string, string>;
  charge: string | null;
  /** What the payee got it with; null: it was not captured for one. */
  transfer: string | null;
  /** Seconds since 1970. */
  created: number;
  /** The application fee; null: none was taken. */
  fee: Fee | null;
  canRaise: boolean;
  /** The bank refuses the next captures and raises with this code. */
  refuses: string | null;
};
export type Fee = { id: string; amount: number; refunds: FeeRefund[] };
export type FeeRefund = { id: string; amount: number; metadata: Record<string, string> };
export type Refund = {
  id: string;
  intent: Intent;
  amount: number;
  metadata: Record<string, string>;
  /** What took it from the payee; null: nothing did. */
  reversal: string | null;
  /** The line with which it came back. */
  failureLine: string | null;
  /** Why it came back; null: it was paid. */
  failure: string | null;
};
/** Made by the platform itself. */
export type Transfer = {
  id: string;
  livemode: boolean;
  amount: number;
  currency: string;
  destination: string;
  group: string | null;
  metadata: Record<string, string>;
};
export type Dispute = {
  id: string;
  intent: Intent;
  reason: string;
  status: Stripe.Dispute['status'];
};
export type Payout = {
  id: string;
  /** The account that is paid out. */
  account: string;
  livemode: boolean;
  amount: number;
  status: string;
  failure: string | null;
};
export type Customer = { id: string; name: string | undefined; email: string | undefined };
export type Invoice = {
  id: string;
  customer: string;
  status: 'draft' | 'open' | 'paid' | 'void';
  metadata: Record<string, string>;
  lines: { amount: number; description: string }[];
  /** Each time that it was sent. */
  sentTo: string[];
};
export type Account = {
  id: string;
  livemode: boolean;
  email: string | null;
  /** Seconds since 1970. */
  created: number;
  metadata: Record<string, string>;
  /** Whether it can be paid, and is paid out. */
  isReady: boolean;
  /** What Stripe wants to know next. */
  due: string[];
  disabledReason: string | null;
};

/** All that the server knows; amounts are Stripe's units. */
export type Books = {
  intents: Map<string, Intent>;
  refunds: Refund[];
  transfers: Transfer[];
  /** What moved the platform's balance, in order. */
  lines: Line[];
  /** In milliseconds; a test can set it. */
  clock: { now(): number };
  accounts: Map<string, Account>;
  disputes: Map<string, Dispute>;
  payouts: Map<string, Payout>;
  customers: Map<string, Customer>;
  invoices: Map<string, Invoice>;
  /** What each account was paid, less what was taken from it. */
  balances: Map<string, number>;
  /** All that Stripe would have sent, in order. */
  events: StripeEvent[];
  newId: (kind: string) => string;
};

export function openBooks(): Books {
  let count = 0;
  const newId = (kind: string) => {
    count += 1;
    return `${kind}_fake${String(count).padStart(6, '0')}`;
  };
  return {
    intents: new Map(),
    refunds: [],
    transfers: [],
    lines: [],
    clock: { now: () => Date.now() },
    accounts: new Map(),
    disputes: new Map(),
    payouts: new Map(),
    customers: new Map(),
    invoices: new Map(),
    balances: new Map(),
    events: [],
    newId,
  };
}

/** Seconds since 1970, as Stripe states times. */
export function secondsNow({ clock }: Books): number {
  return Math.floor(clock.now() / 1_000);
}

/** Notes an event of a change. */
export function note(
  books: Books,
  type: string,
  livemode: boolean,
  object: object,
  account?: string,
): void {
  books.events.push(newEvent(books.newId('evt'), { type, livemode, object, account }));
}

export function pay(books: Books, account: string, amount: number): void {
  books.balances.set(account, (books.balances.get(account) ?? 0) + amount);
}

export function findIntent(books: Books, id: string, livemode: boolean): Intent {
  const intent = books.intents.get(id);
  if (intent === undefined || intent.livemode !== livemode)
    throw invalid('resource_missing', `No such payment_intent: '${id}'`, 'intent');
  return intent;
}

export function refundedOf(books: Books, intent: Intent): number {
  return books.refunds
    .filter((refund) => refund.intent === intent)
    .reduce((sum, { amount }) => sum + amount, 0);
}

import type Stripe from 'stripe';
import { bookCapture, createdIn } from './balance.ts';
import { type Books, findIntent, type Intent, note, pay, secondsNow } from './books.ts';
import type { Handler } from './calls.ts';
import { amountOf, type Form, invalid, metadataOf, textOf } from './form.ts';
import { page } from './page.ts';
import { Refusal } from './refusal.ts';

const SMALLEST: Readonly<Record<string, number>> = { usd: 50, jpy: 50 };
const THREE_DECIMALS = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];
const LARGEST = 99_999_999;

export const createIntent: Handler = ({ books, form, livemode }) => {
  const currency = textOf(form, 'currency') ?? '';
  if (!/^[a-z]{3}$/.test(currency) || currency === 'irr')
    throw invalid('parameter_invalid', `Invalid currency: ${currency}`, 'currency');
  const amount = checkAmount(amountOf(form, 'amount') ?? 0, currency, 'amount');
  const id = books.newId('pi');
  const intent: Intent = {
    id,
    livemode,
    status: 'requires_payment_method',
    amount,
    capturable: 0,
    received: 0,
    currency,
    payee: payeeOf(books, form, livemode),
    metadata: metadataOf(form),
    charge: null,
    transfer: null,
    created: secondsNow(books),
    fee: null,
    canRaise: false,
    refuses: null,
  };
  books.intents.set(id, intent);
  return shown(intent);
};

export const listIntents: Handler = ({ books, form, livemode }) => {
  const { from, to } = createdIn(form);
  const rows = [...books.intents.values()].filter(
    (intent) => intent.livemode === livemode && intent.created >= from && intent.created < to,
  );
  return page(form, rows.map(shown));
};

export const readIntent: Handler = ({ books, id, livemode }) =>
  shown(findIntent(books, id, livemode));

export const cancelIntent: Handler = ({ books, id, livemode }) => {
  const intent = findIntent(books, id, livemode);
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw otherStatus(intent);
  Object.assign(intent, { status: 'canceled', capturable: 0 });
  return noted(books, 'canceled', intent);
};

export const captureIntent: Handler = ({ books, id, form, livemode }) => {
  const intent = findIntent(books, id, livemode);
  if (intent.status !== 'requires_capture') throw otherStatus(intent);
  if (intent.refuses !== null) throw declined(intent.refuses);
  const asked = amountOf(form, 'amount_to_capture') ?? intent.capturable;
  const amount = checkAmount(asked, intent.currency, 'amount_to_capture');
  if (amount > intent.capturable)
    throw invalid('amount_too_large', 'The amount is above what is capturable.');
  const fee = amountOf(form, 'application_fee_amount');
  if (fee !== undefined) takeFee(books, intent, { fee, amount });
  if (intent.payee !== null) {
    intent.transfer = books.newId('tr');
    pay(books, intent.payee, amount - (fee ?? 0));
  }
  Object.assign(intent, { status: 'succeeded', capturable: 0, received: amount });
  bookCapture(books, intent);
  return noted(books, 'succeeded', intent);
};

export const raiseIntent: Handler = ({ books, id, form, livemode }) => {
  const intent = findIntent(books, id, livemode);
  if (intent.status !== 'requires_capture') throw otherStatus(intent);
  if (!intent.canRaise) throw invalid('parameter_invalid', 'This payment cannot be incremented.');
  if (intent.refuses !== null) throw declined(intent.refuses);
  const amount = checkAmount(amountOf(form, 'amount') ?? 0, intent.currency, 'amount');
  if (amount <= intent.amount) throw invalid('parameter_invalid', 'It must be more.', 'amount');
  Object.assign(intent, { amount, capturable: amount });
  return noted(books, 'amount_capturable_updated', intent);
};

/** Notes what became of an intent, and shows it. */
export function noted(books: Books, change: string, intent: Intent) {
  const object = shown(intent);
  note(books, `payment_intent.${change}`, intent.livemode, object);
  return object;
}

function payeeOf(books: Books, { transfer_data }: Form, livemode: boolean): string | null {
  if (typeof transfer_data !== 'object') return null;
  const payee = textOf(transfer_data, 'destination') ?? '';
  const account = books.accounts.get(payee);
  const param = 'transfer_data[destination]';
  if (account?.livemode !== livemode)
    throw invalid('resource_missing', `No such destination: '${payee}'`, param);
  if (!account.isReady)
    throw invalid('insufficient_capabilities_for_transfer', 'It may not get transfers.', param);
  return payee;
}

function takeFee(books: Books, intent: Intent, { fee, amount }: { fee: number; amount: number }) {
  if (intent.payee === null || fee === 0 || fee > amount)
    throw invalid('parameter_invalid', 'No such fee can be taken.', 'application_fee_amount');
  checkStep(fee, intent.currency, 'application_fee_amount');
  intent.fee = { id: books.newId('fee'), amount: fee, refunds: [] };
}

function checkAmount(amount: number, currency: string, param: string): number {
  if (amount < (SMALLEST[currency] ?? 1))
    throw invalid('amount_too_small', 'The amount is below the smallest charge.', param);
  if (amount > LARGEST) throw invalid('amount_too_large', 'The amount is too large.', param);
  checkStep(amount, currency, param);
  return amount;
}

export function checkStep(amount: number, currency: string, param: string): void {
  if (THREE_DECIMALS.includes(currency) && amount % 10 !== 0)
    throw invalid('parameter_invalid', 'The last digit must be 0.', param);
}

function otherStatus(intent: Intent): Refusal {
  return invalid('payment_intent_unexpected_state', `The status is ${intent.status}.`);
}

export function declined(code: string): Refusal {
  return new Refusal(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: code,
    message: 'Your card was declined.',
  });
}

function shown(intent: Intent) {
  const { id, amount, currency, status, livemode, metadata, payee } = intent;
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: intent.capturable,
    amount_received: intent.received,
    capture_method: 'manual',
    client_secret: `${id}_secret_fake`,
    created: intent.created,
    currency,
    latest_charge: intent.charge === null ? null : chargeOf(intent, intent.charge),
    livemode,
    metadata,
    status,
    transfer_data: payee === null ? null : { destination: payee },
  } satisfies Partial<Record<keyof Stripe.PaymentIntent, unknown>>;
}

function chargeOf(intent: Intent, id: string) {
  const status = intent.canRaise ? 'available' : 'unavailable';
  return {
    id,
    object: 'charge',
    application_fee: intent.fee?.id ?? null,
    payment_method_details: { type: 'card', card: { incremental_authorization: { status } } },
  } satisfies Partial<Record<keyof Stripe.Charge, unknown>>;
}

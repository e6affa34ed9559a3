import { conflict } from '../../../kit/errors.ts';
import { minorDigits } from '../../../kit/money.ts';

// How Stripe writes amounts: docs.stripe.com/currencies, as of November 2026. ISK and UGX have no
// decimals, but Stripe takes them with two, like every currency that is not listed here.
const NO_DECIMALS = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
);
const THREE_DECIMALS = new Set('bhd jod kwd omr tnd'.split(' '));
/** Stripe refuses amounts of currencies with three decimals that do not end in a zero. */
const THREE_DECIMALS_STEP = 10;

/**
 * The smallest charges, in Stripe's units. Where none is published, it is the equivalent of one of
 * these at rates that only Stripe knows.
 */
const SMALLEST: Readonly<Record<string, number>> = {
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
  usd: 50,
};

function stripeDigits(currency: string): number {
  if (NO_DECIMALS.has(currency)) return 0;
  return THREE_DECIMALS.has(currency) ? 3 : 2;
}

/** How many of Stripe's units one of our minor units is; below 1 where we write more digits. */
function unitsPerMinor(currency: string): number {
  return 10 ** (stripeDigits(currency) - minorDigits(currency));
}

/** The smallest step between two amounts, in our minor units. */
export function stepMinor(currency: string): number {
  if (THREE_DECIMALS.has(currency)) return THREE_DECIMALS_STEP;
  return Math.max(1, Math.round(1 / unitsPerMinor(currency)));
}

/** An amount in Stripe's units. CONFLICT amount_inexact when Stripe cannot take exactly this. */
export function toStripe(amountMinor: number, currency: string): number {
  const step = stepMinor(currency);
  if (amountMinor % step !== 0)
    throw conflict('amount_inexact', `amounts of ${currency} must be multiples of ${step} here`);
  return Math.round(amountMinor * unitsPerMinor(currency));
}

/** What Stripe says it took or holds, in our minor units. */
export function fromStripe(amount: number, currency: string): number {
  return Math.floor(amount / unitsPerMinor(currency));
}

/** The least that is authorised for `amountMinor`, in Stripe's units: no less than Stripe takes. */
export function toAuthorise(amountMinor: number, currency: string): number {
  const step = stepMinor(currency);
  const rounded = Math.ceil(amountMinor / step) * step;
  return Math.max(toStripe(rounded, currency), SMALLEST[currency] ?? 0);
}

/** Whether an amount in Stripe's units is nothing, or less than Stripe takes. */
export function isTooSmall(amount: number, currency: string): boolean {
  return amount <= 0 || amount < (SMALLEST[currency] ?? 0);
}

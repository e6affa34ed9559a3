import type Stripe from 'stripe';
import type { Movement } from '../../../parking/payments/processor-books.ts';
import { fromStripe } from './stripe-amounts.ts';
import { instantOf } from './stripe-lists.ts';

type Source = Exclude<Stripe.BalanceTransaction['source'], string | null>;
/** What a line says, in Stripe's units. */
type Said = Pick<Movement, 'kind'> &
  Partial<Pick<Movement, 'ofId' | 'paymentIntentId' | 'refundId' | 'sessionId' | 'payee'>> & {
    amount: number;
    currency: string;
  };

/** A balance transaction whose source is expanded. */
export function movementOf(line: Stripe.BalanceTransaction): Movement {
  const { source } = line;
  const { amount, currency, ...names } = describe(line);
  return {
    movementId: line.id,
    at: instantOf(line.created),
    sourceId: idOf(source),
    ofId: null,
    paymentIntentId: null,
    refundId: null,
    sessionId: null,
    payee: null,
    ...names,
    amountMinor: fromStripe(Math.abs(amount), currency),
    currency,
    processorFeeMinor: feeOf(line),
    processorFeeCurrency: line.currency,
  };
}

/**
 * The amount is that of the source: where the platform's balance has another currency, Stripe has
 * converted that of the line.
 */
function describe(line: Stripe.BalanceTransaction): Said {
  const { source, amount, currency } = line;
  const other: Said = { kind: 'other', amount, currency };
  if (source === null || typeof source === 'string') return other;
  return describeSource(line, source) ?? other;
}

function describeSource(line: Stripe.BalanceTransaction, source: Source): Said | undefined {
  switch (source.object) {
    case 'charge':
      return describeCharge(line, source);
    case 'refund':
      return describeRefund(line, source);
    case 'application_fee': {
      const ofId = idOf(source.originating_transaction) ?? idOf(source.charge);
      const { amount, currency } = source;
      return { kind: 'fee', ofId, amount, currency };
    }
    case 'fee_refund': {
      const refundId = source.metadata?.refund_id ?? null;
      const { amount, currency } = source;
      return { kind: 'fee_refund', ofId: idOf(source.fee), refundId, amount, currency };
    }
    case 'transfer': {
      if (line.type !== 'transfer') return undefined;
      const refundId = source.metadata.refund_id ?? null;
      const ofId = idOf(source.source_transaction);
      const { amount, currency } = source;
      return { kind: 'transfer', ofId, refundId, amount, currency };
    }
    case 'transfer_reversal': {
      const { amount, currency } = source;
      return { kind: 'transfer_reversal', ofId: idOf(source.source_refund), amount, currency };
    }
    case 'dispute': {
      const { amount, currency } = line;
      return { kind: 'other', paymentIntentId: idOf(source.payment_intent), amount, currency };
    }
    default:
      return undefined;
  }
}

/** Lines of a charge other than its own are such as a bank's that took a debit back. */
function describeCharge({ type }: Stripe.BalanceTransaction, charge: Stripe.Charge): Said {
  const { payment_intent, metadata, transfer_data, currency } = charge;
  const isPaid = type === 'charge' || type === 'payment';
  return {
    kind: isPaid ? 'capture' : 'other',
    paymentIntentId: idOf(payment_intent),
    sessionId: metadata.session_id ?? null,
    payee: idOf(transfer_data?.destination),
    amount: charge.amount_captured,
    currency,
  };
}

function describeRefund({ id, type }: Stripe.BalanceTransaction, made: Stripe.Refund): Said {
  const isReturn =
    idOf(made.failure_balance_transaction) === id ||
    type === 'refund_failure' ||
    type === 'payment_failure_refund';
  return {
    kind: isReturn ? 'refund_return' : 'refund',
    ofId: idOf(made.charge),
    paymentIntentId: idOf(made.payment_intent),
    refundId: made.metadata?.refund_id ?? null,
    amount: made.amount,
    currency: made.currency,
  };
}

/** What Stripe keeps, without the platform's own fee, which is a line of its own. */
function feeOf({ fee_details, currency }: Stripe.BalanceTransaction): number {
  const kept = fee_details.filter(({ type }) => type !== 'application_fee');
  const fee = kept.reduce((sum, { amount }) => sum + amount, 0);
  return Math.sign(fee) * fromStripe(Math.abs(fee), currency);
}

function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : value.id;
}

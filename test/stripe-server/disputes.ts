import type Stripe from 'stripe';
import { type Books, type Dispute, type Intent, note } from './books.ts';
import type { Handler } from './calls.ts';
import { invalid } from './form.ts';

export const readDispute: Handler = ({ books, id, livemode }) => {
  const dispute = books.disputes.get(id);
  if (dispute?.intent.livemode !== livemode)
    throw invalid('resource_missing', `No such dispute: '${id}'`, 'dispute');
  return shown(dispute);
};

export function openDispute(books: Books, intent: Intent, reason: string): string {
  const dispute: Dispute = { id: books.newId('du'), intent, reason, status: 'needs_response' };
  books.disputes.set(dispute.id, dispute);
  note(books, 'charge.dispute.created', intent.livemode, shown(dispute));
  return dispute.id;
}

export function settleDispute(books: Books, id: string, status: 'won' | 'lost'): void {
  const dispute = books.disputes.get(id);
  if (dispute === undefined) throw new Error(`no dispute ${id}`);
  dispute.status = status;
  note(books, 'charge.dispute.closed', dispute.intent.livemode, shown(dispute));
}

function shown({ id, intent, reason, status }: Dispute) {
  return {
    id,
    object: 'dispute',
    amount: intent.received,
    charge: intent.charge,
    created: 1_800_000_000,
    currency: intent.currency,
    livemode: intent.livemode,
    payment_intent: intent.id,
    reason,
    status,
  } satisfies Partial<Record<keyof Stripe.Dispute, unknown>>;
}

import { millisecondsInSecond } from 'date-fns/constants';
import type Stripe from 'stripe';
import type {
  BookPage,
  HeldIntent,
  Movement,
  Paged,
} from '../../../parking/payments/processor-books.ts';
import { movementOf } from './movements.ts';
import { fromStripe } from './stripe-amounts.ts';
import { instantOf, PAGE } from './stripe-lists.ts';

/** What moved the platform's balance, the newest first. */
export async function listMovements(stripe: Stripe, asked: BookPage): Promise<Paged<Movement>> {
  const params = { ...pageOf(asked), expand: ['data.source'] };
  const { data, has_more } = await stripe.balanceTransactions.list(params);
  return { rows: data.map(movementOf), next: nextOf(data, has_more) };
}

/** Stripe lists intents of any status, so a page can be empty and have a next one. */
export async function listHeld(stripe: Stripe, asked: BookPage): Promise<Paged<HeldIntent>> {
  const { data, has_more } = await stripe.paymentIntents.list(pageOf(asked));
  const held = data.filter(({ status }) => status === 'requires_capture');
  const rows = held.map(({ id, metadata, amount_capturable, currency, created }) => ({
    paymentIntentId: id,
    sessionId: metadata.session_id ?? null,
    authorisedMinor: fromStripe(amount_capturable, currency),
    currency,
    createdAt: instantOf(created),
  }));
  return { rows, next: nextOf(data, has_more) };
}

function pageOf({ from, to, after }: BookPage) {
  const created = { gte: secondsOf(from), lt: secondsOf(to) };
  return { created, ...PAGE, ...(after !== null && { starting_after: after }) };
}

function nextOf(data: readonly { id: string }[], hasMore: boolean): string | null {
  return hasMore ? (data.at(-1)?.id ?? null) : null;
}

function secondsOf(instant: Date): number {
  return Math.ceil(instant.getTime() / millisecondsInSecond);
}

import type { Static } from 'typebox';
import { badField } from '../../../src/errors.ts';
import { offerLotRate, type PricedLot } from '../../../src/pricing/offer-lot-rate.ts';
import { DURATION_HOURS_MAX, HOUR_MS } from '../../../src/sessions/new-session.ts';
import { type QuoteSchema, quoteStay } from '../pricing-shape.ts';

/** The stay a price is asked for. */
export type Window = { startedAt: Date; endedAt: Date };

/** Both ends or none. Errors: BAD_REQUEST naming starts_at or ends_at. */
export function readWindow(query: { starts_at?: string; ends_at?: string }): Window | undefined {
  const { starts_at, ends_at } = query;
  if (starts_at === undefined && ends_at === undefined) return undefined;
  const startedAt = readInstant('starts_at', starts_at);
  const endedAt = readInstant('ends_at', ends_at);
  if (endedAt <= startedAt) throw badField('ends_at', 'must be after starts_at');
  if (endedAt.getTime() - startedAt.getTime() > DURATION_HOURS_MAX * HOUR_MS)
    throw badField('ends_at', `must be at most ${DURATION_HOURS_MAX} hours after starts_at`);
  return { startedAt, endedAt };
}

/** What a stay on the lot would cost; null when no rate is posted then. */
export function quoteOf(lot: PricedLot, window: Window): Static<typeof QuoteSchema> | null {
  const rate = offerLotRate(lot, window.startedAt);
  return rate === undefined ? null : quoteStay(rate, { ...window, currency: lot.currency });
}

function readInstant(field: string, text: string | undefined): Date {
  if (text === undefined) throw badField(field, 'is needed when the other end is given');
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw badField(field, 'must be an RFC 3339 instant');
  return instant;
}

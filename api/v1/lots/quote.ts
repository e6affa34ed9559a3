import { addHours } from 'date-fns/addHours';
import { addMilliseconds } from 'date-fns/addMilliseconds';
import { millisecondsInDay } from 'date-fns/constants';
import { max } from 'date-fns/max';
import { type Static, Type } from 'typebox';
import { badField } from '../../../src/kit/errors.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { isTooLong } from '../../../src/parking/lots/max-stay.ts';
import { DURATION_HOURS_MAX } from '../../../src/parking/sessions/stay-end.ts';
import { priceSold } from '../../../src/tariffs/for-sale.ts';
import { offerLotRate, type PricedLot } from '../../../src/tariffs/offer-lot-rate.ts';
import { QUOTE_AHEAD_DAYS_MAX, QUOTE_VALID_MS, type Quote } from '../../../src/tariffs/quotes.ts';
import { presentQuote, QuoteSchema } from '../pricing-shape.ts';

/** The stay whose price is asked for. */
export type Window = { startedAt: Date; endedAt: Date };

/**
 * Reads both instants; undefined when neither is given. Errors: BAD_REQUEST naming starts_at or
 * ends_at.
 */
export function readWindow(query: { starts_at?: string; ends_at?: string }): Window | undefined {
  const { starts_at, ends_at } = query;
  if (starts_at === undefined && ends_at === undefined) return undefined;
  const startedAt = readInstant('starts_at', starts_at);
  const endedAt = readInstant('ends_at', ends_at);
  if (endedAt <= startedAt) throw badField('ends_at', 'must be after starts_at');
  if (endedAt > addHours(startedAt, DURATION_HOURS_MAX))
    throw badField('ends_at', `must be at most ${DURATION_HOURS_MAX} hours after starts_at`);
  return { startedAt, endedAt };
}

/** A price, with an id; `createSession` charges that price when it gets the id. */
export const SealedQuoteSchema = named('SealedQuote', {
  id: Type.Optional(
    Type.String({
      description:
        'quote_id of a session that begins from 15 minutes before starts_at until expires_at, ' +
        'and ends at ends_at by default; ' +
        'missing where starts_at is more than 30 days ahead',
    }),
  ),
  expires_at: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'How long the price holds: 10 minutes from now, or from starts_at if later',
    }),
  ),
  ...QuoteSchema.properties,
  line_count: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'How many lines the price has, where lines is empty: in searches, where several lots are ' +
        'found and there are more than 16. limit=1 has them all',
    }),
  ),
});

/**
 * The price of a stay on the lot; null when no rate is posted for it, it is too long, or its tariff
 * does not sell all of that time.
 */
export function quoteOf(
  lot: PricedLot & { lotId: string; features: readonly string[] },
  window: Window,
  seal: (quote: Quote) => string,
): Static<typeof SealedQuoteSchema> | null {
  const rate = offerLotRate(lot, window.startedAt);
  if (rate === undefined || isTooLong(lot, { from: window.startedAt, to: window.endedAt }))
    return null;
  const price = priceSold(rate, window);
  if (price === undefined) return null;
  const quote = presentQuote(price, { rate, currency: lot.currency });
  const { startedAt: startsAt, endedAt: endsAt } = window;
  if (startsAt > addMilliseconds(lot.now, QUOTE_AHEAD_DAYS_MAX * millisecondsInDay)) return quote;
  const validUntil = addMilliseconds(max([lot.now, startsAt]), QUOTE_VALID_MS);
  const id = seal({ lotId: lot.lotId, rate, startsAt, endsAt, validUntil });
  return { id, expires_at: validUntil.toISOString(), ...quote };
}

function readInstant(field: string, text: string | undefined): Date {
  if (text === undefined) throw badField(field, 'is needed when the other end is given');
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw badField(field, 'must be an RFC 3339 instant');
  return instant;
}

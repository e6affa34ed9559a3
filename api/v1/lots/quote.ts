import { type Static, Type } from 'typebox';
import { badField } from '../../../src/errors.ts';
import type { Lot } from '../../../src/lots/lot.ts';
import { fromMinor } from '../../../src/money.ts';
import { priceStay } from '../../../src/pricing/price-stay.ts';
import { DURATION_HOURS_MAX } from '../../../src/sessions/new-session.ts';

const HOUR_MS = 3_600_000;
const Instant = Type.String({ format: 'date-time' });

export const QuoteSchema = Type.Object({
  amount: Type.Number(),
  currency: Type.String(),
  lines: Type.Array(
    Type.Object({
      description: Type.String(),
      from: Instant,
      to: Instant,
      minutes: Type.Integer(),
      amount: Type.Number(),
    }),
  ),
});

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

/** What a stay on the lot would cost at its posted rate; null when none is posted. */
export function quoteOf(lot: Lot, window: Window): Static<typeof QuoteSchema> | null {
  const { rate_minor: rateMinor, rate_unit: rateUnit, max_daily_minor: maxDailyMinor } = lot;
  if (rateMinor === null) return null;
  const { subtotalMinor, lines } = priceStay({ rateMinor, rateUnit, maxDailyMinor, ...window });
  return {
    amount: fromMinor(subtotalMinor, lot.currency),
    currency: lot.currency,
    lines: lines.map(({ description, from, to, minutes, amountMinor }) => ({
      description,
      from: from.toISOString(),
      to: to.toISOString(),
      minutes,
      amount: fromMinor(amountMinor, lot.currency),
    })),
  };
}

function readInstant(field: string, text: string | undefined): Date {
  if (text === undefined) throw badField(field, 'is needed when the other end is given');
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw badField(field, 'must be an RFC 3339 instant');
  return instant;
}

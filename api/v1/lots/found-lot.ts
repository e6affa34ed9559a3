import { type Static, Type } from 'typebox';
import { openState } from '../../../src/lots/opening-hours.ts';
import type { FoundLot } from '../../../src/lots/search-lots.ts';
import { LotSchema, nullable, presentLot } from './lot.ts';
import { QuoteSchema, quoteOf, type Window } from './quote.ts';

const Instant = Type.String({ format: 'date-time' });

export const FoundLotSchema = Type.Object({
  ...LotSchema.properties,
  distance_m: Type.Integer({ description: 'Great-circle metres' }),
  availability: Type.Object({
    total_spaces: Type.Integer(),
    available_spaces: Type.Integer(),
    occupancy_pct: Type.Integer({ minimum: 0, maximum: 100 }),
    status: Type.Enum(['open', 'full', 'closed', 'unknown']),
    as_of: Instant,
    source: Type.Enum(['sessions']),
  }),
  pricing: Type.Object({
    base_rate: nullable(Type.Number()),
    effective_rate: nullable(Type.Number()),
    rate_unit: Type.Enum(['hour', 'day']),
    currency: Type.String(),
    max_daily_rate: nullable(Type.Number()),
  }),
  quote: Type.Optional(nullable(QuoteSchema)),
});

/** `now` is the instant whose opening hours count, `asOf` the one at which spaces were counted. */
export function presentFoundLot(
  lot: FoundLot,
  context: { baseUrl: string; now: number; asOf: Date; window: Window | undefined },
): Static<typeof FoundLotSchema> {
  const presented = presentLot(lot, context.baseUrl);
  const { base_rate, rate_unit, currency, max_daily_rate } = presented;
  const available = lot.total_spaces - lot.taken_spaces;
  const state = openState(lot, context.now);
  return {
    ...presented,
    distance_m: Math.round(lot.distance_m),
    availability: {
      total_spaces: lot.total_spaces,
      available_spaces: available,
      occupancy_pct:
        lot.total_spaces === 0 ? 100 : Math.round((100 * lot.taken_spaces) / lot.total_spaces),
      status: state === 'open' && available === 0 ? 'full' : state,
      as_of: context.asOf.toISOString(),
      source: 'sessions',
    },
    pricing: { base_rate, effective_rate: base_rate, rate_unit, currency, max_daily_rate },
    ...(context.window && { quote: quoteOf(lot, context.window) }),
  };
}

import { type Static, Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { type Hold, NO_INTENT, priceOfHold } from '../../../src/parking/holds/hold.ts';
import { unmaskPlate } from '../../../src/parking/intents/mask-plate.ts';
import { Instant } from '../../fields/field-types.ts';
import { HoldId, LotId, SessionId } from '../../fields/ids.ts';
import { HoursOfLot } from '../../fields/lot-shape.ts';
import { presentQuote, QuoteSchema } from '../pricing-shape.ts';

export const HOLD_STATUSES = ['held', 'activated', 'expired', 'canceled'] as const;
const MAX_RATE_PERS = ['hour', 'day', 'total'] as const;
const SORTS = ['distance', 'price'] as const;
const Text = Type.String();

export const HoldSchema = named('Hold', {
  id: HoldId(),
  code: Text,
  status: Type.Enum([...HOLD_STATUSES]),
  lot_id: LotId(),
  lot_name: Text,
  opening_hours: HoursOfLot,
  intent: nullable(Type.String({ description: 'null: none, or told to another operator' })),
  parsed: named('ParsedIntent', {
    place: nullable(Text),
    lat: nullable(Type.Number()),
    lng: nullable(Type.Number()),
    attribution: nullable(Type.String({ description: 'Show it beside the place' })),
    starts_at: Instant,
    ends_at: Instant,
    plate: nullable(Text),
    features: Type.Array(Text),
    lot_types: nullable(
      Type.Array(Text, { description: 'How the lot may be built; null: anyhow' }),
    ),
    vehicle_kind: nullable(Text),
    height_cm: nullable(Type.Integer({ description: 'Of the vehicle, centimetres' })),
    max_rate: nullable(Type.Number({ description: 'The most it may cost, currency units' })),
    max_rate_per: nullable(Type.Enum([...MAX_RATE_PERS], { description: 'What max_rate is for' })),
    max_rate_currency: nullable(
      Type.String({ description: 'Lowercase ISO 4217; null: the one of the lot' }),
    ),
    space_count: Type.Integer(),
    within_m: nullable(Type.Integer({ description: 'How far from the place, metres' })),
    sort: Type.Enum([...SORTS], { description: 'What came first among lots that suit' }),
  }),
  quote: QuoteSchema,
  expires_at: Instant,
  ttl_seconds: Type.Integer(),
  activated_count: Type.Integer({ description: 'Spaces taken out of the hold so far' }),
  session_id: nullable(SessionId('The first stay it was redeemed for')),
  created_at: Instant,
});

type HoldShape = Static<typeof HoldSchema>;

/** A hold as v1 shows it: amounts in currency units. */
export function toHoldShape(hold: Hold): HoldShape {
  // Intents stored by earlier versions lack fields that were added later.
  const { place, lat, lng, attribution, features, max_rate, ...stated } = {
    ...NO_INTENT,
    ...hold.parsed,
  };
  return {
    id: hold.holdId,
    code: hold.code,
    status: hold.status,
    lot_id: hold.lotId,
    lot_name: hold.lotName,
    opening_hours: hold.openingHours,
    intent: hold.intent === null ? null : unmaskPlate(hold.intent, hold.shownPlate),
    parsed: {
      place,
      lat,
      lng,
      attribution,
      starts_at: hold.startsAt.toISOString(),
      ends_at: hold.endsAt.toISOString(),
      plate: hold.shownPlate,
      features,
      lot_types: stated.lot_types,
      vehicle_kind: stated.vehicle_kind,
      height_cm: stated.height_cm,
      max_rate,
      max_rate_per: stated.max_rate_per,
      max_rate_currency: stated.max_rate_currency,
      space_count: hold.spaceCount,
      within_m: stated.within_m,
      sort: stated.sort,
    },
    quote: presentQuote(priceOfHold(hold), hold),
    expires_at: hold.expiresAt.toISOString(),
    ttl_seconds: hold.ttlSeconds,
    activated_count: hold.activatedCount,
    session_id: hold.sessionId,
    created_at: hold.createdAt.toISOString(),
  };
}

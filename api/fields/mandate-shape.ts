import { type Static, Type } from 'typebox';
import type { Mandate } from '../../src/access/mandates/mandate.ts';
import { OPENING_HOURS_LENGTH_MAX } from '../../src/kit/hours/hours-bounds.ts';
import { fromMinor, STAY_UNITS_MAX } from '../../src/kit/money.ts';
import { Latitude, Longitude, nullable } from '../../src/kit/web/document/field-types.ts';
import { named } from '../../src/kit/web/document/named.ts';
import type { MandateLeft } from '../../src/parking/mandates/find-mandate-left.ts';
import { LOT_IDS_MAX } from '../../src/parking/mandates/mandated-lots.ts';
import { AREA_RADIUS_KM } from '../../src/parking/mandates/read-mandate.ts';
import { Amount } from './field-types.ts';
import { LotId, MandateId } from './ids.ts';

const limitInput = (description: string) =>
  Type.Number({
    exclusiveMinimum: 0,
    maximum: STAY_UNITS_MAX,
    description: `${description}, currency units`,
  });

/** A mandate in a request; `readMandate` checks what a schema cannot say. */
export const MandateInput = named(
  'MandateRequest',
  {
    currency: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{3}$', description: 'ISO 4217, of the amounts' }),
    ),
    max_per_stay: Type.Optional(limitInput('Most that a stay may cost')),
    max_per_day: Type.Optional(limitInput('Most for all stays that begin in a day')),
    max_per_month: Type.Optional(limitInput('Most for all stays that begin in a month')),
    lot_ids: Type.Optional(
      Type.Array(LotId(), {
        minItems: 1,
        maxItems: LOT_IDS_MAX,
        description: 'The only lots allowed',
      }),
    ),
    area: Type.Optional(
      named(
        'MandateAreaRequest',
        {
          lat: Latitude,
          lng: Longitude,
          radius_km: Type.Number({
            minimum: AREA_RADIUS_KM.min,
            maximum: AREA_RADIUS_KM.max,
            description: 'In km along the great circle',
          }),
        },
        { description: 'Lots have to lie inside of this circle' },
      ),
    ),
    hours: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: OPENING_HOURS_LENGTH_MAX,
        description:
          'The whole stay has to lie inside: hours of a week as in OSM, such as Mo-Fr 07:00-19:00',
      }),
    ),
    timezone: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'IANA name: whose days, months and hours count; default UTC',
      }),
    ),
    needs_activation: Type.Optional(
      Type.Boolean({ description: 'The key may hold, and another key begins the stays' }),
    ),
  },
  { description: 'What the key may spend on parking, where and when; at least one rule' },
);

const RULES = {
  id: MandateId(),
  currency: nullable(Type.String()),
  max_per_stay: nullable(Amount),
  max_per_day: nullable(Amount),
  max_per_month: nullable(Amount),
  lot_ids: nullable(Type.Array(LotId())),
  area: nullable(
    named('MandateArea', {
      lat: Latitude,
      lng: Longitude,
      radius_km: Type.Number({ description: 'In km along the great circle' }),
    }),
  ),
  hours: nullable(Type.String()),
  timezone: Type.String(),
  needs_activation: Type.Boolean(),
};

/** A mandate in an answer. */
export const MandateSchema = named('Mandate', RULES);

/** A mandate in an answer, with what is left of it. */
export const MandateLeftSchema = named('MandateLeft', {
  ...RULES,
  left_today: nullable(Amount),
  left_this_month: nullable(Amount),
});

export type MandateShape = Static<typeof MandateSchema>;
export type MandateLeftShape = Static<typeof MandateLeftSchema>;

const METRES_PER_KM = 1_000;

/** A mandate as answers show it. */
export function presentMandate(mandate: Mandate): MandateShape {
  const { area } = mandate;
  return {
    id: mandate.mandateId,
    currency: mandate.currency,
    max_per_stay: unitsOf(mandate, mandate.maxPerStayMinor),
    max_per_day: unitsOf(mandate, mandate.maxPerDayMinor),
    max_per_month: unitsOf(mandate, mandate.maxPerMonthMinor),
    lot_ids: mandate.lotIds === null ? null : [...mandate.lotIds],
    area: area && { lat: area.lat, lng: area.lng, radius_km: area.radiusM / METRES_PER_KM },
    hours: mandate.hours,
    timezone: mandate.timezone,
    needs_activation: mandate.needsActivation,
  };
}

/** A mandate as answers show it, with what is left of it now. */
export function presentMandateLeft(
  mandate: Mandate,
  { perDayMinor, perMonthMinor }: MandateLeft,
): MandateLeftShape {
  return {
    ...presentMandate(mandate),
    left_today: unitsOf(mandate, perDayMinor),
    left_this_month: unitsOf(mandate, perMonthMinor),
  };
}

function unitsOf({ currency }: Mandate, minor: number | null): number | null {
  return minor === null || currency === null ? null : fromMinor(minor, currency);
}

import { type Static, Type } from 'typebox';
import { fromMinor } from '../../src/kit/money.ts';
import { named } from '../../src/kit/web/document/named.ts';
import { attributionOf } from '../../src/parking/lots/attribution.ts';
import { LOT_TYPES, type Lot } from '../../src/parking/lots/lot.ts';
import type { OperatorLot } from '../../src/parking/lots/lot-columns.ts';
import { BillingStep, NoDailyMax, nullable } from './field-types.ts';
import { LotId } from './ids.ts';

const Text = Type.String();
const Count = Type.Integer({ minimum: 0 });

export const LotSchema = Type.Object({
  id: LotId(),
  name: Text,
  slug: Text,
  address: nullable(Text),
  city: nullable(Text),
  state: nullable(Text),
  country: nullable(Type.String({ description: 'ISO 3166-1 alpha-2' })),
  lat: Type.Number(),
  lng: Type.Number(),
  timezone: Type.String({ description: 'IANA name; the zone of opening_hours' }),
  total_spaces: nullable(
    Type.Integer({ minimum: 0, description: 'null: not known, so nobody can park or hold here' }),
  ),
  is_capacity_estimated: Type.Boolean({
    description: 'Whether nobody counted total_spaces: by the area, or said as about so many',
  }),
  area_m2: nullable(Type.Integer({ description: 'Of its outline; null: only a point is known' })),
  base_rate: nullable(Type.Number({ description: 'Currency units; null: none is posted' })),
  rate_unit: Type.Enum(['hour', 'day']),
  billing_step_minutes: BillingStep,
  currency: Type.String({ description: 'Lowercase ISO 4217' }),
  max_daily_rate: nullable(Type.Number({ description: 'Most that 24 hours cost' })),
  has_no_daily_max: NoDailyMax,
  charge_text: nullable(
    Type.String({
      description: 'A price that cannot be posted as a rate, as its source says it; else null',
    }),
  ),
  lot_type: Type.Enum([...LOT_TYPES], { description: 'How it is built; see is_lot_type_stated' }),
  is_lot_type_stated: Type.Boolean({
    description: 'false: nobody said how it is built, so lot_type is surface and means nothing',
  }),
  features: Type.Array(Text, {
    description:
      'Tags: accessible, av, covered, ev_charging, access:public, maxstay:2 hours. A tag that is ' +
      'missing says nothing',
  }),
  spaces: named(
    'SpacesByKind',
    { ev: Count, accessible: Count, av: Count },
    { description: '0: none, or nobody said' },
  ),
  opening_hours: nullable(
    Type.String({ description: 'OSM syntax; null: nobody said when it is open' }),
  ),
  overnight: Type.Boolean({ description: 'Whether vehicles may stay while the lot is closed' }),
  max_height_cm: nullable(Type.Integer()),
  status: Type.Enum(['active', 'closed']),
  url: Type.String({ description: 'Address of this lot in this service' }),
  website: nullable(Type.String({ description: "The lot's own page" })),
  osm_id: nullable(Type.String({ description: 'OpenStreetMap element, such as way/123' })),
  data_license: nullable(
    Type.String({ description: "Licence of the lot's data, SPDX identifier; null: not said" }),
  ),
  attribution: nullable(
    Type.String({ description: 'To be shown with the data; null: none is asked for' }),
  ),
  possible_duplicate_of: nullable(
    LotId(
      'The lot that was listed before as what looks like the same car park; null: none is known',
    ),
  ),
  is_osm_export_allowed: Type.Boolean({
    description: 'Whether its operator allows its data to be put into OpenStreetMap',
  }),
  updated_at: Type.String({ format: 'date-time' }),
});

/** With what is sold on a lot. */
export const HoursOfLot = nullable(
  Type.String({
    description:
      'When the lot is open, in OSM syntax and its own zone; null: nobody said, and parking is ' +
      'sold all the same',
  }),
);

/** The columns that are read of a lot for its operator and for all other callers. */
type ShownLot = Pick<Lot, keyof Lot & keyof OperatorLot>;

/** A posted rate as callers see it: money in units of the lot's currency. */
export function presentRate(
  lot: Pick<
    ShownLot,
    'rateMinor' | 'rateUnit' | 'billingStepMinutes' | 'currency' | 'maxDailyMinor' | 'hasNoDailyMax'
  >,
) {
  const inUnits = (minor: number | null) =>
    minor === null ? null : fromMinor(minor, lot.currency);
  return {
    base_rate: inUnits(lot.rateMinor),
    rate_unit: lot.rateUnit,
    billing_step_minutes: lot.billingStepMinutes,
    currency: lot.currency,
    max_daily_rate: inUnits(lot.maxDailyMinor),
    has_no_daily_max: lot.hasNoDailyMax,
  };
}

/** A lot as callers see it. */
export function presentLot(lot: ShownLot, baseUrl: string): Static<typeof LotSchema> {
  return {
    id: lot.lotId,
    name: lot.name,
    slug: lot.slug,
    address: lot.address,
    city: lot.city,
    state: lot.state,
    country: lot.country,
    lat: lot.latitude,
    lng: lot.longitude,
    timezone: lot.timezone,
    total_spaces: lot.totalSpaces,
    is_capacity_estimated: lot.isCapacityEstimated,
    area_m2: lot.areaM2,
    ...presentRate(lot),
    charge_text: lot.rateMinor === null ? lot.chargeText : null,
    // Within version 1 a lot has a type, also where nobody said which.
    lot_type: lot.lotType ?? 'surface',
    is_lot_type_stated: lot.lotType !== null,
    features: lot.features,
    spaces: { ev: lot.evSpaces, accessible: lot.accessibleSpaces, av: lot.avSpaces },
    opening_hours: lot.openingHours,
    overnight: lot.isOvernightAllowed,
    max_height_cm: lot.maxHeightCm,
    status: lot.status,
    url: `${baseUrl}/api/v1/lots/${lot.lotId}`,
    website: lot.website,
    osm_id: lot.osmId,
    data_license: lot.dataLicense,
    attribution: attributionOf(lot),
    possible_duplicate_of: lot.duplicateOf,
    is_osm_export_allowed: lot.isOsmExportAllowed,
    updated_at: lot.updatedAt.toISOString(),
  };
}

import fc from 'fast-check';
import type { ExportedLot } from '../../../../../src/kit/osm/export/exported-lot.ts';

/** A lot that says nothing but where it is; `more` overrides that. */
export function plainLot(more: Partial<ExportedLot> = {}): ExportedLot {
  return {
    lot_id: '0199a000-0000-7000-8000-000000000001',
    export_number: 1,
    latitude: 60.17,
    longitude: 24.94,
    name: 'City Hall',
    address: null,
    city: null,
    state: null,
    country: 'FI',
    total_spaces: null,
    is_capacity_estimated: false,
    rate_minor: null,
    rate_unit: 'hour',
    billing_step_minutes: 1,
    max_daily_minor: null,
    currency: 'eur',
    lot_type: 'surface',
    features: [],
    ev_spaces: 0,
    accessible_spaces: 0,
    av_spaces: 0,
    opening_hours: null,
    max_height_cm: null,
    website: null,
    ref: null,
    osm_id: null,
    osm_tags: {},
    is_listed: true,
    operator_name: 'Impark',
    ...more,
  };
}

const STEPS = Array.from({ length: 1440 }, (_, i) => i + 1).filter((step) => 1440 % step === 0);
const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 300 });
const count = fc.integer({ min: 0, max: 50 });

/** Keys that no column stores. */
export const foreignTags = fc.dictionary(
  fc.oneof(
    fc.constantFrom('surface', 'wheelchair', 'lit', 'note', 'level', 'addr:postcode', '__proto__'),
    fc.string({ minLength: 1, maxLength: 300 }).map((key) => `x:${key}`),
  ),
  fc.oneof(fc.constantFrom('yes', 'asphalt'), text),
  { maxKeys: 5 },
);

/** Lots with all that an operator may say of them, and tags that came with them. */
export const anyLot = fc
  .record({
    export_number: fc.integer({ min: 1, max: 2 ** 40 }),
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    name: fc.oneof(
      fc.constantFrom('Parking', 'PARKPLATZ', 'City Hall', 'Impark', 'Main St', 'Parking A1'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
    ),
    address: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 })),
    city: fc.option(fc.string({ unit: 'grapheme', minLength: 1 })),
    state: fc.option(fc.constantFrom('CA', 'Ontario')),
    country: fc.option(fc.constantFrom('US', 'FI')),
    total_spaces: fc.option(fc.integer({ min: 1, max: 100_000 })),
    is_capacity_estimated: fc.boolean(),
    rate_minor: fc.option(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10 ** 6 }))),
    rate_unit: fc.constantFrom('hour' as const, 'day' as const),
    billing_step_minutes: fc.constantFrom(...STEPS),
    max_daily_minor: fc.option(fc.integer({ min: 1, max: 10 ** 6 })),
    currency: fc.constantFrom('usd', 'eur', 'jpy', 'kwd', 'gbp', 'chf', 'krw'),
    lot_type: fc.constantFrom(
      ...(['surface', 'garage', 'underground', 'rooftop', 'street', 'carport'] as const),
    ),
    features: fc.subarray([
      ...['access:customers', 'accessible', 'av', 'covered', 'ev_charging', 'maxstay:2 hours'],
      ...['park_and_ride', 'supervised'],
    ]),
    ev_spaces: count,
    accessible_spaces: count,
    av_spaces: count,
    opening_hours: fc.option(fc.constantFrom('24/7', 'Mo-Fr 07:00-19:00')),
    max_height_cm: fc.option(fc.integer({ min: 1, max: 10_000 })),
    website: fc.option(fc.webUrl({ withQueryParameters: true })),
    ref: fc.option(fc.constantFrom('A1', 'way/7', 'city-hall@60.17000,24.94000')),
    osm_id: fc.option(fc.constantFrom('node/1', 'way/2', 'relation/3')),
    osm_tags: foreignTags,
    is_listed: fc.boolean(),
    operator_name: fc.constantFrom('Impark', 'Q-Park'),
  })
  .map(
    (lot): ExportedLot => ({
      ...plainLot(),
      ...lot,
      // As the database has it: only hours are billed in steps, only known spaces are estimated.
      billing_step_minutes: lot.rate_unit === 'day' ? 1 : lot.billing_step_minutes,
      is_capacity_estimated: lot.total_spaces !== null && lot.is_capacity_estimated,
    }),
  );

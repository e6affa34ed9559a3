import fc from 'fast-check';
import type { ExportedLot } from '../../../../../src/kit/osm/export/exported-lot.ts';

/** A lot with nothing stated but its place; `more` overrides that. */
export function plainLot(more: Partial<ExportedLot> = {}): ExportedLot {
  return {
    lotId: '0199a000-0000-7000-8000-000000000001',
    exportNumber: 1,
    latitude: 60.17,
    longitude: 24.94,
    name: 'City Hall',
    address: null,
    city: null,
    state: null,
    country: 'FI',
    totalSpaces: null,
    isCapacityEstimated: false,
    rateMinor: null,
    rateUnit: 'hour',
    billingStepMinutes: 1,
    maxDailyMinor: null,
    tariffTags: null,
    currency: 'eur',
    lotType: 'surface',
    features: [],
    evSpaces: 0,
    accessibleSpaces: 0,
    avSpaces: 0,
    openingHours: null,
    maxHeightCm: null,
    website: null,
    ref: null,
    osmId: null,
    osmTags: {},
    isListed: true,
    operatorName: 'Impark',
    ...more,
  };
}

const STEPS = Array.from({ length: 1440 }, (_, i) => i + 1).filter((step) => 1440 % step === 0);
const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 300 });
const count = fc.integer({ min: 0, max: 50 });

/** Keys that no column stores. */
const foreignTags = fc.dictionary(
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
    exportNumber: fc.integer({ min: 1, max: 2 ** 40 }),
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
    totalSpaces: fc.option(fc.integer({ min: 1, max: 100_000 })),
    isCapacityEstimated: fc.boolean(),
    rateMinor: fc.option(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10 ** 6 }))),
    rateUnit: fc.constantFrom('hour' as const, 'day' as const),
    billingStepMinutes: fc.constantFrom(...STEPS),
    maxDailyMinor: fc.option(fc.integer({ min: 1, max: 10 ** 6 })),
    currency: fc.constantFrom('usd', 'eur', 'jpy', 'kwd', 'gbp', 'chf', 'krw'),
    lotType: fc.constantFrom(
      ...(['surface', 'garage', 'underground', 'rooftop', 'street', 'carport'] as const),
    ),
    features: fc.subarray([
      ...['access:customers', 'accessible', 'av', 'covered', 'ev_charging', 'maxstay:2 hours'],
      ...['park_and_ride', 'supervised'],
    ]),
    evSpaces: count,
    accessibleSpaces: count,
    avSpaces: count,
    openingHours: fc.option(fc.constantFrom('24/7', 'Mo-Fr 07:00-19:00')),
    maxHeightCm: fc.option(fc.integer({ min: 1, max: 10_000 })),
    website: fc.option(fc.webUrl({ withQueryParameters: true })),
    ref: fc.option(fc.constantFrom('A1', 'way/7', 'city-hall@60.17000,24.94000')),
    osmId: fc.option(fc.constantFrom('node/1', 'way/2', 'relation/3')),
    osmTags: foreignTags,
    isListed: fc.boolean(),
    operatorName: fc.constantFrom('Impark', 'Q-Park'),
  })
  .map(
    (lot): ExportedLot => ({
      ...plainLot(),
      ...lot,
      // As the database has it: only hours are billed in steps, only known spaces are estimated.
      billingStepMinutes: lot.rateUnit === 'day' ? 1 : lot.billingStepMinutes,
      isCapacityEstimated: lot.totalSpaces !== null && lot.isCapacityEstimated,
    }),
  );

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExportedLot } from '../../../../../src/kit/osm/export/exported-lot.ts';
import {
  PRODUCT_KEYS,
  productTagsOf,
  tagsOf,
  tagsToKeep,
} from '../../../../../src/kit/osm/export/tags-of.ts';
import { uploadTagsOf } from '../../../../../src/kit/osm/export/upload-tags.ts';
import { readHeight } from '../../../../../src/kit/osm/values/height.ts';
import { readMaxStay } from '../../../../../src/kit/osm/values/max-stay.ts';
import { readParkingType } from '../../../../../src/kit/osm/values/plain-tags.ts';
import { readPrice } from '../../../../../src/kit/osm/values/read-price.ts';
import { readCapacity } from '../../../../../src/kit/osm/values/spaces.ts';
import { anyLot, plainLot } from './random-lots.ts';

const RUNS = { numRuns: 2_000 };

test('a lot with everything is written in the words of OpenStreetMap', () => {
  const lot = plainLot({
    address: 'Main St 5',
    city: 'Helsinki',
    total_spaces: 50,
    rate_minor: 250,
    max_daily_minor: 2000,
    lot_type: 'garage',
    features: ['access:customers', 'accessible', 'covered', 'ev_charging', 'maxstay:2 hours'],
    ev_spaces: 4,
    av_spaces: 2,
    opening_hours: 'Mo-Fr 07:00-19:00',
    max_height_cm: 210,
    website: 'https://example.com/lot',
    ref: 'P5',
    osm_tags: { surface: 'asphalt', 'addr:postcode': '00100' },
  });
  const tags = {
    amenity: 'parking',
    name: 'City Hall',
    parking: 'multi-storey',
    capacity: '50',
    'capacity:disabled': 'yes',
    'capacity:charging': '4',
    fee: 'yes',
    charge: '2.50 EUR/hour',
    opening_hours: 'Mo-Fr 07:00-19:00',
    maxstay: '2 hours',
    maxheight: '2.1',
    access: 'customers',
    website: 'https://example.com/lot',
    operator: 'Impark',
    ref: 'P5',
    'addr:full': 'Main St 5',
    'addr:city': 'Helsinki',
    'addr:country': 'FI',
    surface: 'asphalt',
    'addr:postcode': '00100',
  };
  expect(tagsOf(lot)).toEqual(tags);
  expect(productTagsOf(lot)).toEqual({
    ...tags,
    'parking:rate': '2.50 EUR/hour',
    'parking:type': 'multi-storey',
    'charge:max': '20.00 EUR/day',
    'capacity:autonomous': '2',
  });
  expect(uploadTagsOf(lot)).toEqual({ tags, left_out: [] });
});

describe('one tag', () => {
  const cases: [string, Partial<ExportedLot>, Record<string, string | undefined>][] = [
    [
      'an estimated capacity',
      { total_spaces: 40, is_capacity_estimated: true },
      { capacity: undefined },
    ],
    [
      'what the file said of it',
      { total_spaces: 40, is_capacity_estimated: true, osm_tags: { capacity: '~40' } },
      { capacity: '~40' },
    ],
    [
      'a daily rate',
      { rate_minor: 2000, rate_unit: 'day' },
      { fee: 'yes', charge: '20.00 EUR/day' },
    ],
    [
      'a rate in steps',
      { rate_minor: 550, billing_step_minutes: 30 },
      { charge: '2.75 EUR/30 minutes' },
    ],
    ['yen', { rate_minor: 300, currency: 'jpy' }, { charge: '300 JPY/hour' }],
    ['dinars', { rate_minor: 1500, currency: 'kwd' }, { charge: '1.500 KWD/hour' }],
    ['no rate', {}, { fee: undefined, charge: undefined }],
    ['free', { rate_minor: 0 }, { fee: 'no', charge: undefined }],
    [
      'a price that was kept as text',
      { osm_tags: { fee: 'yes', charge: '5 EUR' } },
      { fee: 'yes', charge: '5 EUR' },
    ],
    [
      'a rate posted later',
      { rate_minor: 100, osm_tags: { charge: '5 EUR' } },
      { charge: '1.00 EUR/hour' },
    ],
    [
      'a finer kind of street parking',
      { lot_type: 'street', osm_tags: { parking: 'lane' } },
      { parking: 'lane' },
    ],
    [
      'a kind that is not the lot’s',
      { lot_type: 'garage', osm_tags: { parking: 'lane' } },
      { parking: 'multi-storey' },
    ],
    ['a kind that nobody said', { lot_type: null }, { parking: undefined }],
    [
      'a kind that nobody knows',
      { lot_type: null, osm_tags: { parking: 'boat' } },
      { parking: 'boat' },
    ],
    [
      'a finer access',
      { is_listed: false, osm_tags: { access: 'residents' } },
      { access: 'residents' },
    ],
    ['a listed lot of an operator', {}, { access: undefined }],
    ['a lot that is said to be for everybody', { features: ['access:public'] }, { access: 'yes' }],
    [
      'a listed lot of OpenStreetMap',
      { osm_id: 'way/1' },
      { access: undefined, operator: undefined },
    ],
    [
      'permissive',
      { osm_id: 'way/1', osm_tags: { access: 'permissive' } },
      { access: 'permissive' },
    ],
    ['a lot that is not listed', { is_listed: false }, { access: undefined }],
    [
      'a roof that goes without saying',
      { lot_type: 'underground', features: ['covered'] },
      { covered: undefined },
    ],
    ['a roof over a surface lot', { features: ['covered'] }, { covered: 'yes' }],
    [
      'buses to the centre',
      { features: ['park_and_ride'], osm_tags: { park_ride: 'bus' } },
      { park_ride: 'bus' },
    ],
    [
      'feet and inches',
      { max_height_cm: 210, osm_tags: { maxheight: `6'11"` } },
      { maxheight: `6'11"` },
    ],
    [
      'a limit of another key',
      { max_height_cm: 200, osm_tags: { 'maxheight:physical': '2' } },
      { maxheight: undefined },
    ],
    [
      'a limit that was changed',
      { max_height_cm: 190, osm_tags: { maxheight: '2' } },
      { maxheight: '1.9' },
    ],
    [
      'contact:website',
      { website: 'https://x.org/', osm_tags: { 'contact:website': 'https://x.org/' } },
      { website: undefined },
    ],
    ['an operator of the file', { osm_tags: { operator: 'Apcoa' } }, { operator: 'Apcoa' }],
    ['a ref of the map', { ref: 'way/12' }, { ref: undefined }],
    ['a ref of name and place', { ref: 'city-hall@60.17000,-24.94000' }, { ref: undefined }],
    ['a country without an address', {}, { 'addr:country': undefined }],
    [
      'an address of the file',
      { address: 'Main St 5', osm_tags: { 'addr:street': 'Main St', 'addr:housenumber': '5' } },
      { 'addr:street': 'Main St', 'addr:housenumber': '5', 'addr:full': undefined },
    ],
    [
      'an address that was changed',
      { address: 'High St 1', osm_tags: { 'addr:street': 'Main St', 'addr:housenumber': '5' } },
      { 'addr:street': undefined, 'addr:housenumber': undefined, 'addr:full': 'High St 1' },
    ],
  ];
  test.each(cases)('%s', (_, lot, expected) => {
    expect(tagsOf(plainLot(lot))).toMatchObject(
      Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
    );
    for (const [key, value] of Object.entries(expected))
      if (value === undefined) expect(tagsOf(plainLot(lot))).not.toHaveProperty([key]);
  });
});

test.each<[string, string | null, Record<string, string>]>([
  ['Parking', null, {}],
  ['PARKPLATZ', null, {}],
  ['Pysäköinti', null, {}],
  ['Apcoa', null, { operator: 'Apcoa' }],
  ['Main St', null, { 'addr:street': 'Main St' }],
  ['Parking P5', 'P5', {}],
  ['Parking way/12', 'way/12', {}],
  ['Parking 60.17000,-24.94000', 'parking-60-17000-24-94000@60.17000,-24.94000', {}],
])('%s is no name of its own, and no operator is made up for it', (name, ref, osm_tags) => {
  const tags = tagsOf(plainLot({ name, ref, osm_tags }));
  expect(tags).not.toHaveProperty('name');
  expect(tags.operator).toBe(osm_tags.operator);
});

test('tags of a file are given back as they came, whatever they are', () => {
  fc.assert(
    fc.property(anyLot, (lot) => {
      const tags = tagsOf(lot);
      for (const [key, value] of Object.entries(lot.osm_tags)) expect(tags[key]).toBe(value);
    }),
    RUNS,
  );
});

test('files for upload hold nothing that OpenStreetMap refuses, and none of our own names', () => {
  fc.assert(
    fc.property(anyLot, (lot) => {
      const { tags, left_out } = uploadTagsOf(lot);
      for (const [key, value] of Object.entries(tags)) {
        expect([...key].length).toBeLessThanOrEqual(255);
        expect([...value].length).toBeLessThanOrEqual(255);
        expect(`${key}${value}`).not.toMatch(
          /(?![\t\n\r])[\p{Control}\uFFFE\uFFFF](?<![\x7f-\x9f])/u,
        );
      }
      for (const key of PRODUCT_KEYS) expect(tags).not.toHaveProperty([key]);
      const keys = Object.keys(tagsOf(lot));
      expect([...Object.keys(tags), ...left_out].toSorted()).toEqual(keys.toSorted());
    }),
    RUNS,
  );
});

test('what is written is read again as what the columns say', () => {
  fc.assert(
    fc.property(anyLot, (lot) => {
      const tags = productTagsOf({ ...lot, osm_tags: {} });
      const price = readPrice(tags, { currency: null });
      if (tags.charge !== undefined)
        expect(price).toMatchObject({
          kind: 'rate',
          rateMinor: lot.rate_minor,
          rateUnit: lot.rate_unit,
          billingStepMinutes: lot.billing_step_minutes,
          currency: lot.currency,
          maxDailyMinor: lot.max_daily_minor,
        });
      else if (lot.rate_minor === 0) expect(price.kind).toBe('free');
      if (tags.parking === undefined) expect(lot.lot_type).toBe('surface');
      else expect(readParkingType(tags)).toEqual({ kind: 'read', value: lot.lot_type });
      if (tags.capacity !== undefined)
        expect(readCapacity(tags)).toMatchObject({ value: { spaces: lot.total_spaces } });
      if (tags.maxheight !== undefined)
        expect(readHeight(tags)).toMatchObject({ value: { centimetres: lot.max_height_cm } });
      if (tags.maxstay !== undefined)
        expect(readMaxStay(tags)).toEqual({
          kind: 'read',
          value: { kind: 'minutes', minutes: 120 },
        });
    }),
    RUNS,
  );
});

test('with the tags that are kept of a file, all of it that still holds is given back', () => {
  const fileTags = {
    amenity: 'parking',
    parking: 'lane',
    operator: 'Impark',
    'addr:street': 'Main St',
    capacity: '50',
    maxheight: `6'11"`,
    charge: '2,50 EUR/h',
    fee: 'yes',
    surface: 'asphalt',
    'fee:conditional': 'no @ (Su)',
  };
  const lot = plainLot({
    name: 'Impark',
    lot_type: 'street',
    address: 'Main St',
    total_spaces: 50,
    max_height_cm: 210,
    rate_minor: 250,
  });
  const osm_tags = tagsToKeep(lot, fileTags);
  expect(osm_tags).toEqual({
    parking: 'lane',
    operator: 'Impark',
    'addr:street': 'Main St',
    maxheight: `6'11"`,
    surface: 'asphalt',
    'fee:conditional': 'no @ (Su)',
  });
  const tags = tagsOf({ ...lot, osm_tags });
  expect(tags).toEqual({
    ...fileTags,
    charge: '2.50 EUR/hour',
    'addr:country': 'FI',
  });
});

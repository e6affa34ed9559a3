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
    totalSpaces: 50,
    rateMinor: 250,
    maxDailyMinor: 2000,
    lotType: 'garage',
    features: ['access:customers', 'accessible', 'covered', 'ev_charging', 'maxstay:2 hours'],
    evSpaces: 4,
    avSpaces: 2,
    openingHours: 'Mo-Fr 07:00-19:00',
    maxHeightCm: 210,
    website: 'https://example.com/lot',
    ref: 'P5',
    osmTags: { surface: 'asphalt', 'addr:postcode': '00100' },
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
      { totalSpaces: 40, isCapacityEstimated: true },
      { capacity: undefined },
    ],
    [
      'what the file said of it',
      { totalSpaces: 40, isCapacityEstimated: true, osmTags: { capacity: '~40' } },
      { capacity: '~40' },
    ],
    ['a daily rate', { rateMinor: 2000, rateUnit: 'day' }, { fee: 'yes', charge: '20.00 EUR/day' }],
    [
      'a rate in steps',
      { rateMinor: 550, billingStepMinutes: 30 },
      { charge: '2.75 EUR/30 minutes' },
    ],
    ['yen', { rateMinor: 300, currency: 'jpy' }, { charge: '300 JPY/hour' }],
    ['dinars', { rateMinor: 1500, currency: 'kwd' }, { charge: '1.500 KWD/hour' }],
    ['no rate', {}, { fee: undefined, charge: undefined }],
    ['free', { rateMinor: 0 }, { fee: 'no', charge: undefined }],
    [
      'a price that was kept as text',
      { osmTags: { fee: 'yes', charge: '5 EUR' } },
      { fee: 'yes', charge: '5 EUR' },
    ],
    [
      'a rate posted later',
      { rateMinor: 100, osmTags: { charge: '5 EUR' } },
      { charge: '1.00 EUR/hour' },
    ],
    [
      'a finer kind of street parking',
      { lotType: 'street', osmTags: { parking: 'lane' } },
      { parking: 'lane' },
    ],
    [
      'a kind that is not the lot’s',
      { lotType: 'garage', osmTags: { parking: 'lane' } },
      { parking: 'multi-storey' },
    ],
    ['a kind that nobody said', { lotType: null }, { parking: undefined }],
    [
      'a kind that nobody knows',
      { lotType: null, osmTags: { parking: 'boat' } },
      { parking: 'boat' },
    ],
    [
      'a finer access',
      { isListed: false, osmTags: { access: 'residents' } },
      { access: 'residents' },
    ],
    ['a listed lot of an operator', {}, { access: undefined }],
    ['a lot stated to be for everybody', { features: ['access:public'] }, { access: 'yes' }],
    [
      'a listed lot of OpenStreetMap',
      { osmId: 'way/1' },
      { access: undefined, operator: undefined },
    ],
    ['permissive', { osmId: 'way/1', osmTags: { access: 'permissive' } }, { access: 'permissive' }],
    ['a lot that is not listed', { isListed: false }, { access: undefined }],
    [
      'a roof that goes without saying',
      { lotType: 'underground', features: ['covered'] },
      { covered: undefined },
    ],
    ['a roof over a surface lot', { features: ['covered'] }, { covered: 'yes' }],
    [
      'buses to the centre',
      { features: ['park_and_ride'], osmTags: { park_ride: 'bus' } },
      { park_ride: 'bus' },
    ],
    [
      'feet and inches',
      { maxHeightCm: 210, osmTags: { maxheight: `6'11"` } },
      { maxheight: `6'11"` },
    ],
    [
      'a limit of another key',
      { maxHeightCm: 200, osmTags: { 'maxheight:physical': '2' } },
      { maxheight: undefined },
    ],
    [
      'a limit that was changed',
      { maxHeightCm: 190, osmTags: { maxheight: '2' } },
      { maxheight: '1.9' },
    ],
    [
      'contact:website',
      { website: 'https://x.org/', osmTags: { 'contact:website': 'https://x.org/' } },
      { website: undefined },
    ],
    ['an operator of the file', { osmTags: { operator: 'Apcoa' } }, { operator: 'Apcoa' }],
    ['a ref of the map', { ref: 'way/12' }, { ref: undefined }],
    ['a ref of name and place', { ref: 'city-hall@60.17000,-24.94000' }, { ref: undefined }],
    ['a country without an address', {}, { 'addr:country': undefined }],
    [
      'an address of the file',
      { address: 'Main St 5', osmTags: { 'addr:street': 'Main St', 'addr:housenumber': '5' } },
      { 'addr:street': 'Main St', 'addr:housenumber': '5', 'addr:full': undefined },
    ],
    [
      'an address that was changed',
      { address: 'High St 1', osmTags: { 'addr:street': 'Main St', 'addr:housenumber': '5' } },
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
  const tags = tagsOf(plainLot({ name, ref, osmTags: osm_tags }));
  expect(tags).not.toHaveProperty('name');
  expect(tags.operator).toBe(osm_tags.operator);
});

test('tags of a file are given back as they came, whatever they are', () => {
  fc.assert(
    fc.property(anyLot, (lot) => {
      const tags = tagsOf(lot);
      for (const [key, value] of Object.entries(lot.osmTags)) expect(tags[key]).toBe(value);
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
      const tags = productTagsOf({ ...lot, osmTags: {} });
      const price = readPrice(tags, { currency: null });
      if (tags.charge !== undefined)
        expect(price).toMatchObject({
          kind: 'rate',
          rateMinor: lot.rateMinor,
          rateUnit: lot.rateUnit,
          billingStepMinutes: lot.billingStepMinutes,
          currency: lot.currency,
          maxDailyMinor: lot.maxDailyMinor,
        });
      else if (lot.rateMinor === 0) expect(price.kind).toBe('free');
      if (tags.parking === undefined) expect(lot.lotType).toBe('surface');
      else expect(readParkingType(tags)).toEqual({ kind: 'read', value: lot.lotType });
      if (tags.capacity !== undefined)
        expect(readCapacity(tags)).toMatchObject({ value: { spaces: lot.totalSpaces } });
      if (tags.maxheight !== undefined)
        expect(readHeight(tags)).toMatchObject({ value: { centimetres: lot.maxHeightCm } });
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
    lotType: 'street',
    address: 'Main St',
    totalSpaces: 50,
    maxHeightCm: 210,
    rateMinor: 250,
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
  const tags = tagsOf({ ...lot, osmTags: osm_tags });
  expect(tags).toEqual({
    ...fileTags,
    charge: '2.50 EUR/hour',
    'addr:country': 'FI',
  });
});

test('a tariff is one price: it is kept beside unread hours, and no tag of a file changes it', () => {
  const lot = plainLot({
    tariffTags: { fee: 'yes', charge: '2.00 EUR/hour', 'charge:max': '9.00 EUR/day' },
    osmTags: {
      opening_hours: 'in summer',
      'fee:conditional': 'no @ (stay < 1 hour)',
      'charge:conditional': '5 EUR @ (18:00-08:00)',
    },
  });
  const { tags, left_out } = uploadTagsOf(lot);
  expect(left_out).toEqual(['opening_hours']);
  expect(Object.keys(tags).filter((key) => /^(?:fee|charge)/.test(key))).toEqual(['fee', 'charge']);
  expect(productTagsOf(lot)).toMatchObject({
    charge: '2.00 EUR/hour',
    'charge:max': '9.00 EUR/day',
  });
});

import { expect, test } from 'vitest';
import { compareTags } from '../../../../../src/kit/osm/diff/compare-tags.ts';
import { lot } from './places.ts';

type Tags = Record<string, string>;

/** The differences as a person reads them: `->` is suggested, `|` is only shown. */
function differences(osm: Tags, ours: Tags, more: { is_capacity_estimated?: boolean } = {}) {
  const tags = { name: '', ...ours };
  return compareTags({ tags: { amenity: 'parking', ...osm } }, lot('a', { ...more, tags })).map(
    ({ key, osm: theirs, ours: value, is_suggested }) =>
      `${key}: ${theirs ?? ''} ${is_suggested ? '->' : '|'} ${value}`,
  );
}

test.each<[string, Tags, Tags]>([
  ['the same number', { capacity: '50' }, { capacity: '50' }],
  ['about as many', { capacity: '~50' }, { capacity: '50' }],
  ['an amount with one digit', { charge: '2.5 EUR/hour' }, { charge: '2.50 EUR/hour' }],
  ['a symbol in front', { charge: '€2.50/hour' }, { charge: '2.50 EUR/hour' }],
  ['a decimal comma', { charge: '2,50 EUR/h' }, { charge: '2.50 EUR/hour' }],
  [
    'a charge, from which the fee follows',
    { charge: '2 EUR/h' },
    { fee: 'yes', charge: '2.00 EUR/hour' },
  ],
  ['minutes', { maxstay: '120 min' }, { maxstay: '2 hours' }],
  ['metres', { maxheight: '2,20 m' }, { maxheight: '2.2' }],
  ['the physical height', { 'maxheight:physical': '2.2' }, { maxheight: '2.2' }],
  [
    'a number where we only know that there are some',
    { 'capacity:disabled': '3' },
    { 'capacity:disabled': 'yes' },
  ],
  ['a name with the number on its sign', { name: 'P4 Elm' }, { name: 'Elm' }],
  [
    'a page without its www',
    { website: 'http://elm.example/' },
    { website: 'https://www.elm.example' },
  ],
  ['nothing, where most lots have none', {}, { 'capacity:charging': 'no', covered: 'no' }],
])('no difference: %s', (_, osm, ours) => {
  expect(differences(osm, ours)).toEqual([]);
});

test('no difference: the same hours in another form', () => {
  const ours = lot('a', { tags: { name: '', opening_hours: 'Mo-Fr 08:00-18:00' } });
  const of = (theirs: string, hours?: string) =>
    compareTags({ tags: { opening_hours: theirs }, ...(hours !== undefined && { hours }) }, ours);
  expect(of('Mon-Fri 8am-6pm', 'Mo-Fr 08:00-18:00')).toEqual([]);
  for (const hours of ['Mo-Fr 08:00-20:00', undefined])
    expect(of('whatever', hours)).toEqual([
      { key: 'opening_hours', osm: 'whatever', ours: 'Mo-Fr 08:00-18:00', is_suggested: false },
    ]);
});

test.each<[string, Tags, Tags, string[]]>([
  ['another number', { capacity: '50' }, { capacity: '60' }, ['capacity: 50 -> 60']],
  [
    'a number where there was none',
    { capacity: 'yes' },
    { capacity: '60' },
    ['capacity: yes -> 60'],
  ],
  [
    'a new price',
    { fee: 'yes', charge: '2 EUR/hour' },
    { fee: 'yes', charge: '2.50 EUR/hour' },
    ['charge: 2 EUR/hour -> 2.50 EUR/hour'],
  ],
  [
    'a price where it was free',
    { fee: 'no' },
    { fee: 'yes', charge: '2.50 EUR/hour' },
    ['fee: no -> yes', 'charge:  -> 2.50 EUR/hour'],
  ],
  [
    'another step: a started half hour is not a started minute',
    { charge: '1.25 EUR/30 minutes' },
    { charge: '2.50 EUR/hour' },
    ['charge: 1.25 EUR/30 minutes -> 2.50 EUR/hour'],
  ],
  ['a limit', { maxheight: '2.1' }, { maxheight: '2.2' }, ['maxheight: 2.1 -> 2.2']],
  [
    'what is missing',
    {},
    { name: 'Elm', operator: 'City' },
    ['name:  -> Elm', 'operator:  -> City'],
  ],
])('suggested: %s', (_, osm, ours, expected) => {
  expect(differences(osm, ours)).toEqual(expected);
});

test.each<[string, Tags, Tags, string[]]>([
  [
    'a price with conditions',
    { fee: 'no', 'fee:conditional': 'yes @ (stay > 2 hours)' },
    { fee: 'yes', charge: '2.50 EUR/hour' },
    ['fee: no | yes', 'charge:  | 2.50 EUR/hour'],
  ],
  [
    'several prices',
    { charge: '1 EUR/hour;5 EUR/evening' },
    { charge: '2.50 EUR/hour' },
    ['charge: 1 EUR/hour;5 EUR/evening | 2.50 EUR/hour'],
  ],
  [
    'a price with the most that a day costs',
    { charge: '2 EUR/hour; max 15 EUR/day' },
    { charge: '2.50 EUR/hour' },
    ['charge: 2 EUR/hour; max 15 EUR/day | 2.50 EUR/hour'],
  ],
  ['that it is free, beside a price', { charge: '2 EUR/hour' }, { fee: 'no' }, ['fee:  | no']],
  ['a number in words', { capacity: 'many' }, { capacity: '60' }, ['capacity: many | 60']],
  [
    'names, kinds and hours, which people write in many ways',
    { name: 'Oak', parking: 'underground', opening_hours: 'Mo-Su 00:00-24:00' },
    { name: 'Elm', parking: 'multi-storey', opening_hours: '24/7' },
    [
      'name: Oak | Elm',
      'parking: underground | multi-storey',
      'opening_hours: Mo-Su 00:00-24:00 | 24/7',
    ],
  ],
])('shown but not suggested: %s', (_, osm, ours, expected) => {
  expect(differences(osm, ours)).toEqual(expected);
});

test('an estimated capacity is never given', () => {
  const ours = { capacity: '60' };
  expect(differences({}, ours, { is_capacity_estimated: true })).toEqual([]);
  expect(differences({ capacity: '50' }, ours, { is_capacity_estimated: true })).toEqual([]);
});

test('a name that says no more than what every lot is, is not given', () => {
  expect(differences({}, { name: 'Parking 4711' })).toEqual([]);
});

test('keys that are not OpenStreetMap’s, refs, and what OpenStreetMap cannot store are not given', () => {
  const ours = {
    'parking:rate': '9.99',
    'parking:type': 'garage',
    ref: '7',
    operator: 'x'.repeat(256),
  };
  expect(differences({}, ours)).toEqual([]);
});

test('tags that only OpenStreetMap has are left alone', () => {
  const osm = { surface: 'asphalt', charge: '2 EUR/hour', fee: 'yes', 'capacity:women': '3' };
  expect(differences(osm, {})).toEqual([]);
});

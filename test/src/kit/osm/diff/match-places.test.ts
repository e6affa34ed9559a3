import { expect, test } from 'vitest';
import { matchPlaces } from '../../../../../src/kit/osm/diff/match-places.ts';
import type { OsmObject, OwnLot } from '../../../../../src/kit/osm/diff/place.ts';
import { createRandom, seedOfRun } from '../../../../stage/random.ts';
import { lot, object } from './places.ts';

const pairs = (lots: OwnLot[], objects: OsmObject[]) =>
  matchPlaces(lots, objects).matches.map(({ lot: one, object: other, by }) => [
    one.lot_id,
    other.id,
    by,
  ]);

test('an id counts more than a name next to it', () => {
  const ours = lot('a', { osm_id: 'way/1' });
  expect(
    pairs([ours], [object('way/1', { name: 'Forum' }, 20), object('way/2', { name: 'Kluuvi' })]),
  ).toEqual([['a', 'way/1', 'osm_id']]);
});

test('an id of an object in another part of the town is not believed', () => {
  expect(pairs([lot('a', { osm_id: 'way/1' })], [object('way/1', {}, 200)])).toEqual([]);
});

test('of two lots with the same id, neither is matched', () => {
  const lots = ['a', 'b'].map((id) => lot(id, { osm_id: 'way/1' }));
  const { matches, unsure } = matchPlaces(lots, [object('way/1', { name: 'Kluuvi' })]);
  expect(matches).toEqual([]);
  expect(unsure.map(({ lot: { lot_id } }) => lot_id)).toEqual(['a', 'b']);
});

test('a ref counts nearby, whatever the name is; not across the town', () => {
  const ours = lot('a', { ref: 'HEL-7' });
  const theirs = (north: number) => [object('way/1', { ref: 'hel-7', name: 'Forum' }, north)];
  expect(pairs([ours], theirs(2))).toEqual([['a', 'way/1', 'ref']]);
  expect(pairs([ours], theirs(15))).toEqual([]);
  expect(pairs([ours], theirs(40))).toEqual([]);
});

test.each([
  ['Parkhaus Kluuvi', 'Kluuvi'],
  ['P1 Bahnhofsgarage', 'Bahnhof'],
  ['Reitbahnstraße', 'Reitbahnstr.'],
  ['Fr.-Ebert-Platz', 'Friedrich-Ebert-Platz'],
  ['Münster Arkaden', 'Munster Arkaden'],
  ['Hbf.', 'Hauptbahnhof'],
  ['Theresienstraße', 'Theresenstraße'],
])('%s and %s 40 m apart are the same', (ours, theirs) => {
  const found = pairs([lot('a', { name: ours })], [object('way/1', { name: theirs }, 4)]);
  expect(found).toEqual([['a', 'way/1', 'likeness']]);
});

test.each([
  ['Altmarkt', 'Neumarkt'],
  ['Weststraße', 'Oststraße'],
  ['Stadion P4', 'Stadion P6'],
  ['Congress Nord', 'Congress Süd'],
  ['City I', 'City 2'],
  ['Parkhaus Rathaus', 'Parkhaus Theater'],
])('%s and %s 20 m apart are not', (ours, theirs) => {
  expect(pairs([lot('a', { name: ours })], [object('way/1', { name: theirs }, 2)])).toEqual([]);
});

test('a car park and the surface lot beside it, both of a clinic, are told apart', () => {
  const lots = [
    lot('house', { name: 'Parkhaus Klinik', total_spaces: 355, tags: { parking: 'multi-storey' } }),
    lot('yard', { name: 'Parkplatz Klinik', total_spaces: 72, tags: { parking: 'surface' } }),
  ];
  const objects = [
    object('way/1', { name: 'Klinik', parking: 'surface', capacity: '70' }, 3),
    object('way/2', { name: 'Klinik', parking: 'multi-storey', capacity: '350' }, 4),
  ];
  expect(pairs(lots, objects)).toEqual([
    ['house', 'way/2', 'likeness'],
    ['yard', 'way/1', 'likeness'],
  ]);
});

test('what may be either of two objects is left to a person, with both of them', () => {
  const objects = [object('way/1', { name: 'Kluuvi' }, 1), object('way/2', { name: 'Kluuvi' }, -1)];
  const { matches, unsure, objects: rest } = matchPlaces([lot('a')], objects);
  expect([matches, rest]).toEqual([[], []]);
  expect(unsure.map(({ objects: found }) => found.map(({ id }) => id))).toEqual([
    ['way/1', 'way/2'],
  ]);
});

test('an object with another name next to a lot is neither matched nor called missing', () => {
  const { matches, unsure, lots } = matchPlaces(
    [lot('a')],
    [object('way/1', { name: 'Forum' }, 1)],
  );
  expect([matches, lots]).toEqual([[], []]);
  expect(unsure).toHaveLength(1);
});

test('names that lie across, with nothing else to tell, are not believed', () => {
  const lots = [
    lot('a', { name: 'Opera' }),
    { ...lot('b', { name: 'Harbour' }), point: north(10) },
  ];
  const across = [object('way/1', { name: 'Harbour' }, 0), object('way/2', { name: 'Opera' }, 10)];
  expect(pairs(lots, across)).toEqual([]);
});

test('places on both sides of the antimeridian and at a pole find each other', () => {
  const at = (lat: number, lng: number) => ({ point: { lat, lng } });
  const lots = [
    { ...lot('a'), ...at(-17, 179.99995) },
    { ...lot('b'), ...at(89.9999, 0) },
  ];
  const objects = [
    { ...object('way/1', { name: 'Kluuvi' }), ...at(-17, -179.99995) },
    { ...object('way/2', { name: 'Kluuvi' }), ...at(89.9999, 180) },
  ];
  expect(pairs(lots, objects).map(([a, b]) => [a, b])).toEqual([
    ['a', 'way/1'],
    ['b', 'way/2'],
  ]);
});

test('the order of the lists changes nothing', () => {
  const seed = seedOfRun();
  const random = createRandom(seed);
  const names = ['Kluuvi', 'Forum', 'Eliel', 'Kamppi', ''];
  const near = () => ({
    lat: 60.17 + random.next() * 0.004,
    lng: 24.94 + random.next() * 0.008,
  });
  const lots = Array.from({ length: 60 }, (_, i) => ({
    ...lot(`lot-${i}`, { name: random.pick(names), total_spaces: random.integer(10, 40) }),
    point: near(),
  }));
  const objects = Array.from({ length: 60 }, (_, i) => ({
    ...object(`way/${i}`, { name: random.pick(names), capacity: `${random.integer(10, 40)}` }),
    point: near(),
  }));
  const shuffled = <T>(list: readonly T[]) =>
    list.map((item) => ({ item, by: random.next() })).toSorted((a, b) => a.by - b.by);
  const first = matchPlaces(lots, objects);
  expect(first.matches.length, `seed ${seed}`).toBeGreaterThan(0);
  const second = matchPlaces(
    shuffled(lots).map(({ item }) => item),
    shuffled(objects).map(({ item }) => item),
  );
  expect(second, `seed ${seed}`).toEqual(first);
});

function north(steps: number) {
  return object('', {}, steps).point;
}

import { expect, test } from 'vitest';
import { challengeLines } from '../../../../../src/kit/osm/diff/challenge.ts';
import { diffLots } from '../../../../../src/kit/osm/diff/diff-lots.ts';
import { areaOf, boxesAround, isIn } from '../../../../../src/kit/osm/diff/extract-area.ts';
import { lot, object } from './places.ts';

const KLUUVI = object('way/12', { name: 'Kluuvi', capacity: '50', surface: 'asphalt' });
const OURS = lot('lot-1', { tags: { capacity: '60', opening_hours: '24/7' } });
const ELSEWHERE = { lat: 60.2, lng: 25 };

const linesOf = (...sides: Parameters<typeof diffLots>) => [...challengeLines(diffLots(...sides))];

test('a match tells what differs, and nothing else of the object', () => {
  const diff = diffLots([KLUUVI], [OURS], undefined);
  expect(diff).toMatchObject({ objects: 1, lots: 1, matched: 1, missing_in_osm: [], unsure: [] });
  expect(diff.changed).toMatchObject([
    {
      osm_id: 'way/12',
      lot_id: 'lot-1',
      by: 'likeness',
      metres: 0,
      tags: [
        { key: 'capacity', osm: '50', ours: '60', is_suggested: true },
        { key: 'opening_hours', osm: null, ours: '24/7', is_suggested: true },
      ],
    },
  ]);
});

test('the task of a change is cooperative work of MapRoulette that only sets tags', () => {
  const [line = '', ...others] = linesOf([KLUUVI], [OURS], undefined);
  expect(others).toEqual([]);
  expect([line[0], line.at(-1)]).toEqual(['\u001e', '\n']);
  expect(JSON.parse(line.slice(1))).toEqual({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        id: 'way/12',
        geometry: { type: 'Point', coordinates: [24.94, 60.17] },
        properties: {
          '@id': 'way/12',
          amenity: 'parking',
          name: 'Kluuvi',
          capacity: '50',
          surface: 'asphalt',
        },
      },
    ],
    cooperativeWork: {
      meta: { version: 2, type: 1 },
      operations: [
        {
          operationType: 'modifyElement',
          data: {
            id: 'way/12',
            operations: [{ operation: 'setTags', data: { capacity: '60', opening_hours: '24/7' } }],
          },
        },
      ],
    },
  });
});

test('what is missing in OpenStreetMap is a task with the tags to give, and no work', () => {
  const ours = { ...OURS, point: ELSEWHERE, is_capacity_estimated: true };
  const [line = ''] = linesOf([], [ours], undefined);
  const properties = { amenity: 'parking', name: 'Kluuvi', opening_hours: '24/7' };
  expect(JSON.parse(line.slice(1))).toEqual({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        id: 'lot-1',
        geometry: { type: 'Point', coordinates: [25, 60.2] },
        properties,
      },
    ],
  });
});

test('of lots whose operators do not allow it, only their number is shown', () => {
  const closed = { is_osm_export_allowed: false };
  const lots = [
    { ...OURS, ...closed },
    { ...lot('lot-2', closed), point: ELSEWHERE },
  ];
  const diff = diffLots([KLUUVI], lots, undefined);
  expect(diff).toMatchObject({ matched: 1, changed: [], missing_in_osm: [], unsure: [] });
  expect(diff.kept_back).toEqual({
    matched: 1,
    missing_in_osm: 1,
    gone_from_osm: 0,
    unsure: 0,
  });
  expect(JSON.stringify(diff)).not.toContain('lot-');
  expect([...challengeLines(diff)]).toEqual([]);
});

test('a lot whose object is gone is not suggested to be drawn again', () => {
  const ours = lot('lot-1', { osm_id: 'way/99' });
  const closed = { ...object('way/99'), tags: { 'disused:amenity': 'parking' } };
  const diff = diffLots([closed], [ours], undefined);
  expect(diff).toMatchObject({
    missing_in_osm: [],
    gone_from_osm: [{ lot_id: 'lot-1', osm_id: 'way/99' }],
  });
  expect([...challengeLines(diff)]).toEqual([]);
});

test('only amenity=parking is compared, and private car parks are not called missing here', () => {
  const objects = [
    { ...object('node/1'), tags: { amenity: 'theatre', name: 'Kluuvi' } },
    { ...object('node/2'), tags: { amenity: 'bicycle_parking' } },
    { ...object('node/3'), tags: { 'disused:amenity': 'parking' } },
    object('way/4', { access: 'private' }),
    object('way/5', { name: 'Forum' }, 20),
  ];
  expect(diffLots(objects, [], undefined)).toMatchObject({
    objects: 2,
    private_missing_here: 1,
    missing_here: [{ osm_id: 'way/5', name: 'Forum' }],
  });
});

test('places beyond the edge can be matched, but are not called missing', () => {
  const area = { west: 24.9, south: 60.1, east: 24.95, north: 60.17 };
  const beyond = [object('way/1', { name: 'Kluuvi' }, 3), object('way/2', { name: 'Forum' }, 30)];
  const lots = [lot('in'), { ...lot('out', { name: 'Eliel' }), point: ELSEWHERE }];
  expect(diffLots(beyond, lots, area)).toMatchObject({
    lots: 1,
    missing_in_osm: [],
    missing_here: [],
    unsure: [],
  });
});

test('the area of points is the smallest one, across the antimeridian too', () => {
  const points = [179.5, -179.5, 179].map((lng, i) => ({ lat: i, lng }));
  const area = areaOf(points);
  expect(area).toEqual({ west: 179, south: 0, east: -179.5, north: 2 });
  expect(points.every((point) => area !== undefined && isIn(area, point))).toBe(true);
  expect(areaOf([])).toBeUndefined();
  expect(areaOf([{ lat: 1, lng: 2 }])).toEqual({ west: 2, south: 1, east: 2, north: 1 });
});

test('the boxes around an area contain what is just outside of it', () => {
  const pacific = { west: 179, south: -1, east: -179, north: 1 };
  expect(boxesAround(pacific, 1_000)).toEqual([
    {
      west: expect.closeTo(178.991, 3),
      south: expect.closeTo(-1.009, 3),
      east: 180,
      north: expect.any(Number),
    },
    {
      west: -180,
      south: expect.any(Number),
      east: expect.closeTo(-178.991, 3),
      north: expect.any(Number),
    },
  ]);
  const pole = { west: 10, south: 89, east: 20, north: 90 };
  expect(boxesAround(pole, 1_000)).toMatchObject([{ west: -180, east: 180, north: 90 }]);
});

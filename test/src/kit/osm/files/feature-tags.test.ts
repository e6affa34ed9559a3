import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  linesOfAreas,
  type MapFeature,
  readFeatureTags,
} from '../../../../../src/kit/osm/files/feature-tags.ts';

const SHARED = '../shared/data/osm';
const POINT = { type: 'Point', coordinates: [24.95, 60.18] };
const LINE = { type: 'LineString', coordinates: [] };
const AREA = { type: 'MultiPolygon', coordinates: [] };
const TAGS = { amenity: 'parking', name: 'Töölö' };

/** What each writer makes of an element with TAGS. */
const WRITERS: [writer: string, osmId: string, feature: MapFeature][] = [
  [
    'osmium, with types and ids',
    'way/16279764',
    { id: 'a32559528', geometry: AREA, properties: { '@type': 'way', '@id': 16279764, ...TAGS } },
  ],
  ['osmium, a way by its id alone', 'way/12', { id: 'a24', geometry: AREA, properties: TAGS }],
  ['osmium, a relation', 'relation/12', { id: 'a25', geometry: AREA, properties: TAGS }],
  ['osmium, a node', 'node/5', { id: 'n5', geometry: POINT, properties: TAGS }],
  ['osmium, a line', 'way/12', { id: 'w12', geometry: LINE, properties: TAGS }],
  [
    'osmium, with all that it knows',
    'node/5',
    {
      geometry: POINT,
      properties: {
        '@id': 5,
        '@type': 'node',
        '@version': 2,
        '@changeset': 1,
        '@timestamp': 1577836800,
        '@uid': 1,
        '@user': 'somebody',
        ...TAGS,
      },
    },
  ],
  [
    'osmtogeojson',
    'way/1',
    {
      id: 'way/1',
      geometry: AREA,
      properties: {
        timestamp: '2012-02-06T11:49:14Z',
        version: '5',
        changeset: '1',
        user: 'somebody',
        uid: '1',
        ...TAGS,
        id: 'way/1',
      },
    },
  ],
  [
    'osmtogeojson, not flattened',
    'way/1',
    {
      id: 'way/1',
      geometry: AREA,
      properties: { type: 'way', id: 1, tags: TAGS, relations: [], meta: { version: '5' } },
    },
  ],
  [
    'overpass turbo',
    'way/1',
    {
      id: 'way/1',
      geometry: AREA,
      properties: {
        '@id': 'way/1',
        ...TAGS,
        '@timestamp': '2012-02-06T11:49:14Z',
        '@relations': [{ rel: 7, role: 'outer', reltags: { type: 'site' } }],
        '@geometry': 'center',
      },
    },
  ],
  [
    'QuickOSM',
    'way/1',
    {
      geometry: AREA,
      properties: { full_id: 'w1', osm_id: '1', osm_type: 'way', ...TAGS, fee: null },
    },
  ],
  [
    'GDAL, an area',
    'way/1',
    {
      geometry: AREA,
      properties: {
        osm_id: null,
        osm_way_id: '1',
        amenity: 'parking',
        other_tags: '"name"=>"Töölö"',
      },
    },
  ],
  [
    'GDAL, a relation',
    'relation/1',
    {
      geometry: AREA,
      properties: { osm_id: '1', ...TAGS, other_tags: '"fee:note"=>""' },
    },
  ],
  [
    'GDAL, a point',
    'node/1',
    {
      geometry: POINT,
      properties: { osm_id: '1', name: 'Töölö', other_tags: '"amenity"=>"parking"' },
    },
  ],
  ['osmnx', 'way/1', { geometry: AREA, properties: { element: 'way', id: 1, ...TAGS, fee: null } }],
  [
    'pyrosm',
    'way/1',
    {
      geometry: AREA,
      properties: {
        id: 1,
        osm_type: 'way',
        timestamp: 1577836800,
        version: 2,
        amenity: 'parking',
        tags: '{"name":"Töölö","visible":false}',
      },
    },
  ],
];

test.each(WRITERS)(
  '%s: the element is known, and its tags are as they were',
  (_who, osmId, feature) => {
    expect(readFeatureTags(feature)).toEqual({ osmId, tags: TAGS, problems: [] });
  },
);

test.each([
  ['an id of its own', { id: 'a24', geometry: POINT, properties: {} }],
  ['an osm_id, and no type', { geometry: AREA, properties: { osm_id: '12' } }],
  ['a number as its id', { id: 12, geometry: POINT, properties: {} }],
  ['a negative id', { id: 'way/-5', geometry: AREA, properties: {} }],
  ['a column called id', { geometry: POINT, properties: { id: 12, type: 'garage' } }],
])('a feature with %s is not taken for one of OpenStreetMap', (_what, { properties, ...rest }) => {
  const own = { ...properties, version: '2', user: 'x', tags: 'a', timestamp: '2020-01-01T00:00Z' };
  const { osmId, tags } = readFeatureTags({ ...rest, properties: own });
  expect(osmId).toBeNull();
  const texts = Object.entries(own).map(([key, value]) => [key, String(value)]);
  expect(tags).toEqual(Object.fromEntries(texts));
});

test('tags that look like what writers add are kept where they cannot be that', () => {
  const properties = { '@id': 'node/1', version: 'new', geometry: 'round', type: 'multipolygon' };
  expect(readFeatureTags({ geometry: POINT, properties }).tags).toEqual({
    version: 'new',
    geometry: 'round',
    type: 'multipolygon',
  });
});

test('numbers and truth values become text, and other values are reported', () => {
  const properties = { capacity: 12, covered: true, fee: null, name: '', hours: ['Mo'], more: {} };
  expect(readFeatureTags({ id: 'node/1', geometry: POINT, properties })).toEqual({
    osmId: 'node/1',
    tags: { capacity: '12', covered: 'true' },
    problems: [
      { field: 'hours', reason: 'is a list or an object, not text' },
      { field: 'more', reason: 'is a list or an object, not text' },
    ],
  });
});

test.each([
  ['bounds', { '@geometry': 'bounds' }, 'is only the box around it: ask for its whole outline'],
  ['tainted', { tainted: true }, 'is cut off: parts of it are not in the file'],
])('an outline that is not the element’s own is reported (%s)', (_what, more, reason) => {
  const properties = { ...TAGS, ...more };
  expect(readFeatureTags({ id: 'way/1', geometry: AREA, properties })).toEqual({
    osmId: 'way/1',
    tags: TAGS,
    problems: [{ field: 'geometry', reason }],
  });
});

test.each([
  ['"a"=>"b"', { a: 'b' }],
  ['"a"=>"b","c"=>"d"', { a: 'b', c: 'd' }],
  ['"a" => "say \\"x\\" \\\\ y", "c=>"=>","', { a: 'say "x" \\ y', 'c=>': ',' }],
  ['{"a":"b"}', { a: 'b' }],
  ['', {}],
  ['"a"=>', { tags: '"a"=>' }],
  ['{"a":', { tags: '{"a":' }],
  ['free text', { tags: 'free text' }],
])('of tags in one text, %s, nothing is lost', (tags, expected) => {
  const feature = { id: 'way/1', geometry: AREA, properties: { tags } };
  expect(readFeatureTags(feature).tags).toEqual(expected);
});

test('outlines that osmium writes as areas and as lines are found', () => {
  const features = [
    { id: 'a24', geometry: AREA, properties: {} },
    { id: 'w12', geometry: LINE, properties: {} },
    { id: 'w13', geometry: LINE, properties: {} },
    { geometry: LINE, properties: {} },
    { geometry: AREA, properties: {} },
  ];
  expect(linesOfAreas(features)).toEqual(new Set([1]));
  if (!existsSync(SHARED)) return console.warn(`no ${SHARED}: real data not checked`);
  const text = readFileSync(`${SHARED}/helsinki-osmium.geojson`, 'utf8');
  expect(linesOfAreas((JSON.parse(text) as { features: MapFeature[] }).features).size).toBe(26);
});

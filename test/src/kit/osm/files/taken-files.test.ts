import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readFeatureTags } from '../../../../../src/kit/osm/files/feature-tags.ts';
import { openOsmFile } from '../../../../../src/kit/osm/files/open-osm-file.ts';
import { openOsm, openStranger, openText, shownEntries } from './opened.ts';

const SHARED = '../shared/data/osm';
const SQUARE = [
  [24.94, 60.17],
  [24.941, 60.17],
  [24.941, 60.1705],
  [24.94, 60.1705],
  [24.94, 60.17],
];

test.each([
  ['josm.osm', ['node/277398925 Point', 'way/-101759 Polygon'], 0],
  ['api-map.osm', ['way/10 Polygon'], 5],
  ['overpass-body.osm', ['way/10 Polygon'], 0],
  ['overpass-geom.osm', ['way/10 Polygon', 'relation/20 Polygon'], 0],
  ['overpass-center.osm', ['way/10 Point', 'relation/20 Point'], 0],
  ['overpass-body.json', ['node/9 Point', 'way/10 Polygon'], 1],
  ['overpass-geom.json', ['way/10 Polygon', 'relation/20 Polygon'], 0],
  ['overpass-tags-center.json', ['way/10 Point', 'relation/20 Point'], 0],
  ['api.json', ['node/9 Point'], 0],
  ['notepad.osm', ['node/9 Point'], 0],
  ['antimeridian.osm', ['way/10 Polygon', 'relation/20 Polygon'], 0],
])('of %s every lot comes in, and nothing else', async (name, expected, passedOver) => {
  const file = await openStranger(name);
  expect(shownEntries(file.entries)).toEqual(expected);
  expect(file).toMatchObject({ format: 'osm', count: expected.length, passedOver });
});

test.each(['osmium.osm.pbf', 'plain-nodes.osm.pbf', 'locations-on-ways.osm.pbf', 'osmium.osm.gz'])(
  '%s has the same lots as the text that it was made from',
  async (name) => {
    const { entries } = await openStranger(name);
    expect(entries.map((entry) => ('feature' in entry ? entry.feature : entry.problem))).toEqual([
      {
        id: 'node/9',
        geometry: { type: 'Point', coordinates: [24.95, 60.18] },
        tags: { amenity: 'parking', name: 'Töölö' },
        warning: null,
      },
      { field: 'geometry', reason: 'is the outline of relation/20, which is the lot' },
      {
        id: 'relation/20',
        geometry: { type: 'Polygon', coordinates: [SQUARE] },
        tags: { amenity: 'parking', type: 'multipolygon', fee: 'yes' },
        warning: null,
      },
    ]);
  },
);

test('what JOSM has deleted stays out, and what is not uploaded yet has no id', async () => {
  const { entries, deleted } = await openStranger('josm.osm');
  expect(deleted).toBe(1);
  expect(entries.map((entry) => 'feature' in entry && entry.feature)).toEqual([
    expect.objectContaining({
      id: 'node/277398925',
      tags: { amenity: 'parking', name: "Kluuvi 'P' & <Söhne>" },
    }),
    {
      id: null,
      geometry: { type: 'Polygon', coordinates: [SQUARE] },
      tags: { amenity: 'parking', parking: 'surface' },
      warning: null,
    },
  ]);
});

test('texts come in as they were meant, whatever the file escapes', async () => {
  const { entries } = await openStranger('notepad.osm');
  expect(entries[0]).toMatchObject({
    line: 4,
    feature: { tags: { amenity: 'parking', name: 'Pää "1"', note: 'two\nlines' } },
  });
});

test('a text that is cut between any two bytes is read the same', async () => {
  const text = `<osm><node id="1" lat="1" lon="2"><tag k="amenity" v="parking"/>
    <tag k="näme" v="ö€😀&amp;"/></node></osm>`;
  const bytes = Buffer.from(text);
  const { entries } = await openText(...Array.from(bytes, (byte) => Buffer.of(byte)));
  expect(entries).toMatchObject([{ feature: { tags: { näme: 'ö€😀&' } } }]);
});

test('every text can be a key', async () => {
  const tags = ['__proto__', 'constructor', 'toString'].map((key) => `<tag k="${key}" v="x"/>`);
  const { entries } = await openText(
    `<osm><node id="1" lat="1" lon="2"><tag k="amenity" v="parking"/>${tags.join('')}</node></osm>`,
  );
  const [entry] = entries;
  expect(entry && 'feature' in entry && Object.keys(entry.feature.tags)).toEqual([
    'amenity',
    '__proto__',
    'constructor',
    'toString',
  ]);
});

test('an outline that is cut off becomes a point, with a warning', async () => {
  const { entries } = await openStranger('cut-out.osm');
  expect(shownEntries(entries)).toEqual([
    'line 6: way/10 geometry: is the outline of relation/20, which is the lot',
    'line 10: way/11 geometry: 4 of 4 nodes are not in the file: extract the file with all that ' +
      'it refers to',
    'line 14: relation/20 Point geometry: 1 of 5 nodes are not in the file: placed in the middle ' +
      'of the others, without an area',
  ]);
});

test('JSON without elements is handed on as it was parsed', async () => {
  async function* bytes() {
    yield Buffer.from(' {"type": "FeatureCollection", "features": []}');
  }
  const document = { type: 'FeatureCollection', features: [] };
  expect(await openOsmFile(bytes)).toEqual({ format: 'json', document });
});

test('Helsinki is the same from all four files', async () => {
  if (!existsSync(SHARED)) return console.warn(`no ${SHARED}: real data not checked`);
  const [xml, pbf] = await Promise.all(
    ['helsinki.osm', 'helsinki.osm.pbf'].map((name) =>
      openOsm(() => createReadStream(`${SHARED}/${name}`)),
    ),
  );
  const lots = (xml?.entries ?? []).flatMap((one) => ('feature' in one ? [one.feature] : []));
  expect(lots).toEqual(pbf?.entries.flatMap((one) => ('feature' in one ? [one.feature] : [])));
  // Of the 30 areas 4 are cut off at the edge of the extract. 8 more points are no lots.
  expect(xml).toMatchObject({ count: 43, passedOver: 8, deleted: 0 });
  expect(lots.filter(({ id }) => id?.startsWith('way/'))).toHaveLength(30);
  expect(lots.filter(({ warning }) => warning !== null)).toHaveLength(4);
  const whole = lots.filter(({ warning }) => warning === null);
  for (const name of ['helsinki-osmium.geojson', 'helsinki-osmtogeojson.geojson']) {
    const { features } = JSON.parse(readFileSync(`${SHARED}/${name}`, 'utf8')) as {
      features: (Parameters<typeof readFeatureTags>[0] & { geometry: Geometry })[];
    };
    const theirs = new Map(
      features
        .filter(({ geometry }) => geometry.type !== 'LineString')
        .map((feature) => {
          const { osmId, tags, problems } = readFeatureTags(feature);
          expect(problems).toEqual([]);
          return [osmId, { tags, outline: plainOutline(feature.geometry) }];
        }),
    );
    for (const { id, geometry, tags } of whole)
      expect(theirs.get(id), `${name} ${id}`).toEqual({ tags, outline: plainOutline(geometry) });
    const cutOff = lots.filter(({ warning }) => warning !== null);
    for (const { id, tags } of cutOff)
      if (theirs.has(id)) expect(theirs.get(id)).toMatchObject({ tags });
  }
});

type Geometry = { type: string; coordinates: unknown };

/** The corners of each ring, whichever is first and whichever way round. */
function plainOutline({ type, coordinates }: Geometry): string[] {
  if (type === 'Point') return [String(coordinates)];
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as number[][][][];
  return polygons.flat().map((ring) => ring.slice(1).map(String).sort().join(' '));
}

import { createReadStream, existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../../../src/access/operators/create-operator.ts';
import type { ImportedLots } from '../../../../src/imports/lots/count-outcomes.ts';
import { importLots } from '../../../../src/imports/lots/import-lots.ts';
import type { OpenBytes } from '../../../../src/kit/osm/files/open-bytes.ts';
import type { ColumnMap } from '../../../../src/kit/tables/name-columns.ts';
import { rehearse } from '../../../../src/stores/rehearse.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';

/** Files of other publishers come in with the right values, or are refused in clear words. */

const SHARED = '../shared/data';
const FORMS = 'test/src/imports/lots/published';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

type Columns = Record<string, unknown>;

async function importFile(open: OpenBytes, map?: ColumnMap) {
  const request = { name: 'Somebody', plan: 'free', actorId: 'test' };
  const { id: operatorId } = await createOperator(database.owner, request);
  const input = { operatorId, livemode: true, open, map };
  const rehearsed = await importLots(rehearse(database.owner), input);
  expect(await lotsOf(operatorId)).toEqual([]);
  const result = await importLots(database.owner, input);
  // A rehearsal says what the import then does.
  expect({ ...rehearsed, dry_run: false }).toEqual(withoutIds(result));
  expect(await importLots(database.owner, input)).toMatchObject({ created: 0, updated: 0 });
  const stored = await lotsOf(operatorId);
  const inOrder = result.lots.map(({ id }) => stored.find(({ lot_id }) => lot_id === id));
  expect(inOrder).toHaveLength(stored.length);
  return { ...result, stored: inOrder };
}

/** A rehearsal knows no ids of lots that it does not create. */
function withoutIds({ lots, possible_duplicates, ...others }: ImportedLots): ImportedLots {
  const created = new Set(lots.map(({ id }) => id));
  const idOf = (id: string | null) => (created.has(id) ? null : id);
  return {
    ...others,
    lots: lots.map((lot) => ({ ...lot, id: null })),
    possible_duplicates: possible_duplicates.map((row) => ({
      ...row,
      lot_id: null,
      duplicates: row.duplicates.map((one) => ({ ...one, lot_id: idOf(one.lot_id) })),
    })),
  };
}

async function lotsOf(operatorId: string): Promise<Columns[]> {
  const rows = await database.sql<{ lot: Columns }>(
    `select lot_snapshot(lots) as lot from lots where operator_id = $1`,
    [operatorId],
  );
  return rows.map(({ lot }) => lot);
}

const fromText = (text: string | Buffer) => () => Readable.from([Buffer.from(text)]);
const fromFile = (path: string) => () => createReadStream(path);

type Taken = {
  file: string;
  map?: ColumnMap;
  lots: readonly Columns[];
  /** Row, field and a part of the reason. */
  rejected?: readonly (readonly [number, string, string])[];
  leftOut?: readonly string[];
};

const TAKEN: readonly Taken[] = [
  {
    file: 'bnls.csv',
    lots: [
      {
        ref: '49007-P-001',
        name: 'RALLIEMENT',
        total_spaces: 440,
        accessible_spaces: 9,
        ev_spaces: 4,
        max_height_cm: 190,
        address: '2 place du Ralliement, 49000, Angers',
        latitude: 47.4711,
        longitude: -0.5506,
        rate_minor: null,
        website: 'https://example.org/ralliement',
        is_listed: true,
      },
      { name: 'HARAS', features: expect.arrayContaining(['access:permit']) },
      { name: 'LA ROCHEFOUCAULD', rate_minor: 0, max_height_cm: null, lot_type: 'surface' },
    ],
    leftOut: ['insee', 'nb_pr', 'nb_velo', 'tarif_1h', 'tarif_24h'],
  },
  {
    file: 'reutlingen.csv',
    map: { name: 'ort' },
    lots: [
      { ref: '76997', name: 'Wiesenweg', total_spaces: 110, latitude: 48.5124081 },
      { ref: '585', total_spaces: null, longitude: 9.2053961 },
    ],
  },
  {
    file: 'bielefeld.csv',
    map: { name: 'zufahrt', type: 'bez' },
    lots: [
      { name: 'hinter der Schule', lot_type: 'surface', total_spaces: null },
      { name: 'Marktstraße', lot_type: 'garage', total_spaces: 210, max_height_cm: 205 },
    ],
    leftOut: ['pls_id', 'typ', 'hoehe'],
  },
  {
    file: 'opendatasoft-v1.json',
    lots: [
      { ref: 'a1b2c3', name: 'Citadelle', total_spaces: 310, opening_hours: '24/7' },
      { ref: 'd4e5f6', name: 'Gare', latitude: 47.217, longitude: -1.542 },
    ],
  },
  {
    file: 'opendatasoft-v2.json',
    lots: [{ ref: 'nord', name: 'Nord', total_spaces: 750, website: 'https://example.org/nord' }],
    rejected: [
      [2, 'geo_point_2d.lat', 'is missing'],
      [2, 'geo_point_2d.lon', 'is missing'],
    ],
    leftOut: ['title', 'published', 'free'],
  },
  {
    file: 'opendatasoft.csv',
    lots: [
      { ref: 'P1', name: 'Hôtel de Ville', total_spaces: 505, latitude: 48.8571 },
      { ref: 'P2', name: 'Lobau', total_spaces: 12, longitude: 2.3541 },
    ],
    rejected: [[4, 'geo_point_2d', 'is missing']],
    leftOut: ['geo_shape'],
  },
  {
    file: 'arcgis.json',
    lots: [
      { ref: '4', name: 'Parkhaus See', total_spaces: 930, lot_type: 'garage', latitude: 47.6562 },
      { ref: '5', lot_type: 'underground', rate_minor: null },
    ],
    leftOut: ['OBJECTID', 'real_fcap'],
  },
  {
    file: 'sbb.geojson',
    lots: [
      {
        ref: '0b1f2c3d-67b8-41f7-8d5c-4fdda127d0d9',
        name: 'Oberdorf',
        total_spaces: 5,
        accessible_spaces: 1,
        city: 'Oberdorf',
        address: 'Bahnhofstrasse 3',
      },
    ],
    rejected: [[2, 'parkingFacilityCategory', 'is "BIKE": not for cars']],
  },
  {
    file: 'db-bahnpark.json',
    map: { name: 'name.NAME' },
    lots: [
      {
        ref: '100001',
        name: 'Parkplatz Aalquelle Hbf',
        total_spaces: 55,
        accessible_spaces: 2,
        lot_type: 'surface',
        city: 'Aalquelle',
      },
      { name: 'Parkdeck West', total_spaces: 183 },
    ],
    leftOut: ['hasPrognosis', 'capacity.BIKE_PARKING_OPEN', 'name.LABEL'],
  },
  {
    file: 'ngsi.json',
    lots: [{ name: 'Mercado', total_spaces: 414, latitude: 43.462, longitude: -3.807 }],
    leftOut: ['availableSpotNumber'],
  },
  {
    file: 'parkapi-v3.json',
    lots: [
      {
        ref: 'garage-1',
        total_spaces: 60,
        accessible_spaces: 3,
        max_height_cm: 205,
        features: ['accessible', 'covered', 'maxstay:2 hours'],
      },
    ],
    rejected: [
      [2, 'type', 'is "TWO_TIER", which is not for cars'],
      [3, 'purpose', 'is "BIKE", not CAR'],
      [4, 'restricted_to', 'is "TAXI": lots for this group are not imported'],
    ],
    leftOut: ['has_realtime_data', 'realtime_free_capacity'],
  },
  {
    file: 'parkapi-v1.json',
    lots: [
      { ref: 'beispielbach', lot_type: 'surface', state: null, total_spaces: 58 },
      { name: 'Altstadtgarage', lot_type: 'garage', accessible_spaces: 2, state: null },
    ],
    leftOut: ['forecast', 'state', 'free'],
  },
  {
    file: 'apds-places.json',
    lots: [
      {
        ref: 'place-7',
        name: 'Harbour',
        city: 'Hull',
        country: 'GB',
        total_spaces: 220,
        ev_spaces: 6,
        lot_type: 'surface',
      },
    ],
  },
  {
    file: 'excel-german.csv',
    lots: [
      {
        name: 'Parkhaus Schützenstraße',
        total_spaces: 1366,
        latitude: 52.2637,
        longitude: 10.5197,
        address: 'Schützenstraße 3',
      },
      { name: 'Tiefgarage Öl', total_spaces: 40, is_capacity_estimated: true },
    ],
    leftOut: ['Ort', 'Höhe in m'],
  },
  {
    file: 'excel-unicode.txt',
    lots: [
      { name: 'Plaza España', total_spaces: 320, longitude: -3.7122 },
      { name: 'Sol', total_spaces: 1050, country: 'ES' },
    ],
  },
  {
    file: 'dutch.csv',
    lots: [{ name: 'Markt', total_spaces: 120, lot_type: 'garage', country: 'NL' }],
    rejected: [[3, 'soort', 'is "fietsen": not for cars']],
    leftOut: ['breedtegraad'],
  },
  {
    file: 'utm.csv',
    map: { name: 'STANDORT' },
    lots: [],
    rejected: [
      [2, 'GEOM', 'is neither "48.85, 2.35" nor POINT (2.35 48.85), in degrees'],
      [3, 'GEOM', 'is neither'],
    ],
  },
];

test.each(TAKEN)('is read as its publisher means it: $file', async (one) => {
  const result = await importFile(fromFile(`${FORMS}/${one.file}`), one.map);
  const { rejected, columns, stored } = result;
  expect(rejected.map(({ row, field }) => [row, field])).toEqual(
    (one.rejected ?? []).map(([row, field]) => [row, field]),
  );
  for (const [i, [, , reason]] of (one.rejected ?? []).entries())
    expect(rejected[i]?.reason).toContain(reason);
  expect(stored).toMatchObject(one.lots);
  expect(stored).toHaveLength(one.lots.length);
  const leftOut = columns.filter(({ read_as }) => read_as === null).map(({ column }) => column);
  expect(leftOut).toEqual(expect.arrayContaining([...(one.leftOut ?? [])]));
});

const named = (name: string) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [8, 47] },
  properties: { operator: name, anzahl: 3 },
});
const geojson = (features: unknown[], more: object = {}) =>
  JSON.stringify({ type: 'FeatureCollection', ...more, features });

test.each<[string, string | Buffer | URL, RegExp, ColumnMap?]>([
  [
    'a table whose names nobody can tell',
    new URL(`file:${FORMS}/reutlingen.csv`),
    /^no column is understood as name: --map name=COLUMN; the columns are "id", "ort", "Kapazität"/,
  ],
  ['another one', new URL(`file:${FORMS}/bielefeld.csv`), /understood as name: --map/],
  [
    'counts, which have no places',
    new URL(`file:${FORMS}/bietigheim.csv`),
    /^no column is understood as lat, lng: --map lat=COLUMN --map lng=COLUMN; .*"OccupiedSites"/,
  ],
  [
    'a national grid by its number',
    new URL(`file:${FORMS}/arcgis-utm.json`),
    /^file: is in the CRS "EPSG:25832": save it in EPSG:4326 \(WGS 84\)$/,
  ],
  [
    'GeoJSON of a national grid',
    geojson([named('x')], { crs: { type: 'name', properties: { name: 'EPSG:25832' } } }),
    /^file: is in the CRS "EPSG:25832"/,
  ],
  [
    'an operator in place of names',
    geojson([1, 2, 3].map(() => named('SBB'))),
    /^no column is understood as name: --map name=COLUMN; the columns are "operator", "anzahl"$/,
  ],
  [
    'one name for all lots',
    `Titel;lat;lng\n${'SBB;47,1;8,1\n'.repeat(649)}`,
    /^Titel: is "SBB" in all 649 rows, which cannot be names of lots: --map name=COLUMN; /,
  ],
  [
    'several lists',
    JSON.stringify({ garages: [{ name: 'a' }], streets: [{ name: 'b' }] }),
    /^file: has several lists \("garages", "streets"\): keep the one with the lots$/,
  ],
  ['a list of numbers', '[1, 2, 3]', /^no column is understood as name, lat, lng/],
  ['no list', '{"status": "maintenance"}', /^file: is not a list of lots: neither GeoJSON nor/],
  ['a table without a header', 'Markt;120;52,1;5,1\nStation;80;52,2;5,2\n', /understood as name/],
  [
    'an unclosed quote',
    'name,lat,lng\n"Markt,52,5\nStation,52,5\n',
    /^file: line \d has a quote that is not closed/,
  ],
  [
    'two encodings',
    Buffer.concat([Buffer.from('name,lat,lng\nÖ,52,5\n'), Buffer.from('Ü,52,5\n', 'latin1')]),
    /^file: is only partly UTF-8: save all of it as UTF-8$/,
  ],
  ['two columns of one name', 'name,lat,lng,name\na,1,2,b\n', /^name: is the name of two columns$/],
  [
    'a column that is not there',
    'Titel,lat,lng\nA,48,2\n',
    /^map: no column "Name"; the columns are "Titel", "lat", "lng"$/,
    { name: 'Name' },
  ],
  [
    'a field that does not exist',
    'Titel,lat,lng\nA,48,2\n',
    /^map: "title" is none of name, ref, lat, lng, position, capacity/,
    { title: 'Titel' },
  ],
  ['lines with a broken one', '{"name":"a"}\n{"name":\n', /^file: line 2: /],
])('is refused as a whole: %s', async (_what, file, message, map) => {
  const open = file instanceof URL ? fromFile(file.pathname.slice(1)) : fromText(file);
  await expect(importFile(open, map)).rejects.toThrow(message);
  await expect(importFile(open, map)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test.each<[string, string, [number, string, RegExp][]]>([
  ['no name', 'name,lat,lng\n,48.8,2.3\nB,48.8,2.4\n', [[2, 'name', /^is missing$/]]],
  [
    'more cells than columns',
    'name,lat,lng\nA, B,48.8,2.3\n',
    [[2, 'row', /^has 1 cells too many; a value with the separator needs quotes$/]],
  ],
  ['the sea', 'name,lat,lng\nA,2.35,-48.85\n', [[2, 'geometry', /at sea/]]],
  [
    'the country in another place, with other money',
    'name,lat,lng,country\nA,43.65,79.38,CA\n',
    [[2, 'geometry', /is in KZ, not CA: the longitude lacks its minus sign$/]],
  ],
  [
    'metres',
    'name;y;x\nA;6250565;261846\n',
    [
      [2, 'y', /no number of degrees/],
      [2, 'x', /./],
    ],
  ],
  ['thousands in degrees', 'name,lat,lng\nA,48.856.600,2.3\n', [[2, 'lat', /"48.856.600"/]]],
  ['nothing in degrees', 'name,lat,lng\nA,unknown,2.3\n', [[2, 'lat', /"unknown" is no number/]]],
  ['a side that is east or west', 'name,lat,lng\nA,48.8 N,2.3 O\n', [[2, 'lng', /"2.3 O" is no/]]],
  [
    'a list of two degrees in either order',
    '[{"name": "A", "coordinates": [2.3, 48.8]}]',
    [[1, 'coordinates', /^"2.3,48.8" does not say which is the latitude/]],
  ],
  ['lockers', 'name,lat,lng,type\nA,48.8,2.3,LOCKERS\n', [[2, 'type', /not for cars$/]]],
  ['motorcycles', 'name,lat,lng,purpose\nA,48.8,2.3,MOTORCYCLE\n', [[2, 'purpose', /not for/]]],
  [
    'the same lot twice',
    'name,lat,lng\nA,48.8,2.3\nA,48.8,2.3\n',
    [[3, 'ref', /^is the same lot as row 2, by its name and place: a lot of its own needs a ref$/]],
  ],
])('only its rows are refused: %s', async (_what, text, expected) => {
  const { rejected } = await importFile(fromText(text));
  expect(rejected.map(({ row, field }) => [row, field])).toEqual(
    expected.map(([row, field]) => [row, field]),
  );
  for (const [i, [, , reason]] of expected.entries()) expect(rejected[i]?.reason).toMatch(reason);
});

test('a place far from all others is warned of, and another town is not', async () => {
  const lots = Array.from({ length: 30 }, (_, i) => `Lot ${i},52.5${i},13.4`);
  const town = [1, 2, 3, 4].map((i) => `Town ${i},48.1${i},11.5`);
  const file = ['name,lat,lng', ...lots, ...town, 'Wrong,50.1,80.2', ''].join('\n');
  const { warnings, created } = await importFile(fromText(file));
  expect(created).toBe(35);
  expect(warnings.filter(({ field }) => field === 'place')).toEqual([
    {
      row: 36,
      name: 'Wrong',
      field: 'place',
      reason: expect.stringMatching(
        /^\(latitude 50.1, longitude 80.2\) is \d+ km from the middle of the others: is a sign/,
      ),
    },
  ]);
});

test('lots in several countries are warned of, however few they are', async () => {
  const file = 'name,lat,lng\nA,48.137,11.575\nB,48.1,111.58\nC,48.139,11.579\n';
  const { warnings } = await importFile(fromText(file));
  expect(warnings.filter(({ field }) => field === 'country')).toMatchObject([
    { row: null, reason: 'lots are in 2 countries: DE (2), MN (1)' },
  ]);
});

test('what a file does not say is warned of once, with how many lots lack it', async () => {
  const file = 'name,lat,lng,capacity,type\nA,48.8,2.3,5,Parkhaus\nB,48.8,2.4,,\nC,48.8,2.5,0,x\n';
  const { warnings, noted } = await importFile(fromText(file));
  expect(warnings.map(({ field, reason }) => `${field}: ${reason}`)).toEqual([
    'capacity: 2 of 3 lots come without one: nobody can park there until it is known',
    'type: 2 of 3 lots do not say what kind they are',
  ]);
  expect(noted).toMatchObject([{ row: 4, field: 'type' }]);
});

/** How many lots come in, and how many rows are refused. */
const SHARED_FILES: readonly (readonly [string, number, number])[] = [
  ['germany/meta.csv', 25, 0],
  ['germany/meta-all.csv', 87, 652],
  ['toronto/lots.geojson', 244, 0],
  ['parkapi-v3/aalen.geojson', 6, 0],
  ['parkapi-v3/bietigheim_bissingen.geojson', 13, 0],
  ['parkapi-v3/freiburg.geojson', 20, 0],
  ['parkapi-v3/heidelberg.geojson', 20, 0],
  ['parkapi-v3/p_m_bw.geojson', 2, 0],
  ['parkapi-v3/ulm.geojson', 10, 0],
  ['osm/helsinki.osm', 43, 0],
];

test.for(SHARED_FILES)(
  'all that has a place comes in: %s',
  async ([path, lots, refused], { skip }) => {
    if (!existsSync(SHARED)) skip(`${SHARED} is not there: it is not part of the project`);
    const { created, rejected_count } = await importFile(fromFile(`${SHARED}/${path}`));
    expect([created, rejected_count]).toEqual([lots, refused]);
  },
);

test('a table of counts is no table of lots', async ({ skip }) => {
  if (!existsSync(SHARED)) skip(`${SHARED} is not there: it is not part of the project`);
  await expect(importFile(fromFile(`${SHARED}/birmingham/dataset.csv`))).rejects.toThrow(
    /^no column is understood as name, lat, lng: .*"SystemCodeNumber", "Capacity", "Occupancy"/,
  );
});

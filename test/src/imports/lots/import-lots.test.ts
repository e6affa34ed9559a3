import { createReadStream, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOperator } from '../../../../src/access/operators/create-operator.ts';
import { importLots } from '../../../../src/imports/lots/import-lots.ts';
import type { OpenBytes } from '../../../../src/kit/osm/files/open-bytes.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { faultsOfRecords } from '../../../stage/records.ts';
import { geojsonFile, osmFeature } from './geojson.ts';

const SHARED = '../shared/data';

let database: TestDatabase;
let operatorId: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const request = { name: 'Operator', plan: 'free', actorId: 'test' };
  operatorId = (await createOperator(database.owner, request)).id;
});

const importFile = (open: OpenBytes, livemode = true) =>
  importLots(database.owner, { operatorId, livemode, open });
const importFeatures = (...features: unknown[]) => importFile(geojsonFile(features));

const NOTHING = {
  ...{ created: 0, updated: 0, unchanged: 0, waiting: 0, passed_over: 0 },
  ...{ possible_duplicate_count: 0, possible_duplicates: [] },
  ...{ noted_count: 0, noted: [], rejected_count: 0, rejected: [] },
};

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into rows of any shape
type Row = any;

async function lots(): Promise<Row[]> {
  const rows = await database.sql<{ lot: Row }>(
    `select lot_snapshot(lots) || jsonb_build_object('taken_spaces', taken_spaces) as lot
     from lots where operator_id = $1 order by ref collate "C"`,
    [operatorId],
  );
  return rows.map((row) => row.lot);
}

function audits(): Promise<Row[]> {
  return database.sql(
    `select action, entity_id, livemode, actor_type, diff from audit_log
     where operator_id = $1 and action like 'lot.%' order by tx, audit_id`,
    [operatorId],
  );
}

test('every tag of an OpenStreetMap lot reaches its column', async () => {
  const result = await importFeatures({
    ...osmFeature(-79.385093, 43.668997, {
      ref: 'one',
      name: 'Parkhaus Büchel',
      operator: 'Somebody',
      capacity: '430',
      parking: 'multi-storey',
      fee: 'yes',
      charge: '4.00 CAD/hour',
      'charge:max': '12.00 CAD/day',
      opening_hours: 'Mo-Fr 07:00-19:00',
      'addr:street': 'Charles Street',
      'addr:housenumber': '20',
      'addr:city': 'Toronto',
      'addr:state': 'ON',
      'addr:country': 'CA',
      website: 'https://example.com/one',
      access: 'customers',
      maxstay: '2 hours',
      maxheight: '2.07',
      'capacity:disabled': '4',
      'capacity:charging': 'yes',
      'capacity:autonomous': 3,
    }),
    id: 'way/123',
  });
  expect(result).toMatchObject({ ...NOTHING, created: 1 });
  expect(await lots()).toMatchObject([
    {
      ref: 'one',
      name: 'Parkhaus Büchel',
      slug: 'parkhaus-buchel',
      address: 'Charles Street 20',
      city: 'Toronto',
      state: 'ON',
      country: 'CA',
      latitude: 43.668997,
      longitude: -79.385093,
      timezone: 'America/Toronto',
      total_spaces: 430,
      taken_spaces: 0,
      rate_minor: 400,
      rate_unit: 'hour',
      currency: 'cad',
      max_daily_minor: 1200,
      lot_type: 'garage',
      features: [
        'access:customers',
        'accessible',
        'av',
        'covered',
        'ev_charging',
        'maxstay:2 hours',
      ],
      accessible_spaces: 4,
      ev_spaces: 0,
      av_spaces: 3,
      opening_hours: 'Mo-Fr 07:00-19:00',
      max_height_cm: 207,
      website: 'https://example.com/one',
      osm_id: 'way/123',
      status: 'active',
      is_listed: true,
      livemode: true,
    },
  ]);
});

test('importing a file twice changes nothing, and the second time writes nothing', async () => {
  const features = [
    osmFeature(2.35, 48.85, { ref: 'a', fee: 'no' }),
    { ...osmFeature(2.36, 48.85), id: 'b' },
    osmFeature(2.37, 48.85, { name: 'Third' }),
  ];
  expect(await importFeatures(...features)).toMatchObject({ created: 3 });
  const before = [await lots(), await audits()];
  expect(await importFeatures(...features)).toMatchObject({ ...NOTHING, unchanged: 3 });
  expect([await lots(), await audits()]).toEqual(before);
  expect((await lots()).map((lot) => lot.ref)).toEqual(['a', 'b', 'third@48.85000,2.37000']);
});

test('each change has one audit row with the whole lot after it and what differed before', async () => {
  await importFeatures(osmFeature(2.35, 48.85, { ref: 'a', charge: '2.00 EUR/hour' }));
  await importFeatures(osmFeature(2.35, 48.85, { ref: 'a', charge: '2.50 EUR/hour' }));
  const [created, updated, ...others] = await audits();
  const [lot] = await lots();
  expect(others).toEqual([]);
  expect(created).toMatchObject({
    action: 'lot.created',
    entity_id: lot.lot_id,
    livemode: true,
    actor_type: 'system',
  });
  expect(created.diff.before).toBeNull();
  expect(created.diff.after).toMatchObject({
    lot_id: lot.lot_id,
    operator_id: operatorId,
    livemode: true,
    cell: lot.cell,
    latitude: 48.85,
    longitude: 2.35,
    name: 'Lot',
    city: null,
    state: null,
    country: 'FR',
    timezone: 'Europe/Paris',
    total_spaces: 10,
    rate_minor: 200,
    rate_unit: 'hour',
    currency: 'eur',
    max_daily_minor: null,
    status: 'active',
    is_listed: true,
  });
  expect(created.diff.after).not.toHaveProperty('entry_instructions');
  expect(updated.action).toBe('lot.updated');
  const { tariff } = created.diff.after;
  expect(tariff).toMatchObject({ first_hour_minor: 200 });
  expect(updated.diff.before).toEqual({ rate_minor: 200, tariff });
  const after = { ...created.diff.after, rate_minor: 250, tariff: lot.tariff };
  expect(updated.diff.after).toEqual(after);
});

test.each([
  ['name', { name: 'x'.repeat(201) }],
  ['name', { name: 'a\0b' }],
  ['name', { name: '\ud800' }],
  ['description', { description: 'x'.repeat(2_001) }],
  [
    'properties',
    Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`note:${i}`, 'x'.repeat(1_500)])),
  ],
  ['properties', Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`note:${i}`, 'x']))],
  ['amenity', { amenity: 'bicycle_parking' }],
  ['disused:amenity', { amenity: undefined, 'disused:amenity': 'parking' }],
  ['ref', { ref: 'r'.repeat(201) }],
])('a lot with a bad %s is refused by row and field, the others are not', async (field, tags) => {
  const result = await importFeatures(
    osmFeature(2.35, 48.85, { ref: 'good' }),
    osmFeature(2.35, 48.85, { ref: 'bad', ...tags }),
  );
  expect(result).toMatchObject({ created: 1, rejected: [{ row: 2, field }] });
  expect(await lots()).toHaveLength(1);
});

const UNPRICED = { rate_minor: null };
test.each([
  ['capacity', { capacity: -1 }, { total_spaces: null }],
  ['capacity', { capacity: '1.5' }, { total_spaces: null }],
  ['capacity', { capacity: 100_001 }, { total_spaces: null }],
  ['parking', { parking: 'constructor' }, { lot_type: null }],
  ['fee', { fee: 'Mo-Fr 08:00-18:00' }, { charge_text: 'fee=Mo-Fr 08:00-18:00' }],
  ['charge', { charge: '2.50 USD' }, { ...UNPRICED, charge_text: '2.50 USD' }],
  ['charge', { charge: '2.505 USD/hour' }, UNPRICED],
  ['charge', { charge: '2.5 JPY/hour' }, UNPRICED],
  ['charge', { charge: '2.50 XYZ/hour' }, UNPRICED],
  ['charge', { charge: '-2.50 USD/hour' }, UNPRICED],
  ['charge', { charge: '99999999999999999999 USD/hour' }, UNPRICED],
  ['charge', { charge: '1000000.01 USD/hour' }, UNPRICED],
  ['charge', { charge: '1000001 JPY/day' }, UNPRICED],
  ['charge', { charge: '2.50 USD/hour', fee: 'no' }, UNPRICED],
  ['charge:max', { 'charge:max': '9.00 EUR/day' }, UNPRICED],
  ['charge:max', { charge: '2.50 EUR/hour', 'charge:max': '1000000.01 EUR/day' }, UNPRICED],
  ['charge:max', { charge: '2.50 EUR/hour', 'charge:max': '9.00 EUR/hour' }, UNPRICED],
  ['charge:max', { charge: '2.50 EUR/hour', 'charge:max': '9.00 CHF/day' }, UNPRICED],
  ['website', { website: 'javascript:alert(1)' }, { website: null }],
  ['website', { website: 'https://example.com\\@evil.example' }, { website: null }],
  ['website', { website: `https://example.com/${'x'.repeat(600)}` }, { website: null }],
  ['charge', { charge: '1 EUR\nthen 2 EUR' }, { charge_text: '1 EUR then 2 EUR' }],
  ['charge', { charge: `1 EUR ${'x'.repeat(1_990)}` }, UNPRICED],
  ['capacity:disabled', { 'capacity:disabled': 11 }, { accessible_spaces: 0 }],
  ['capacity:charging', { 'capacity:charging': 'some' }, { ev_spaces: 0 }],
])(
  'a %s that cannot be read is kept and noted, and the lot is not lost',
  async (field, tags, lot) => {
    const noted = [{ row: 1, name: 'Lot', field, reason: expect.any(String) }];
    expect(await importFeatures(osmFeature(2.35, 48.85, tags))).toMatchObject({
      created: 1,
      noted,
    });
    expect(await lots()).toMatchObject([lot]);
    const [{ osm_tags }] = await lots();
    const kept = field === 'charge:max' ? 'charge' : field;
    expect(osm_tags[kept]).toBe((tags as Record<string, unknown>)[kept]?.toString());
  },
);

test.each([
  ['opening_hours', { opening_hours: 'whenever' }],
  ['access', { access: 'perhaps' }],
  ['motor_vehicle', { motor_vehicle: 'agricultural;bus;yes' }],
  ['access:conditional', { 'access:conditional': 'no @ (Mo-Fr 08:00-16:00)' }],
  ['maxstay', { maxstay: 'a while' }],
  ['maxstay', { maxstay: `${'1'.repeat(400)} hours` }],
  ['maxheight', { maxheight: 'tall' }],
])(
  'a price is not posted while %s, which says who may park, is not understood',
  async (field, tags) => {
    const priced = { ref: 'a', charge: '2.50 EUR/hour' };
    const result = await importFeatures(osmFeature(2.35, 48.85, { ...priced, ...tags }));
    expect(result).toMatchObject({ created: 1, noted: [{ field }, { field: 'charge' }] });
    const unposted = { rate_minor: null, charge_text: '2.50 EUR/hour', osm_tags: tags };
    expect(await lots()).toMatchObject([unposted]);
    await importFeatures(osmFeature(2.35, 48.85, priced));
    expect(await lots()).toMatchObject([{ rate_minor: 250, charge_text: null, osm_tags: {} }]);
    await importFeatures(osmFeature(2.35, 48.85, { ...priced, ...tags }));
    expect(await lots()).toMatchObject([unposted]);
  },
);

test('a rate that the operator posted stays while the file says the same as before', async () => {
  const tags = { ref: 'a', charge: '1 EUR first hour, then 2 EUR' };
  await importFeatures(osmFeature(2.35, 48.85, tags));
  await database.sql('update lots set rate_minor = 300 where operator_id = $1', [operatorId]);
  expect(await importFeatures(osmFeature(2.35, 48.85, tags))).toMatchObject({ unchanged: 1 });
  expect(await lots()).toMatchObject([{ rate_minor: 300 }]);
  await importFeatures(osmFeature(2.35, 48.85, { ...tags, charge: '1 EUR, then 3 EUR' }));
  expect(await lots()).toMatchObject([{ rate_minor: null, charge_text: '1 EUR, then 3 EUR' }]);
});

test('a refused lot is listed by its name with all its problems', async () => {
  const { rejected } = await importFeatures(
    osmFeature(2.35, 200, { name: 'Elm\u0007 Street', ref: 'r'.repeat(201) }),
    null,
  );
  const [row, name] = [1, 'Elm  Street'];
  expect(rejected).toEqual(
    [
      { row, name, field: 'geometry' },
      { row, name, field: 'ref' },
      { row: 2, name: null, field: 'geometry' },
    ].map((problem) => ({ ...problem, reason: expect.any(String) })),
  );
});

test.each([
  ['without geometry', { type: 'Feature', properties: { name: 'L', capacity: 1 }, geometry: null }],
  ['out of the world', osmFeature(181, 0)],
  ['out of the world', osmFeature(0, -90.1)],
  ['not a number', osmFeature(Number.NaN, 0)],
])('a feature %s is refused with an error for its geometry', async (_name, feature) => {
  expect(await importFeatures(feature)).toMatchObject({
    created: 0,
    rejected: [{ row: 1, field: 'geometry' }],
  });
});

test('a lot that is in a file twice is imported once', async () => {
  const twice = [osmFeature(2.35, 48.85, { ref: 'a' }), osmFeature(2.4, 48.9, { ref: 'a' })];
  expect(await importFeatures(...twice)).toMatchObject({
    created: 1,
    rejected: [{ row: 2, field: 'ref', reason: 'is the same lot as row 1' }],
  });
});

test.each([
  ['{"type":"Feature"}', 'file'],
  ['{"type":"FeatureCollection"}', 'file'],
  ['{"type":', 'file'],
])('a file that is not a FeatureCollection is refused: %s', async (text, field) => {
  await expect(importFile(() => Readable.from([Buffer.from(text)]))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: [{ field }],
  });
});

test('bytes that are not UTF-8 are refused, and a character cut by a chunk is not', async () => {
  const bytes = Buffer.from(
    JSON.stringify({ type: 'FeatureCollection', features: [osmFeature(8, 50, { name: 'ü' })] }),
  );
  const cut = bytes.indexOf(0xc3) + 1;
  const chunks = [bytes.subarray(0, cut), bytes.subarray(cut)];
  expect(await importFile(() => Readable.from(chunks))).toMatchObject({ created: 1 });
  await expect(importFile(() => Readable.from([Buffer.from([0x7b, 0xff])]))).rejects.toMatchObject({
    details: [{ field: 'file', reason: 'is not UTF-8 text' }],
  });
});

test('a lot does not shrink below the spaces in use', async () => {
  await importFeatures(osmFeature(2.35, 48.85, { ref: 'a', capacity: 5 }));
  await database.sql('update lots set taken_spaces = 4 where operator_id = $1', [operatorId]);
  const shrink = (capacity: number) =>
    importFeatures(osmFeature(2.35, 48.85, { ref: 'a', capacity }));
  expect(await shrink(3)).toMatchObject({ updated: 0, rejected: [{ row: 1, field: 'capacity' }] });
  expect(await shrink(4)).toMatchObject({ updated: 1, rejected: [] });
});

test('a rate that was never posted stays unknown, and a file without prices removes none', async () => {
  await importFeatures(osmFeature(139.7, 35.68, { ref: 'a' }));
  expect(await lots()).toMatchObject([{ rate_minor: null, currency: 'jpy', country: 'JP' }]);
  await importFeatures(osmFeature(139.7, 35.68, { ref: 'a', charge: '300 JPY/hour' }));
  expect(await importFeatures(osmFeature(139.7, 35.68, { ref: 'a' }))).toMatchObject({
    unchanged: 1,
  });
  expect(await lots()).toMatchObject([{ rate_minor: 300 }]);
});

test('a free lot has a rate of 0 in the currency of its country', async () => {
  await importFeatures(osmFeature(8.54, 47.38, { ref: 'a', fee: 'no' }));
  expect(await lots()).toMatchObject([{ rate_minor: 0, currency: 'chf' }]);
});

test('a private lot is stored but not listed, until the file says otherwise', async () => {
  const lot = (access?: string) => osmFeature(2.35, 48.85, { ref: 'a', access });
  await importFeatures(lot('private'));
  expect(await lots()).toMatchObject([{ is_listed: false }]);
  await importFeatures(lot());
  expect(await lots()).toMatchObject([{ is_listed: false }]);
  await importFeatures(lot('yes'));
  expect(await lots()).toMatchObject([{ is_listed: true }]);
});

test('operators and worlds do not share refs', async () => {
  await importFile(geojsonFile([osmFeature(2.35, 48.85, { ref: 'a' })]), true);
  const test = await importFile(geojsonFile([osmFeature(2.35, 48.85, { ref: 'a' })]), false);
  expect(test).toMatchObject({ created: 1 });
  expect((await lots()).map((lot) => lot.livemode).sort()).toEqual([false, true]);
});

test('a file for an operator that does not exist is refused', async () => {
  operatorId = 'op_nobody';
  await expect(importFeatures(osmFeature(2.35, 48.85))).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'no such operator',
  });
});

test('car parks of one ref are told apart by their elements, in one file and in two', async () => {
  const p1 = (id: string, longitude: number, more: object = {}) => ({
    ...osmFeature(longitude, 48.85, { ref: 'P1', name: id, ...more }),
    id,
  });
  const [north, south, west] = [p1('way/1', 2.35), p1('way/2', 2.4), p1('way/3', 2.3)];
  expect(await importFeatures(north, south)).toMatchObject({ created: 2, rejected: [] });
  expect(await importFeatures(west)).toMatchObject({ created: 1, rejected: [] });
  for (const files of [[south, north], [west]])
    expect(await importFeatures(...files)).toMatchObject({ created: 0, updated: 0 });
  const refs = (await lots()).map(({ ref, osm_id }) => [ref, osm_id]);
  expect(refs).toEqual([
    ['P1', 'way/1'],
    ['way/2', 'way/2'],
    ['way/3', 'way/3'],
  ]);
  const twice = await importFeatures(north, p1('way/1', 2.35, { ref: 'P2' }));
  expect(twice).toMatchObject({ rejected: [{ row: 2, field: 'ref' }] });
});

test('a lot that was named by hand is recognised when its element comes', async () => {
  await importFeatures(osmFeature(2.35, 48.85, { ref: 'P1' }));
  const found = { ...osmFeature(2.35, 48.85, { ref: 'P1' }), id: 'way/1' };
  expect(await importFeatures(found)).toMatchObject({ created: 0, updated: 1 });
  expect(await lots()).toMatchObject([{ ref: 'P1', osm_id: 'way/1' }]);
});

test('fields missing from a file keep their stored values', async () => {
  await importFeatures(osmFeature(2.35, 48.85, { ref: 'a', charge: '2 EUR/hour' }));
  const bare = osmFeature(2.35, 48.85, { ref: 'a', capacity: undefined });
  expect(await importFeatures(bare)).toMatchObject({ unchanged: 1 });
  expect(await lots()).toMatchObject([{ total_spaces: 10, rate_minor: 200 }]);
});

test('of an extract of OpenStreetMap only car parks become lots', async () => {
  const element = (id: string, tags: Record<string, unknown>) => ({
    ...osmFeature(2.35, 48.85, tags),
    id,
  });
  const result = await importFeatures(
    element('node/1', {}),
    element('node/2', { amenity: undefined, highway: 'crossing' }),
    element('node/3', { amenity: 'theatre' }),
    element('way/4', { amenity: undefined, 'disused:amenity': 'parking' }),
    element('way/5', { amenity: 'parking_space' }),
  );
  expect(result).toMatchObject({ created: 1, passed_over: 4, rejected: [] });
});

test('a lot without a name is called by its operator, its street or its reference', async () => {
  const nameless = (more: object) => osmFeature(2.35, 48.85, { name: undefined, ...more });
  await importFeatures(
    nameless({ ref: 'a', operator: 'Q-Park', 'addr:street': 'Elm Street' }),
    nameless({ ref: 'b', 'addr:street': 'Elm Street' }),
    nameless({ ref: 'c' }),
    { ...nameless({}), id: 'way/5' },
  );
  expect((await lots()).map(({ name }) => name)).toEqual([
    'Q-Park',
    'Elm Street',
    'Parking c',
    'Parking way/5',
  ]);
});

test('two concurrent imports of the same file make each lot once', async () => {
  const features = Array.from({ length: 300 }, (_, i) =>
    osmFeature(2 + i / 1e3, 48, { ref: `${i}` }),
  );
  const results = await Promise.all([importFeatures(...features), importFeatures(...features)]);
  expect(results.reduce((sum, result) => sum + result.created, 0)).toBe(300);
  expect(await lots()).toHaveLength(300);
});

test('every real ParkAPI file is imported, and its lots get the city of the file', async () => {
  if (!existsSync(SHARED)) return console.warn(`no ${SHARED}: real data not checked`);
  const folder = `${SHARED}/parkapi`;
  const files = (await readdir(folder)).filter((name) => name.endsWith('.geojson'));
  for (const name of files) {
    const first = await importFile(() => createReadStream(`${folder}/${name}`));
    const second = await importFile(() => createReadStream(`${folder}/${name}`));
    const fields = new Set(first.rejected.map((rejection) => rejection.field));
    expect([...fields].filter((field) => !['ref', 'geometry'].includes(field))).toEqual([]);
    expect(second).toMatchObject({
      ...first,
      lots: first.lots.map((lot) => ({ ...lot, status: 'unchanged' })),
      created: 0,
      updated: 0,
      unchanged: first.created + first.updated,
    });
  }
  const all = await lots();
  expect(all.length).toBeGreaterThan(400);
  expect(all.every((lot) => lot.rate_minor === null)).toBe(true);
  expect(new Set(all.map((lot) => lot.country))).toEqual(new Set(['CH', 'DE', 'DK']));
  expect(new Set(all.map((lot) => lot.lot_type))).toEqual(
    new Set(['surface', 'garage', 'underground', null]),
  );
});

test('places are stored to a ten-millionth of a degree, and lots sent with more digits are recognised', async () => {
  const fine = osmFeature(37.0000000001, -1e-320, { name: 'Nanyuki', 'addr:country': 'KE' });
  const finer = osmFeature(-79.38321234999999, 43.65324999999999, { name: 'Finer' });
  expect(await importFeatures(fine, finer)).toMatchObject({ created: 2, rejected: [] });
  expect(await lots()).toMatchObject([
    { ref: 'finer@43.65325,-79.38321', latitude: 43.65325, longitude: -79.3832123 },
    { ref: 'nanyuki@-0.00000,37.00000', latitude: 0, longitude: 37 },
  ]);
  expect(await importFeatures(fine, finer)).toMatchObject({ unchanged: 2 });
});

test('a ParkAPI lot far from the city of its file has wrong coordinates and is refused', async () => {
  const city = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [11.639001, 52.131692] },
    properties: { name: 'Magdeburg', type: 'city' },
  };
  const lot = (latitude: number) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [11.628706, latitude] },
    properties: { name: 'City Carré', total: 345, address: 'Kantstraße 3', type: 'Parkhaus' },
  });
  expect(await importFeatures(city, lot(11.628706), lot(52.1306))).toMatchObject({
    created: 1,
    rejected: [{ row: 2, field: 'geometry' }],
  });
  expect(await lots()).toMatchObject([
    { city: 'Magdeburg', country: 'DE', currency: 'eur', lot_type: 'garage', rate_minor: null },
  ]);
});

test('all 244 real car parks of Toronto are imported', async () => {
  if (!existsSync(SHARED)) return console.warn(`no ${SHARED}: real data not checked`);
  const open = () => createReadStream(`${SHARED}/toronto/lots.geojson`);
  expect(await importFile(open)).toMatchObject({ created: 244, rejected: [] });
  expect(await importFile(open)).toMatchObject({ unchanged: 244, updated: 0 });
});

test('its events and audit rows have the shapes that their types declare', async () => {
  expect(await faultsOfRecords(database.sql)).toEqual([]);
});

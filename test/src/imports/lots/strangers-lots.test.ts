import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../../../src/access/operators/create-operator.ts';
import { importLots } from '../../../../src/imports/lots/import-lots.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';

/** Files of unknown origin: their lots are imported with the right meaning, or clearly refused. */

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

type Tags = Record<string, unknown>;
type Position = readonly unknown[];

const TORONTO = [-79.3832, 43.6532];
const PARIS = [2.3522, 48.8566];
const ROME = [12.4964, 41.9028];
const BERLIN = [13.405, 52.52];
/** The names by which version 3 of ParkAPI is recognised. */
const V3 = { uid: '1', has_realtime_data: false };

const point = (coordinates: Position) => ({ type: 'Point', coordinates });
const lot = (position: Position, tags: Tags = {}, more: object = {}) => ({
  type: 'Feature',
  geometry: point(position),
  properties: { name: 'Elm Street', capacity: 40, ...tags },
  ...more,
});
const area = (coordinates: unknown, tags: Tags = {}, type = 'Polygon') =>
  lot(PARIS, tags, { geometry: { type, coordinates } });
const file = (features: unknown[], more: object = {}) =>
  JSON.stringify({ type: 'FeatureCollection', ...more, features });
const crs = (name: string) => ({ crs: { type: 'name', properties: { name } } });

async function importText(text: string | Buffer) {
  const request = { name: 'Stranger', plan: 'free', actorId: 'test' };
  const { id: operatorId } = await createOperator(database.owner, request);
  const open = () => Readable.from([Buffer.from(text)]);
  const result = await importLots(database.owner, { operatorId, livemode: true, open });
  const rows = await database.sql<{ lot: Tags }>(
    'select lot_snapshot(lots) as lot from lots where operator_id = $1',
    [operatorId],
  );
  return { ...result, lots: rows.map(({ lot }) => lot) };
}

test.each<[string, string, Tags]>([
  [
    'QGIS, with its CRS member and null for every empty column',
    file([lot(TORONTO, { fid: 1, charge: '2.50 CAD/hour', fee: null, website: null })], {
      name: 'lots',
      ...crs('urn:ogc:def:crs:OGC:1.3:CRS84'),
      xy_coordinate_resolution: 1e-15,
    }),
    { rate_minor: 250, currency: 'cad', country: 'CA' },
  ],
  [
    'QGIS, EPSG:4326 by its number',
    file([lot(PARIS)], crs('urn:ogc:def:crs:EPSG::4326')),
    { latitude: 48.8566, country: 'FR' },
  ],
  [
    'QGIS, a layer of MultiPoints with one point each',
    file([lot(PARIS, {}, { geometry: { type: 'MultiPoint', coordinates: [PARIS] } })]),
    { latitude: 48.8566, longitude: 2.3522 },
  ],
  [
    'Overpass through osmtogeojson',
    file([lot(BERLIN, { '@id': 'node/5', amenity: 'parking', access: 'yes' }, { id: 'node/5' })]),
    { ref: 'node/5', osm_id: 'node/5', is_listed: true },
  ],
  ['by hand, nothing but name and capacity', file([lot(PARIS)]), { rate_minor: null }],
  [
    'numbers as text, a number as reference',
    file([lot(PARIS, { capacity: '40', ref: 7 })]),
    { total_spaces: 40, ref: '7' },
  ],
  ['with a byte order mark', `\ufeff${file([lot(PARIS)])}`, { name: 'Elm Street' }],
  [
    'with Windows line ends',
    JSON.stringify(JSON.parse(file([lot(PARIS)])), null, 2).replaceAll('\n', '\r\n'),
    { name: 'Elm Street' },
  ],
  ['with heights above the sea', file([lot([...PARIS, 35.2])]), { latitude: 48.8566 }],
  [
    'ParkAPI',
    file([
      lot(BERLIN, { type: 'city', name: 'Berlin' }),
      lot(BERLIN, { total: 12, type: 'Parkhaus' }),
    ]),
    { total_spaces: 12, lot_type: 'garage', city: 'Berlin' },
  ],
  [
    'ParkAPI of version 3, heights in centimetres',
    file([
      lot(BERLIN, {
        uid: '26',
        purpose: 'CAR',
        type: 'UNDERGROUND',
        max_height: 205,
        capacity_disabled: 2,
        has_fee: false,
        has_realtime_data: true,
        restricted_to: [],
        public_url: 'https://example.com/26',
        opening_hours: '24/7',
      }),
    ]),
    {
      ref: '26',
      lot_type: 'underground',
      max_height_cm: 205,
      accessible_spaces: 2,
      features: ['accessible', 'covered'],
      rate_minor: 0,
      website: 'https://example.com/26',
      opening_hours: '24/7',
    },
  ],
  [
    'with a column `total` of their own beside capacity and charge',
    file([lot(PARIS, { total: 44, charge: '2.50 EUR/hour' })]),
    { total_spaces: 40, rate_minor: 250 },
  ],
  ['free of charge', file([lot(PARIS, { fee: 'no' })]), { rate_minor: 0, currency: 'eur' }],
  ['the country in small letters', file([lot(PARIS, { 'addr:country': 'fr' })]), { country: 'FR' }],
  [
    'cents for a currency that has none',
    file([lot([139.69, 35.68], { charge: '300.00 JPY/hour' })]),
    { rate_minor: 300 },
  ],
  [
    'a price in dollars where dollars are taken',
    file([lot([104.92, 11.56], { charge: '1 USD/hour' })]),
    { country: 'KH', currency: 'usd' },
  ],
  [
    'a territory told by the name of its state',
    file([lot([-66.1, 18.4], { 'addr:country': 'US', charge: '2 USD/hour' })]),
    { country: 'US', currency: 'usd' },
  ],
])('is imported with the right meaning: %s', async (_what, text, columns) => {
  const { rejected, lots } = await importText(text);
  expect(rejected).toEqual([]);
  expect(lots).toMatchObject([columns]);
});

test.each<[string, string, unknown[]]>([
  [
    'latitude first, which is Antarctica',
    'geometry',
    [lot([43.6532, -79.3832], { 'addr:country': 'CA', charge: '2.50 CAD/hour' })],
  ],
  [
    'latitude first, which is Eritrea; only the currency tells',
    'geometry',
    [lot([41.9028, 12.4964], { charge: '2.50 EUR/hour' })],
  ],
  [
    'latitude first, which is at sea',
    'geometry',
    [lot([48.8566, 2.3522], { charge: '2.50 EUR/hour' })],
  ],
  ['a lost minus sign', 'geometry', [lot([79.3832, 43.6532], { charge: '2.50 CAD/hour' })]],
  ['the zero point of the map', 'geometry', [lot([0, 0], { charge: '2.50 EUR/hour' })]],
  [
    'a point that is not where its own columns say',
    'geometry',
    [lot([41.9028, 12.4964], { lat: ROME[1], lon: ROME[0] })],
  ],
  ['an outline that is not closed', 'geometry', [area([[PARIS, ROME, PARIS]])]],
  ['an outline of half a country', 'geometry', [area([[PARIS, ROME, BERLIN, PARIS]])]],
  ['an outline of nothing', 'geometry', [area([[PARIS, PARIS, PARIS, PARIS]])]],
  ['an outline without positions', 'geometry', [area([])]],
  ['an outline of text', 'geometry', [area('here')]],
  [
    'a line',
    'geometry',
    [lot(PARIS, {}, { geometry: { type: 'LineString', coordinates: [PARIS, ROME] } })],
  ],
  ['metres in place of degrees', 'geometry', [lot([261846, 6250565])]],
  ['coordinates as text', 'geometry', [lot(['2.3522', '48.8566'])]],
  ['bicycles', 'amenity', [lot(PARIS, { amenity: 'bicycle_parking' })]],
  ['bicycles, by ParkAPI', 'purpose', [lot(BERLIN, { ...V3, purpose: 'BIKE' })]],
  ['spaces for some', 'restricted_to', [lot(BERLIN, { ...V3, restricted_to: [{ type: 'X' }] })]],
  [
    'another country than the point, with other money',
    'addr:country',
    [lot(PARIS, { 'addr:country': 'CA' })],
  ],
])('only its row is refused: %s', async (_what, field, features) => {
  const { rejected, lots } = await importText(file(features));
  expect(rejected).toMatchObject([{ row: 1, field }]);
  expect(lots).toEqual([]);
});

test.each<[string, string[], Tags, unknown]>([
  [
    'a price without currency or unit',
    ['charge'],
    { rate_minor: null, charge_text: '2.5' },
    lot(PARIS, { charge: 2.5 }),
  ],
  [
    'a dot between thousands',
    ['charge'],
    { rate_minor: null, charge_text: '5.000 IDR/hour' },
    lot([106.85, -6.2], { charge: '5.000 IDR/hour' }),
  ],
  [
    'a number of spaces as Excel shows it',
    ['capacity'],
    { total_spaces: null },
    lot(PARIS, { capacity: '1E+02' }),
  ],
  ['a kind nobody knows', ['type'], { lot_type: null }, lot(BERLIN, { ...V3, type: 'SPACE_PORT' })],
  [
    'a height in metres',
    ['max_height'],
    { max_height_cm: null },
    lot(BERLIN, { ...V3, max_height: 2 }),
  ],
  [
    'free only at some hours',
    ['fee:conditional'],
    { rate_minor: null, charge_text: 'fee=no; fee:conditional=yes @ (Mo-Fr 08:00-18:00)' },
    lot(PARIS, { fee: 'no', 'fee:conditional': 'yes @ (Mo-Fr 08:00-18:00)' }),
  ],
  [
    'a price that changes with the season',
    ['charge:conditional'],
    { rate_minor: null },
    lot(PARIS, { charge: '2 EUR/hour', 'charge:conditional': '4 EUR/hour @ (summer)' }),
  ],
  [
    'a height in centimetres without a unit',
    ['maxheight', 'charge'],
    { max_height_cm: null, rate_minor: null },
    lot(PARIS, { maxheight: 210, charge: '2 EUR/hour' }),
  ],
  [
    'a country that has another code',
    ['addr:country'],
    { country: 'GB', rate_minor: 200 },
    lot([-0.12, 51.5], { 'addr:country': 'UK', charge: '2 GBP/hour' }),
  ],
  [
    'an estimate',
    [],
    { total_spaces: 40, is_capacity_estimated: true, osm_tags: { capacity: 'ca. 40' } },
    lot(PARIS, { capacity: 'ca. 40' }),
  ],
  ['a decimal comma', [], { rate_minor: 250 }, lot(PARIS, { charge: '2,50 EUR/hour' })],
  ['a price as people say it', [], { rate_minor: 250 }, lot(PARIS, { charge: '€2.50/h' })],
  [
    'a price for half an hour',
    [],
    { rate_minor: 550, billing_step_minutes: 30 },
    lot(TORONTO, { charge: '2.75 CAD/30 minutes' }),
  ],
])(
  'is imported, and what was not understood is kept and noted: %s',
  async (_what, fields, columns, one) => {
    const { noted, rejected, lots } = await importText(file([one]));
    expect(rejected).toEqual([]);
    expect(noted.map(({ field }) => field)).toEqual(fields);
    expect(lots).toMatchObject([columns]);
  },
);

test.each<[string, string | Buffer]>([
  ['one Feature', JSON.stringify(lot(PARIS))],
  ['a CRS that is not WGS 84', file([lot(BERLIN)], crs('urn:ogc:def:crs:EPSG::4314'))],
  ['UTF-16', Buffer.from(`\ufeff${file([lot(PARIS)])}`, 'utf16le')],
  ['an empty file', ''],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
])('the whole file is refused: %s', async (_what, text) => {
  await expect(importText(text)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: [{ field: 'file' }],
  });
});

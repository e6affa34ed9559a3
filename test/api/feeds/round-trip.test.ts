import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../../src/access/operators/create-operator.ts';
import { importLots } from '../../../src/imports/lots/import-lots.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { startTestApi, type TestApi, type TestKey } from '../client.ts';

/** What a feed says of a lot comes back when it is imported; only what it lacks is lost. */

const COUNT = 90;
const seed = seedOfRun();
const clock = { ms: Date.now(), now: () => clock.ms };

let api: TestApi;
let key: TestKey;
const feeds = new Map<string, Buffer>();
const feedOf = (path: string) => feeds.get(path) ?? Buffer.of();

type Lot = Record<string, unknown>;

/** Lots of every kind, each at a place of its own in Germany. */
function randomLots(random: () => number): object[] {
  const oneOf = <T>(...all: T[]) => all[Math.floor(random() * all.length)] as T;
  return Array.from({ length: COUNT }, (_, i) => {
    const rate = oneOf<object>(
      {},
      { base_rate: 0 },
      { base_rate: 2.5 },
      { base_rate: 5.5, billing_step_minutes: 30, max_daily_rate: 20 },
      { base_rate: 18, rate_unit: 'day' },
      { base_rate: 3, has_no_daily_max: true },
    );
    return {
      ref: `lot-${i}`,
      name: `${oneOf('Straße "A" ✓', 'P+R\\Süd', '駐車場', 'Tiefgarage, Markt')} ${i}`,
      lat: 50 + i / 100,
      lng: 9 + Math.round(random() * 1e6) / 1e6,
      total_spaces: oneOf(1, 50, 320),
      ...rate,
      address: oneOf(null, '20 Marktstraße', 'Am Ring 5, "Hof"'),
      city: oneOf(null, 'Fulda'),
      state: oneOf(null, 'Hessen'),
      lot_type: oneOf('surface', 'garage', 'underground', 'rooftop', 'street', 'carport'),
      features: oneOf<string[]>(
        [],
        ['covered', 'park_and_ride', 'supervised'],
        ['access:customers', 'maxstay:90 minutes'],
        ['access:permit'],
        ['maxstay:2 days'],
      ),
      spaces: oneOf({}, { ev: 1, accessible: 1 }, { av: 1 }),
      opening_hours: oneOf(null, '24/7', 'Mo-Fr 08:00-18:00; PH off'),
      max_height_cm: oneOf(null, 205, 210),
      website: oneOf(null, 'https://lots.example.org/1'),
      data_license: oneOf(null, 'CC0-1.0'),
      is_osm_export_allowed: oneOf(true, false),
      access: { overnight: oneOf(true, false) },
    };
  });
}

/** Lots from OpenStreetMap, with what only these can say. */
const OSM_LOTS = [
  { capacity: '~40', name: 'About' },
  { name: 'Nobody counted' },
  { capacity: 30, name: 'Tiers', charge: '1 EUR first hour, then 2 EUR' },
].map((tags, i) => ({
  type: 'Feature',
  id: `way/${i + 1}`,
  geometry: { type: 'Point', coordinates: [8.5, 51 + i / 10] },
  properties: { amenity: 'parking', ...tags },
}));

beforeAll(async () => {
  api = await startTestApi({ clock, config: { baseUrl: 'https://parking.example.org' } });
  key = await api.createKey();
  const send = (body: unknown) =>
    api.request('POST', '/api/v1/lots/batch', { key: key.secret, body });
  const { body } = await send(randomLots(randomFrom(seed)));
  expect(body).toMatchObject({ created: COUNT, rejected: 0 });
  const map = await send({ type: 'FeatureCollection', features: OSM_LOTS });
  expect(map.body).toMatchObject({ created: OSM_LOTS.length, rejected: 0 });
  // Before others list the same lots, too.
  for (const { path } of FORMATS) feeds.set(path, await readFeed(path));
});
afterAll(() => api.stop());

/** What every caller sees of a lot, as columns. */
const SHOWN = `name address city state country latitude longitude timezone total_spaces
  is_capacity_estimated area_m2 rate_minor rate_unit billing_step_minutes currency max_daily_minor
  has_no_daily_max charge_text lot_type features ev_spaces accessible_spaces av_spaces opening_hours
  is_overnight_allowed max_height_cm website osm_id data_license is_osm_export_allowed`.split(
  /\s+/,
);
/** What only the operator of a lot sees. */
const OPERATORS_OWN = `ref hold_others_pct hold_each_pct occupancy_thresholds availability_shown
  space_labels`.split(/\s+/);

async function lotsOf(operatorId: string): Promise<Lot[]> {
  const rows = await api.database.sql<{ lot: Lot }>(
    `select lot_snapshot(lots) || jsonb_build_object('features', to_jsonb(features)) as lot
     from lots where operator_id = $1 and deleted_at is null order by latitude, longitude`,
    [operatorId],
  );
  return rows.map(({ lot }) => lot);
}

async function readFeed(path: string): Promise<Buffer> {
  clock.ms += 60_000;
  const headers = { Authorization: `Bearer ${key.secret}` };
  const answer = await fetch(new URL(path, api.url), { headers });
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return path.endsWith('.gz') && bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
}

const importBytes = (bytes: Buffer, operatorId: string) => {
  const open = () => Readable.from([bytes]);
  return importLots(api.database.owner, { operatorId, livemode: true, open });
};

type Format = {
  path: string;
  /** Which lots it contains; all unless given. */
  has?(lot: Lot): boolean;
  /** What it has no member for; docs/feeds.md lists it. */
  lost: string;
  /** What it says in fewer words than there are. */
  as?(lot: Lot): Lot;
  columns?: readonly string[];
};

const isKnown = ({ total_spaces }: Lot) => total_spaces !== null;
const featuresIn = (lot: Lot, said: readonly string[]) =>
  (lot.features as string[]).filter((feature) =>
    said.some((one) => feature === one || feature.startsWith(`${one}:`)),
  );
const COVERED = ['garage', 'underground', 'carport'];
const TYPE_OF_SITE: Record<string, string> = { rooftop: 'garage', carport: 'surface' };

/** Of a building, a place says no more than that it is one. */
const TYPE_OF_PLACE: Record<string, string> = {
  surface: 'surface',
  carport: 'surface',
  street: 'street',
};

const FORMATS: readonly Format[] = [
  { path: '/api/v1/lots.ndjson.gz', lost: '' },
  { path: '/api/v1/lots?limit=100', lost: '', columns: [...SHOWN, ...OPERATORS_OWN] },
  {
    path: '/api/v1/lots.geojson',
    lost: `city state area_m2 billing_step_minutes has_no_daily_max ev_spaces accessible_spaces
      av_spaces is_overnight_allowed is_osm_export_allowed`,
  },
  {
    path: '/feeds/parkapi/v3/parking-sites',
    has: isKnown,
    lost: `city state area_m2 has_no_daily_max av_spaces is_overnight_allowed
      is_osm_export_allowed`,
    as: (lot) => ({
      lot_type: TYPE_OF_SITE[String(lot.lot_type)] ?? lot.lot_type,
      features: [
        ...featuresIn(lot, ['access', 'accessible']),
        ...(COVERED.includes(String(lot.lot_type)) ||
        lot.lot_type === 'rooftop' ||
        featuresIn(lot, ['covered']).length > 0
          ? ['covered']
          : []),
        ...featuresIn(lot, ['ev_charging', 'maxstay', 'park_and_ride', 'supervised']),
      ],
    }),
  },
  {
    path: '/feeds/parkapi/v3/otp',
    lost: `city state area_m2 rate_minor rate_unit billing_step_minutes max_daily_minor
      has_no_daily_max charge_text ev_spaces av_spaces is_overnight_allowed
      max_height_cm osm_id data_license is_osm_export_allowed is_capacity_estimated features
      accessible_spaces`,
    as: (lot) => ({ lot_type: TYPE_OF_SITE[String(lot.lot_type)] ?? lot.lot_type }),
  },
  {
    path: '/feeds/apds/v4/places',
    lost: `address state area_m2 rate_minor rate_unit billing_step_minutes max_daily_minor
      has_no_daily_max charge_text accessible_spaces av_spaces opening_hours is_overnight_allowed
      max_height_cm osm_id data_license is_osm_export_allowed is_capacity_estimated features`,
    as: ({ lot_type }) => ({ lot_type: TYPE_OF_PLACE[String(lot_type)] ?? null }),
  },
  {
    path: '/api/v1/lots.osm',
    has: ({ is_osm_export_allowed }) => is_osm_export_allowed === true,
    lost: `area_m2 max_daily_minor has_no_daily_max av_spaces is_overnight_allowed data_license
      is_osm_export_allowed features city state country`,
  },
];

test.each(FORMATS)(`only what $path lacks is lost on the way (seed ${seed})`, async (format) => {
  const { path, lost, has = () => true, as = () => ({}), columns = SHOWN } = format;
  const before = (await lotsOf(key.operatorId)).filter(has);
  expect(before.length).toBeGreaterThan(COUNT / 4);
  const request = { name: 'Other', plan: 'free', actorId: 'test' };
  const { id: operatorId } = await createOperator(api.database.owner, request);
  const bytes = feedOf(path);
  const result = await importBytes(bytes, operatorId);
  expect(result).toMatchObject({ created: before.length, rejected: [] });
  const compared = columns.filter((column) => !lost.split(/\s+/).includes(column));
  const shown = (lot: Lot) => Object.fromEntries(compared.map((column) => [column, lot[column]]));
  expect((await lotsOf(operatorId)).map(shown)).toEqual(
    before.map((lot) => shown({ ...lot, ...as(lot) })),
  );
  // Imported again it changes nothing, and none is taken for another one.
  expect(await importBytes(bytes, operatorId)).toMatchObject({ created: 0, updated: 0 });
});

test('the dump and the list of its own lots change nothing for the operator who has them', async () => {
  for (const path of ['/api/v1/lots.ndjson.gz', '/api/v1/lots?limit=100', '/api/v1/lots.geojson']) {
    const before = await lotsOf(key.operatorId);
    const result = await importBytes(feedOf(path), key.operatorId);
    expect(result).toMatchObject({ created: 0, updated: 0, rejected: [] });
    expect(result.unchanged).toBe(before.length);
    expect(await lotsOf(key.operatorId)).toEqual(before);
  }
});

import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf } from '../../../../api/feeds/feed-body.ts';
import { systemClock } from '../../../../src/clock.ts';
import { openMapFeed } from '../../../../src/feeds/map-feed.ts';
import { osmFeatures } from '../../../../src/feeds/osm-feed.ts';
import { OSM_FORMS, type OsmFormat } from '../../../../src/feeds/osm-forms.ts';
import { importLots } from '../../../../src/lots/import/import-lots.ts';
import { createOperator } from '../../../../src/operators/create-operator.ts';
import type { OpenBytes } from '../../../../src/osm/files/open-bytes.ts';
import { openTestDatabase, type TestDatabase } from '../../../database.ts';
import { randomFrom, seedOfRun } from '../../../random.ts';
import { geojsonFile } from '../../lots/import/geojson.ts';

const SEED = seedOfRun();
const HELSINKI = '../shared/data/osm/helsinki.osm';
/** What is said of a lot besides what its file says: all of it follows from that. */
const ADDED = ['parking', 'access', 'addr:country'];

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

async function importFile(open: OpenBytes): Promise<string> {
  const request = { name: 'Somebody', plan: 'free', actorId: 'test' };
  const operator = await createOperator(database.owner, request);
  const into = { operatorId: operator.id, livemode: true, isOsmExportAllowed: true };
  await importLots(database.owner, { ...into, open });
  return operator.id;
}

async function exportFile(format: OsmFormat, operatorId: string): Promise<string> {
  const source = osmFeatures(database.owner, format, { livemode: true, operatorId });
  const part = await openMapFeed(source, OSM_FORMS[format], systemClock).read(null);
  const body = await bodyOf(part, 'identity');
  return ('open' in body ? await buffer(body.open()) : body).toString();
}

/** What files can carry. An import that makes up a name takes the feature's id, or the place. */
async function lotsOf(operatorId: string) {
  const rows = await database.sql<{ lot: Record<string, unknown> }>(
    `select lot_snapshot(lots) - '{lot_id,operator_id,ref,slug}'::text[]
       || jsonb_build_object('name', regexp_replace(name, '^Parking .*[-.].*', 'Parking …')) as lot
     from lots where operator_id = $1 and is_listed order by latitude, longitude`,
    [operatorId],
  );
  return rows.map(({ lot }) => lot);
}

/** The tags of each object with tags, by its id: \`way/1\`. */
function tagsIn(osm: string): Map<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>();
  for (const [, type, id, inside = ''] of osm.matchAll(
    /<(node|way|relation) id="(\d+)"[^>]*[^/]>(.*?)<\/\1>/gs,
  ))
    found.set(
      `${type}/${id}`,
      Object.fromEntries(
        [...inside.matchAll(/<tag k="([^"]*)" v="([^"]*)"/g)].map(([, key, value]) => [key, value]),
      ),
    );
  return found;
}

test('every tag of a real file comes out as it went in', async ({ skip }) => {
  if (!existsSync(HELSINKI)) skip(`${HELSINKI} is not there: it is not part of the project`);
  const tags = tagsIn(await readFile(HELSINKI, 'utf8'));
  const operatorId = await importFile(() => createReadStream(HELSINKI));
  const { features } = JSON.parse(await exportFile('geojson', operatorId));
  expect(features.length).toBeGreaterThan(30);
  for (const { properties } of features) {
    const { '@id': id, ...exported } = properties;
    const file = tags.get(id) ?? {};
    expect(exported, id).toMatchObject(file);
    const added = Object.keys(exported).filter((key) => !(key in file));
    expect(added.filter((key) => !ADDED.includes(key))).toEqual([]);
  }
});

/** Values as people write them: some are understood, some are not. */
const VALUES: Record<string, readonly string[]> = {
  name: ['City Hall', 'Parking', 'Parkplatz', 'Impark', 'P 5', 'Straße "Ä" & <1>'],
  parking: ['surface', 'multi-storey', 'underground', 'lane', 'layby', 'carports', 'boat', 'yes'],
  capacity: ['50', '~50', '1,200', 'many', '0'],
  'capacity:disabled': ['2', 'yes', 'no', 'some'],
  'capacity:charging': ['4', 'yes', '0'],
  fee: ['yes', 'no', 'Mo-Fr 08:00-18:00'],
  charge: ['2.50 EUR/hour', '2,50 EUR/h', '0.50 EUR/30 minutes', '20 EUR/day', '5 EUR', '€2/hour'],
  opening_hours: ['24/7', 'Mo-Fr 07:00-19:00', 'sometimes'],
  maxstay: ['2 hours', '30 min', '1 day', 'no', '3'],
  maxheight: ['2.1', '2,20', `6'11"`, 'default', 'low'],
  'maxheight:physical': ['2.05'],
  access: ['yes', 'customers', 'permissive', 'residents', 'private', 'weird'],
  covered: ['yes', 'no'],
  supervised: ['yes', 'no', '08:00-18:00'],
  park_ride: ['yes', 'no', 'bus'],
  website: ['https://example.com/1?a=b&c=d', 'www.example.com'],
  operator: ['Impark', 'Somebody', 'Q-Park'],
  ref: ['A1', 'B2', 'C3'],
  'addr:street': ['Main St', 'High Street'],
  'addr:housenumber': ['5', '12a'],
  'addr:full': ['Behind the hall'],
  'addr:city': ['Berlin'],
  'addr:country': ['DE', 'de'],
  surface: ['asphalt'],
  'fee:conditional': ['no @ (stay < 2 hours)'],
  note: ['two\nlines', 'ä'.repeat(255)],
};
const LOT_COUNT = 5_000;

function randomFeatures(seed: number): object[] {
  const random = randomFrom(seed);
  return Array.from({ length: LOT_COUNT }, (_, i) => {
    const tags = Object.entries(VALUES).flatMap(([key, values]) => {
      const value = values[Math.floor(random() * values.length)];
      return random() < 0.4 && key !== 'ref' ? [[key, value]] : [];
    });
    const ref = random() < 0.5 ? [['ref', `R${i}`]] : [];
    return {
      type: 'Feature',
      geometry: {
        type: 'Point',
        coordinates: [10 + (i % 50) / 100, 50 + Math.floor(i / 50) / 100],
      },
      properties: Object.fromEntries([['amenity', 'parking'], ...tags, ...ref]),
    };
  });
}

test.each(['osm', 'geojson'] as const)(
  `lots of many files are the same after an export as %s and another import (seed ${SEED})`,
  async (format) => {
    const first = await importFile(geojsonFile(randomFeatures(SEED)));
    const before = await lotsOf(first);
    expect(before.length).toBeGreaterThan(LOT_COUNT / 2);
    const file = await exportFile(format, first);
    const second = await importFile(() => Readable.from([Buffer.from(file)]));
    expect(await lotsOf(second)).toEqual(before);
  },
);

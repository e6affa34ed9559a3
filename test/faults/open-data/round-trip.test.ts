import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importLots } from '../../../src/imports/lots/import-lots.ts';
import { geojsonFile } from '../../src/imports/lots/geojson.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { exportFile, importFile } from '../../stage/osm-round-trip.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';

const SEED = seedOfRun();

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

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

/** Without what uploads leave out: hours that nobody can read, and a price that may be theirs. */
function asUploaded(lot: Record<string, unknown>) {
  if (!hasUnreadHours(lot)) return lot;
  const { opening_hours: _hours, ...tags } = lot.osm_tags as Record<string, string>;
  if (lot.rate_minor !== null) return { ...lot, osm_tags: tags };
  const { charge: _charge, fee: _fee, 'fee:conditional': _when, ...others } = tags;
  return { ...lot, osm_tags: others, charge_text: null };
}

const hasUnreadHours = ({ osm_tags }: Record<string, unknown>) =>
  'opening_hours' in (osm_tags as object);

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
const LOT_COUNT = isFull ? 10_000 : 1_000;

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
    const first = await importFile(database, geojsonFile(randomFeatures(SEED)));
    const before = await lotsOf(first);
    expect(before.length).toBeGreaterThan(LOT_COUNT / 2);
    const file = await exportFile(database, format, first);
    const second = await importFile(database, () => Readable.from([Buffer.from(file)]));
    expect(await lotsOf(second)).toEqual(before.map(asUploaded));
    if (format === 'osm') return;
    const open = () => Readable.from([Buffer.from(file)]);
    const again = { operatorId: first, livemode: true, isOsmExportAllowed: true, open };
    const isKnown = { created: 0, updated: before.filter(hasUnreadHours).length, rejected: [] };
    expect(await importLots(database.owner, again)).toMatchObject(isKnown);
  },
);

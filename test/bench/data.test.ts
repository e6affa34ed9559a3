import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BIRMINGHAM, readBirmingham } from '../../bench/data/birmingham.ts';
import { GERMANY, readGermany } from '../../bench/data/germany.ts';
import { type City, writeStandardFiles } from '../../bench/data/standard-files.ts';
import { importCounts } from '../../src/imports/counts/import-counts.ts';
import { importLots } from '../../src/imports/lots/import-lots.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { addCaller } from '../stage/fixtures.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'hexlot-bench-data-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const csv = (...lines: string[]) => Readable.from(lines.map((line) => Buffer.from(`${line}\n`)));
const shown = ({ counts }: City) =>
  counts.map(({ ref, at, occupied }) => `${ref} ${at.toISOString()} ${occupied}`);

const READINGS = 'SystemCodeNumber,Capacity,Occupancy,LastUpdated';

test('readings of Birmingham are at the instants that its clocks mean, before and after they change', async () => {
  const city = await readBirmingham(
    csv(READINGS, 'Elm,10,4,2016-10-29 16:30:35', 'Elm,10,5,2016-10-30 07:59:42'),
  );
  expect(shown(city)).toEqual(['Elm 2016-10-29T15:30:35.000Z 4', 'Elm 2016-10-30T07:59:42.000Z 5']);
});

test('of readings of Birmingham that share a time the last is kept, and no negative one', async () => {
  const at = '2016-11-01 08:00:00';
  const city = await readBirmingham(
    csv(READINGS, `Elm,10,4,${at}`, `Oak,20,5,${at}`, `Elm,10,6,${at}`, `Oak,20,-1,${at}`),
  );
  expect(shown(city)).toEqual(['Elm 2016-11-01T08:00:00.000Z 6', 'Oak 2016-11-01T08:00:00.000Z 5']);
  expect(city.leftOut.slice(1)).toEqual([
    '1 readings with the time of a later one',
    '1 negative readings',
  ]);
});

test('car parks of Birmingham that were hardly counted are left out', async () => {
  const at = '2016-11-01 08:00:00';
  const city = await readBirmingham(
    csv(READINGS, `BHMBRTARC01,496,4,${at}`, `NIA North,480,4,${at}`, `NIA South,788,4,${at}`),
  );
  expect(city.lots.map(({ ref }) => ref)).toEqual(['NIA South']);
  expect(shown(city)).toHaveLength(1);
});

test('a row that is not a reading ends the import of Birmingham with its line', async () => {
  const wrong = csv(READINGS, 'Elm,10,4,2016-11-01 08:00:00', 'Elm,10,,2016-11-01 08:30:00');
  await expect(readBirmingham(wrong)).rejects.toThrow('line 3 is not a reading');
});

const PLACES = 'place_id,place_name,city_name,num_all,address,latitude,longitude';
const MARKET = 'market,Altmarkt,Dresden,400,"Altmarkt 1, 01067 Dresden",51.05,13.74';

test('a lot of Germany has as many spaces as were free before the test, and errors of counters do not raise them', async () => {
  const past = Array.from({ length: 400 }, (_, i) => {
    const at = new Date(Date.parse('2026-06-01T00:00Z') + i * HALF_HOUR_MS);
    return `${at.toISOString().slice(0, 16).replace('T', ' ')},${i + 1}`;
  });
  // The day of this time in Berlin is the first day of the test, 28 days before the last reading.
  const tested = ['2026-07-24 22:00,900', '2026-08-21 23:00,397', '2026-08-21 23:30,'];
  const city = await readGermany(
    csv(PLACES, MARKET),
    csv('time_utc,market', ...past, '2026-07-24 21:30,401', ...tested),
  );
  expect(city.lots).toEqual([
    {
      ref: 'market',
      name: 'Altmarkt',
      lat: 51.05,
      lng: 13.74,
      // 0.995 of the way from the 1st to the 401st of the readings 1, 2, 3 … 401.
      capacity: 399,
      tags: {
        'addr:full': 'Altmarkt 1, 01067 Dresden',
        'addr:city': 'Dresden',
        'addr:state': 'SN',
        'addr:country': 'DE',
      },
    },
  ]);
  expect(shown(city).slice(0, 1)).toEqual(['market 2026-06-01T00:00:00.000Z 398']);
  expect(shown(city).slice(-3)).toEqual([
    'market 2026-07-24T21:30:00.000Z 0',
    'market 2026-07-24T22:00:00.000Z 0',
    'market 2026-08-21T23:00:00.000Z 2',
  ]);
  expect(city.leftOut).toEqual(['1 empty cells']);
});

test('the same city is always written as the same two files', async () => {
  const lot = { ref: 'Elm', name: 'Elm', lat: 52.48, lng: -1.9, capacity: 10 };
  const at = new Date('2016-11-01T08:00:42Z');
  await writeStandardFiles(folder, {
    lots: [{ ...lot, tags: { 'addr:country': 'GB' } }],
    counts: [{ ref: 'Elm', at, occupied: 4 }],
    leftOut: [],
  });
  const written = (file: string) => readFile(join(folder, file), 'utf8');
  expect(await written('counts.csv')).toBe('lot_ref,at,occupied\nElm,2016-11-01T08:00:42Z,4\n');
  expect(await written('lots.geojson')).toBe(
    [
      '{"type": "FeatureCollection", "features": [',
      '{"type":"Feature","id":"Elm","geometry":{"type":"Point","coordinates":[-1.9,52.48]},' +
        '"properties":{"ref":"Elm","amenity":"parking","name":"Elm","capacity":10,' +
        '"addr:country":"GB"}}',
      ']}\n',
    ].join('\n'),
  );
});

/** Real counts; SOURCE.txt in each folder says where they are from. */
const SOURCES = [
  {
    name: 'Birmingham',
    folder: BIRMINGHAM,
    read: () => readBirmingham(createReadStream(new URL('dataset.csv', BIRMINGHAM))),
    lotCount: 28,
    everyCount: 20,
  },
  {
    name: 'Germany',
    folder: GERMANY,
    read: () =>
      readGermany(
        createReadStream(new URL('meta.csv', GERMANY)),
        createReadStream(new URL('germany_halfhour_free.csv.gz', GERMANY)).pipe(createGunzip()),
      ),
    lotCount: 25,
    everyCount: 200,
  },
];

function need(source: URL, skip: (reason: string) => void): void {
  if (existsSync(source)) return;
  const reason = `${source.pathname} is not there: it is not part of the project`;
  console.log(`skipped: ${reason}`);
  skip(reason);
}

test.for(SOURCES)('nothing that is written for $name is refused', async (source, { skip }) => {
  need(source.folder, skip);
  const city = await source.read();
  const counts = city.counts.filter((_, i) => i % source.everyCount === 0);
  await writeStandardFiles(folder, { ...city, counts });
  const { operatorId } = await addCaller(database);
  const into = { operatorId, livemode: true };
  const opened = (file: string) => createReadStream(join(folder, file));
  const lots = await importLots(database.owner, { ...into, open: () => opened('lots.geojson') });
  const rows = await importCounts(database.owner, { ...into, csv: opened('counts.csv') });
  const accepted = { unchanged: 0, rejected_count: 0, rejected: [] };
  expect(lots).toMatchObject({ ...accepted, created: source.lotCount, updated: 0, noted: [] });
  expect(rows).toMatchObject({ ...accepted, created: counts.length, warnings: [] });
});

const HALF_HOUR_MS = 1_800_000;
const DAY_CELLS = 48;
/** Cells before 8 o'clock do not count; no clocks change in the test or the weeks before it. */
const FIRST_CELL = 16;
const TEST_FROM = '2016-12-06T00:00Z';
/** Where a week has no count, that of the previous one is taken. */
const WEEKS_BACK = [1, 2, 3, 4];
/** As measured by others: cells, and mean absolute error of the same slot of the last week. */
const PUBLISHED = { cellCount: 6_635, error: 0.0463 };

test('the test set of Birmingham is the one that others have measured with', async ({ skip }) => {
  need(BIRMINGHAM, skip);
  const city = await readBirmingham(createReadStream(new URL('dataset.csv', BIRMINGHAM)));
  const cellsOf = new Map(city.lots.map(({ ref }) => [ref, new Map<number, number>()]));
  const capacities = new Map(city.lots.map(({ ref, capacity }) => [ref, capacity]));
  for (const { ref, at, occupied } of city.counts) {
    const share = Math.min(1, occupied / (capacities.get(ref) ?? 0));
    cellsOf.get(ref)?.set(Math.round(at.getTime() / HALF_HOUR_MS), share);
  }
  const from = Date.parse(TEST_FROM) / HALF_HOUR_MS;
  const tested = [...cellsOf.values()].flatMap((cells) =>
    [...cells]
      .filter(([cell]) => cell >= from && cell % DAY_CELLS >= FIRST_CELL)
      .map(([cell, share]) => {
        const before = WEEKS_BACK.map((weeks) => cells.get(cell - weeks * 7 * DAY_CELLS));
        return Math.abs(share - (before.find((known) => known !== undefined) ?? Number.NaN));
      }),
  );
  const errors = tested.filter((error) => !Number.isNaN(error));
  expect(tested).toHaveLength(PUBLISHED.cellCount);
  expect(errors.length).toBeGreaterThan(0.999 * tested.length);
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  expect(mean).toBeCloseTo(PUBLISHED.error, 3);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cellAt, cellCentre, cellParent } from '../../../src/kit/geo/cells.ts';
import { roundPoint } from '../../../src/kit/geo/great-circle.ts';
import { openWarehouse } from '../../../src/stores/open-warehouse.ts';
import { toRecord } from '../../../src/stores/row-names.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, pick } from '../../pipelines/stage/parking.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';

const seed = seedOfRun();
const random = randomFrom(seed);
const WEEK_MS = 7 * DAY_MS;
const NEIGHBOURHOOD_RESOLUTION = 7;

/** HERE and NEARBY are in the same cell of resolution 7, ELSEWHERE is in another. */
const [HERE, NEARBY, ELSEWHERE] = [
  cellAt(43.6532, -79.3832),
  cellAt(43.6552, -79.3852),
  cellAt(43.7532, -79.3832),
];

let database: TestDatabase;
let warehouse: TestWarehouse;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql('truncate search_log, marts.search_surges');
  warehouse = await openTestWarehouse(database);
  return () => warehouse.close();
});

const neighbourhood = (cell: bigint) => cellParent(cell, NEIGHBOURHOOD_RESOLUTION);

/** Each is the first of another operator. */
async function addSearches(count: number, cell: bigint, at: number, livemode = true) {
  const centre = roundPoint(cellCentre(cell));
  await database.sql(
    `insert into search_log (at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m,
       found_lot_count, available_lot_count, operator_ordinal)
     select $2, $3, 'search', $4, $5, $6, 5000, 1, 1, 1 from generate_series(1, $1)`,
    [count, new Date(at), livemode, cell, centre.lat, centre.lng],
  );
}

/**
 * The same number of searches in each of 4 weeks and in three hours of each: the 15 minutes may
 * reach into the hour before, and a new hour may begin during the test.
 */
async function addUsual(countPerHour: number, cell: bigint, livemode = true): Promise<void> {
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  for (const week of [1, 2, 3, 4])
    for (const offset of [-1, 0, 1])
      await addSearches(
        countPerHour,
        cell,
        hour - week * WEEK_MS + offset * HOUR_MS + MINUTE_MS,
        livemode,
      );
}

const surges = () =>
  database.sql<{ livemode: boolean; cell: string; surge_pct: number }>(
    'select livemode, cell::text, surge_pct from marts.search_surges order by livemode, cell',
  );

/** The version of each row, and for how many seconds after the last refresh it holds. */
const versions = () =>
  database.sql<{ xmin: string; seconds: number }>(
    `select surge.xmin::text as xmin, extract(epoch from until_at - as_of)::float8 as seconds
     from marts.search_surges as surge, marts.publication`,
  );

/** Simulates that time passes: moves every search of the last hour back. */
async function passMinutes(minutes: number): Promise<void> {
  await warehouse.rows(
    `update fct_searches set searched_at = searched_at - interval ${minutes} minutes
     where searched_at > now() - interval 1 hour`,
  );
}

async function refreshRows(): Promise<Record<string, number>> {
  const { steps } = await warehouse.refresh();
  return Object.fromEntries(steps.map(({ name, rows }) => [name, rows]));
}

test('more searches than usual are a surge of their neighbourhood, in their world only', async () => {
  await addUsual(40, HERE);
  await addUsual(4, ELSEWHERE);
  await addUsual(4, HERE, false);
  await addSearches(7, HERE, Date.now() - MINUTE_MS);
  await addSearches(6, NEARBY, Date.now() - 10 * MINUTE_MS);
  await addSearches(9, ELSEWHERE, Date.now() - MINUTE_MS);
  await addSearches(11, HERE, Date.now() - MINUTE_MS, false);
  await warehouse.refresh();
  const cell = String(neighbourhood(HERE));
  expect(await surges()).toEqual([
    { livemode: false, cell, surge_pct: 150 },
    { livemode: true, cell, surge_pct: 130 },
  ]);
  expect(await refreshRows()).toMatchObject({ 'publish-surges': 0 });
});

test('a surge becomes smaller and ends as time passes, without new searches', async () => {
  await addUsual(40, HERE);
  await addSearches(3, HERE, Date.now() - 12 * MINUTE_MS);
  await addSearches(11, HERE, Date.now() - 2 * MINUTE_MS);
  await warehouse.refresh();
  expect(await surges()).toMatchObject([{ surge_pct: 140 }]);
  await passMinutes(5);
  expect(await refreshRows()).toMatchObject({ 'publish-surges': 1, 'drain-searches': 0 });
  expect(await surges()).toMatchObject([{ surge_pct: 110 }]);
  await passMinutes(10);
  expect(await refreshRows()).toMatchObject({ 'publish-surges': 1, 'drain-searches': 0 });
  expect(await surges()).toEqual([]);
});

test('a changed surge makes no new publication, so readers need not read the marts again', async () => {
  await addUsual(40, HERE);
  await addSearches(14, HERE, Date.now() - 5 * MINUTE_MS);
  await warehouse.refresh();
  const publication = 'select publication_id from marts.publication';
  const before = await database.sql(publication);
  await passMinutes(15);
  expect(await refreshRows()).toMatchObject({ 'publish-marts': 0, 'publish-surges': 1 });
  expect(await database.sql(publication)).toEqual(before);
});

test('a surge that continues is written again after half of its 5 minutes', async () => {
  await addUsual(40, HERE);
  await addSearches(14, HERE, Date.now() - MINUTE_MS);
  await warehouse.refresh();
  const [first] = await versions();
  expect(first?.seconds).toBe(300);
  const pass = (minutes: number) =>
    database.sql(
      `update marts.search_surges set until_at = until_at - interval '${minutes} minutes'`,
    );
  expect(await refreshRows()).toMatchObject({ 'publish-surges': 0 });
  const [second] = await versions();
  expect(second?.xmin).toBe(first?.xmin);
  expect(second?.seconds).toBeLessThan(300);
  await pass(1);
  expect(await refreshRows()).toMatchObject({ 'publish-surges': 0 });
  await pass(2);
  expect(await refreshRows()).toMatchObject({ 'publish-surges': 1 });
  expect(await versions()).toMatchObject([{ seconds: 300 }]);
});

test('a refresh that is cut off leaves either the old surges or the new ones', async () => {
  await addUsual(40, HERE);
  await addSearches(14, HERE, Date.now() - MINUTE_MS);
  const cutAt = (point: string) =>
    warehouse.refresh((passed) => {
      if (passed === point) throw new Error(`cut at ${point}`);
    });
  await expect(cutAt('publish-surges begins')).rejects.toThrow('cut');
  expect(await surges()).toEqual([]);
  await expect(cutAt('publish-surges ends')).rejects.toThrow('cut');
  expect(await surges()).toMatchObject([{ surge_pct: 140 }]);
});

test('a rebuild finds the same surges, and removes those that have ended', async () => {
  await addUsual(40, HERE);
  await addSearches(14, HERE, Date.now() - MINUTE_MS);
  await warehouse.refresh();
  const before = await surges();
  await database.sql(
    `insert into marts.search_surges values (true, $1, 101, now() + interval '5 minutes')`,
    [neighbourhood(ELSEWHERE)],
  );
  await warehouse.rebuild();
  expect(before).toHaveLength(1);
  expect(await surges()).toEqual(before);
});

/** null: without an ordinal, like the fourth search of somebody in a quarter of an hour. */
type Ordinals = { operator: number | null; network: number | null };
type Search = { livemode: boolean; cell: bigint; at: number } & Ordinals;
type Surge = { livemode: boolean; cell: string; surge_pct: number };

const RECENT_MS = 15 * MINUTE_MS;

/** The surge of one neighbourhood, computed search by search; undefined when there is none. */
function surgeOf(searches: readonly Search[], asOf: number): number | undefined {
  const between = (from: number, to: number) => searches.filter(({ at }) => at >= from && at < to);
  const countIn = (from: number, to: number) => {
    const found = between(from, to);
    const keyed = found.filter(({ operator }) => operator !== null).length;
    return keyed + Math.min(keyed, found.filter(({ network }) => network !== null).length);
  };
  const recent = between(asOf - RECENT_MS, asOf).filter(({ operator }) => operator !== null);
  const alike = Map.groupBy(
    recent,
    ({ at, operator }) => `${Math.floor(at / RECENT_MS)} ${operator}`,
  );
  const operatorCount = Math.max(0, ...[...alike.values()].map((found) => found.length));
  const recentCount = countIn(asOf - RECENT_MS, asOf);
  const hour = Math.floor(asOf / HOUR_MS) * HOUR_MS;
  const known = searches.filter(
    ({ at, operator, network }) =>
      at >= hour - 4 * WEEK_MS - HOUR_MS && (operator ?? network) !== null,
  );
  const firstHour = Math.floor(Math.min(...known.map(({ at }) => at)) / HOUR_MS) * HOUR_MS;
  const weekCount = [1, 2, 3, 4].filter((week) => firstHour <= hour - week * WEEK_MS).length;
  if (operatorCount < 3 || recentCount < 10 || weekCount === 0) return undefined;
  let searchMs = 0;
  for (const week of [1, 2, 3, 4]) {
    const to = asOf - week * WEEK_MS;
    for (const from of [hour - week * WEEK_MS - HOUR_MS, hour - week * WEEK_MS]) {
      const sharedMs = Math.min(to, from + HOUR_MS) - Math.max(to - RECENT_MS, from);
      searchMs += Math.max(0, sharedMs) * countIn(from, from + HOUR_MS);
    }
  }
  if (searchMs === 0) return 150;
  const percent = Math.round((100 * HOUR_MS * weekCount * recentCount) / searchMs);
  return percent > 100 ? Math.min(percent, 150) : undefined;
}

function surgesOf(searches: readonly Search[], asOf: number): Surge[] {
  const places = Map.groupBy(searches, (s) => `${s.livemode} ${neighbourhood(s.cell)}`);
  return [...places].flatMap(([place, found]) => {
    const surge_pct = surgeOf(found, asOf);
    const [livemode, cell = ''] = place.split(' ');
    return surge_pct === undefined ? [] : [{ livemode: livemode === 'true', cell, surge_pct }];
  });
}

const near = (at: number) => at + pick(random, [-1, 0, 1]);

/** Mostly of operators, so that there are surges; some places have few of them. */
function randomOrdinals(operatorShare: number): Ordinals {
  const draw = random();
  const ordinal = pick(random, [1, 1, 1, 2, 3]);
  if (draw < operatorShare) return { operator: ordinal, network: null };
  return { operator: null, network: draw < 0.95 ? ordinal : null };
}

/** Searches of one neighbourhood: 0 to 5 weeks of history, and a number near a surge now. */
function randomSearches(centre: { lat: number; lng: number }, asOf: number): Search[] {
  const hour = Math.floor(asOf / HOUR_MS) * HOUR_MS;
  const cells = [cellAt(centre.lat, centre.lng), cellAt(centre.lat + 0.002, centre.lng)];
  const livemode = random() < 0.8;
  const countPerHour = pick(random, [0, 20, 40, 60]);
  const operatorShare = pick(random, [0.1, 0.3, 0.9]);
  const newest = Array.from({ length: 8 + Math.floor(random() * 12) }, () =>
    random() < 0.2
      ? near(pick(random, [asOf, asOf - RECENT_MS]))
      : asOf - Math.ceil(random() * RECENT_MS),
  );
  const usual = Array.from({ length: Math.floor(random() * 6) }, (_, week) =>
    Array.from({ length: 2 * countPerHour + 1 }, () => {
      const edge = pick(random, [hour - HOUR_MS, hour, hour + HOUR_MS]);
      const at = random() < 0.2 ? near(edge) : hour + Math.floor((random() * 2.2 - 1.1) * HOUR_MS);
      return at - (week + 1) * WEEK_MS;
    }),
  );
  return [...newest, ...usual.flat()].map((at) => ({
    livemode: random() < 0.02 ? !livemode : livemode,
    cell: pick(random, cells),
    at,
    ...randomOrdinals(operatorShare),
  }));
}

const toRawRow = ({ livemode, cell, at, operator, network }: Search, index: number) => [
  ...['1', `${index}`, `${at * 1_000}`, livemode ? 't' : 'f', 'search', `${cell}`],
  ...['43.65', '-79.38', '5000', 'agent', '1', '1', '100', null, null, null, null],
  ...[operator, network].map((ordinal) => ordinal?.toString() ?? null),
];

/** The surges that a warehouse computes from the searches at an instant. */
async function surgesFound(searches: readonly Search[], asOf: number): Promise<object[]> {
  const directory = mkdtempSync(join(tmpdir(), 'hexlot-surges-'));
  const log = pino({ level: 'silent' });
  const store = await openWarehouse({ path: join(directory, 'warehouse.duckdb'), log });
  try {
    const batch = { source: 'search_log', table: 'raw_searches', number: 1 };
    await store.load({ ...batch, rows: searches.map(toRawRow) }, () => undefined);
    for (const model of ['fct_searches', 'searches_by_cell_hour'])
      await store.advance(model, 1, () => undefined);
    return (await store.read('search_surges', new Date(asOf).toISOString())).map(toRecord);
  } finally {
    await store.close();
    rmSync(directory, { recursive: true });
  }
}

const lines = (surges: readonly object[]) => surges.map((surge) => JSON.stringify(surge)).sort();

const PLACES = 150;

test(`surges equal a computation search by search (seed ${seed})`, async () => {
  for (const minuteOfHour of [0, random() * 15, 15, random() * 60]) {
    const asOf = Date.UTC(2026, 10, 21, 10) + Math.floor(minuteOfHour * 60) * 1_000;
    const searches = Array.from({ length: PLACES }, (_, place) =>
      randomSearches({ lat: 43 + place / 20, lng: -79.4 }, asOf),
    ).flat();
    const wanted = lines(surgesOf(searches, asOf));
    expect(wanted.length).toBeGreaterThan(0);
    expect(lines(await surgesFound(searches, asOf))).toEqual(wanted);
  }
});

import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findHistory, type HistoryQuestion } from '../../../../src/demand/history/find-history.ts';
import { type MarketTiles, openMarketTiles } from '../../../../src/demand/tiles/market-tiles.ts';
import { systemClock } from '../../../../src/kit/clock.ts';
import { cellAt, cellParent } from '../../../../src/kit/geo/cells.ts';
import { dayOf } from '../../../../src/kit/time/days.ts';
import { addOperators } from '../../../pipelines/stage/parking.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addLot } from '../../../stage/fixtures.ts';
import { runExplained } from '../../../stage/statement-plan.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../stage/warehouse.ts';

/** Four operators with a lot of ten spaces each, in an area of its own. */
const HERE = { lat: 43.6532, lng: -79.3832 };
/** Ten spaces of another operator, 27 km away in what is left of the country. */
const THERE = { lat: 43.9, lng: -79.3832 };
const CELL = cellAt(HERE.lat, HERE.lng);
const AREA = cellParent(CELL, 8);
const REST = 0n;
const LOTS = 4;

let database: TestDatabase;
let warehouse: TestWarehouse;
let market: MarketTiles;

const openTiles = () =>
  openMarketTiles({ db: database.db, clock: systemClock, log: pino({ level: 'silent' }) });

beforeAll(async () => {
  database = await openTestDatabase();
  warehouse = await openTestWarehouse(database);
  for (const operator_id of await addOperators(database, LOTS))
    await addLot(database, { operator_id, latitude: HERE.lat, longitude: HERE.lng });
  const [operator_id = ''] = await addOperators(database, 1);
  const place = { latitude: THERE.lat, longitude: THERE.lng, total_spaces: 10 };
  await addLot(database, { operator_id, ...place });
  await warehouse.refresh();
  await database.sql(`insert into marts.areas (livemode, country, cell) values (true, 'CA', $1)`, [
    AREA,
  ]);
  market = openTiles();
});
beforeEach(async () => {
  await database.sql('delete from marts.area_history');
  await database.sql('delete from marts.search_history');
});
afterAll(async () => {
  await market.close();
  await warehouse.close();
  await database.drop();
});

type Month = {
  cell?: bigint;
  month?: string;
  since?: string;
  occupied?: (number | null)[];
  paid?: (number | null)[];
  lists?: (number | null)[];
  stays?: (number | null)[];
  disclosed?: number;
  currency?: string;
};

const days = <T>(value: T, count = 30): T[] => Array(count).fill(value);

/** A month as published: each day of it alike unless given. */
async function addMonth(month: Month): Promise<void> {
  const empty = days<number | null>(null);
  const { occupied = empty, paid = empty, lists = empty, stays = empty } = month;
  await database.sql(
    `insert into marts.area_history values
       (true, 'CA', $1, $2, $3, $4, $5::integer[], $6::bigint[], $7::integer[], $8::integer[],
        $9::bigint[], $10::bigint[])`,
    [
      month.cell ?? AREA,
      month.month ?? '2026-04-01',
      month.since ?? '0001-01-01',
      month.currency ?? 'cad',
      occupied,
      stays,
      days(month.disclosed ?? 1, occupied.length),
      paid,
      lists,
      days(40),
    ],
  );
}

const ask = (more: Partial<HistoryQuestion> = {}) =>
  findHistory(
    { db: database.db, market },
    {
      place: { centre: HERE, radiusM: 1_000 },
      metric: 'occupancy',
      period: { fromDay: dayOf('2026-04-01'), toDay: dayOf('2026-04-30') },
      step: 'day',
      livemode: true,
      ...more,
    },
  );
const valuesOf = async (more: Partial<HistoryQuestion> = {}) =>
  (await ask(more)).steps.map(({ value }) => value);

test('steps are means of the days that are told, if these are at least half', async () => {
  await addMonth({ occupied: [...days(20, 15), ...days(40, 3), ...days(null, 12)] });
  expect(await valuesOf({ step: 'month' })).toEqual([23]);
  // From Wednesday, the 1st; the week from the 13th has days of both; that from the 20th has none.
  expect(await valuesOf({ step: 'week' })).toEqual([20, 20, 30, null, null]);
});

test('a day is disclosed by the area that its lots were in on that day', async () => {
  await addMonth({ cell: REST, occupied: days(70) });
  await addMonth({
    since: '2026-04-11',
    occupied: [...days(10, 20), ...days<number | null>(null, 10)],
  });
  expect(await valuesOf()).toEqual([...days(70, 10), ...days(10, 10), ...days(null, 10)]);
});

test('days that are told together with others are said to be', async () => {
  await addMonth({ occupied: days(20), stays: days(60), disclosed: 3 });
  const { steps } = await ask({ metric: 'stays' });
  // 60 in three days.
  expect(steps[0]).toMatchObject({ value: 20, isPooled: true, knownPct: 100 });
  expect(await valuesOf({ metric: 'stays', step: 'month' })).toEqual([600]);
});

test('a rate is the list as payments have moved it; without any, the list', async () => {
  await addMonth({ lists: days(300), paid: [...days(80, 10), ...days(null, 20)] });
  const { steps, currency } = await ask({ metric: 'rate' });
  expect(currency).toBe('cad');
  expect(steps.map(({ value }) => value)).toEqual(days(240));
  expect(steps.every(({ isPaid }) => isPaid)).toBe(true);
  await database.sql('delete from marts.area_history');
  await addMonth({ lists: days(300) });
  expect((await ask({ metric: 'rate' })).steps[0]).toMatchObject({ value: 300, isPaid: false });
  await database.sql('delete from marts.area_history');
  await addMonth({ lists: days(300), currency: 'usd' });
  expect(await valuesOf({ metric: 'rate' })).toEqual(days(null));
});

test('a figure of less than half of the spaces does not hold for the others', async () => {
  const place = { centre: HERE, radiusM: 50_000 };
  await addMonth({ cell: REST, occupied: days(50) });
  await addMonth({ occupied: days(null) });
  const { steps, lotCount } = await ask({ place });
  expect(lotCount).toBe(LOTS + 1);
  // Of ten of fifty spaces.
  expect(steps[0]).toMatchObject({ value: null, knownPct: null });
  await database.sql('delete from marts.area_history where cell = 0');
  await database.sql('update marts.area_history set occupied_pcts = $1', [days(30)]);
  // Of forty, where no operator weighs more than another.
  expect((await ask({ place })).steps[0]).toMatchObject({ value: 30, knownPct: 80 });
});

test('searches are those of the areas of searches, for the spaces that are there', async () => {
  await database.sql(
    `insert into marts.search_history values
       (true, 0, '2026-04-01', '0001-01-01', $1::bigint[], $2::bigint[], $3::integer[], 80)`,
    [days(100), days(10), days(1)],
  );
  // Half of the spaces.
  expect(await valuesOf({ metric: 'searches' })).toEqual(days(50));
  expect(await valuesOf({ metric: 'searches', step: 'month' })).toEqual([1500]);
});

test('demand is the score of what is known of occupancy and searches', async () => {
  await addMonth({ occupied: days(60) });
  expect(await valuesOf({ metric: 'demand' })).toEqual(days(60));
});

test('demand compares callers with those of the country, however much these search', async () => {
  await database.sql(
    `insert into marts.search_percentiles (livemode, country, percentile, searcher_count)
     select true, 'CA', rank, 10 * rank from generate_series(0, 100) as rank`,
  );
  await market.close();
  market = openTiles();
  // 20 callers a day are 140 a week. With 28 more, from a sixth to six times as many, these are the
  // percentiles 0 to 92.
  for (const [searches, callers, score] of [
    [30, 20, 24],
    [9_000, 20, 24],
    [9_000, null, null],
  ]) {
    await database.sql('delete from marts.search_history');
    await database.sql(
      `insert into marts.search_history values
         (true, $4, '2026-04-01', '0001-01-01', $1::bigint[], $2::bigint[], $3::integer[], 7_000)`,
      [days(searches), days(callers), days(1), AREA],
    );
    expect(await valuesOf({ metric: 'demand' })).toEqual(days(score));
  }
});

test('ten years of a large city are one row for each area and month, found by index alone', async () => {
  const [AREAS, MONTHS] = [60, 121];
  await database.sql(
    `insert into marts.area_history
     select true, 'CA', cell, month, '0001-01-01', 'cad', days, days, days, days, days, days
     from generate_series(1, 5 * $1::integer) as cell,
       generate_series('2016-04-01'::date, '2026-04-01', '1 month') as month,
       (select array_agg(20) as days from generate_series(1, 30)) as days`,
    [AREAS],
  );
  await database.sql('analyze marts.area_history');
  const read = async (from_month: string) => {
    const steps = await runExplained(database, 'area_history_find', {
      livemode: true,
      countries: Array(AREAS).fill('CA'),
      cells: Array.from({ length: AREAS }, (_, i) => BigInt(i + 1)),
      fromMonth: from_month,
      toMonth: '2026-04-01',
      isUse: true,
      isPrice: false,
    });
    const scans = steps.filter((step) => step['Relation Name'] === 'area_history');
    for (const scan of scans) {
      expect(scan['Node Type']).toMatch(/Index|Bitmap Heap/);
      expect(scan['Rows Removed by Filter'] ?? 0).toBe(0);
    }
    return scans.reduce((sum, scan) => sum + scan['Actual Rows'] * scan['Actual Loops'], 0);
  };
  expect(await read('2026-04-01')).toBe(AREAS);
  expect(await read('2016-04-01')).toBe(AREAS * MONTHS);
  const rows = await database.db.query<{ months: unknown }>('area_history_find', {
    livemode: true,
    countries: ['CA'],
    cells: [1n],
    fromMonth: '2016-04-01',
    toMonth: '2026-04-01',
    isUse: true,
    isPrice: false,
  });
  // However much has happened in these ten years.
  expect(JSON.stringify(rows).length / MONTHS).toBeLessThan(700);
});

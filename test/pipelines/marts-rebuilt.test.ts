import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellParent } from '../../src/kit/geo/cells.ts';
import type { Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import { addLot } from '../stage/fixtures.ts';
import { partOf, randomFrom, seedOfRun } from '../stage/random.ts';
import { isFull } from '../stage/size.ts';
import { type DatedWarehouse, openDatedWarehouse } from './stage/dated-warehouse.ts';
import {
  addOperators,
  addSearch,
  addStay,
  addStays,
  changeLot,
  DAY_MS,
  endStay,
  HOUR_MS,
} from './stage/parking.ts';

/** One in so many builds is compared with one of an empty warehouse, which takes twice its time. */
const PARTS = isFull ? 1 : 6;
/** Four weeks of stays begin then, and a week of searches later. */
const MONDAY = '2026-02-02';

let dated: DatedWarehouse;
const lotIds: string[] = [];
let cell: bigint;
let opened = 0;
let last: Marts = new Map();
let openStay: Awaited<ReturnType<typeof addStay>>;

beforeAll(async () => {
  dated = await openDatedWarehouse();
});
afterAll(() => dated.close());

/** By row, without its number, the build that wrote it; by mart. */
type Marts = Map<string, Map<string, number>>;

/** Builds the marts as of this instant. */
async function martsOf(warehouse: Warehouse, horizon: string): Promise<Marts> {
  await dated.build(horizon, warehouse);
  const marts: Marts = new Map();
  for (const mart of warehouse.contents.marts) {
    const rows = new Map<string, number>();
    await warehouse.stream({ mart, since: 0, areGone: false }, async (json) => {
      const read: { build: number }[] = JSON.parse(json);
      for (const { build, ...row } of read) rows.set(JSON.stringify(row), build);
    });
    marts.set(mart, rows);
  }
  return marts;
}

const rowsOf = (marts: Marts) => [...marts].map(([mart, rows]) => [mart, [...rows.keys()].sort()]);

/** The same by a warehouse that has not computed anything before. */
async function rebuiltMarts(horizon: string): Promise<Marts> {
  opened += 1;
  const rebuilt = await dated.open(`rebuilt-${opened}`);
  try {
    return await martsOf(rebuilt, horizon);
  } finally {
    await rebuilt.close();
  }
}

async function addMonth(): Promise<void> {
  const from = Date.parse(MONDAY);
  const operatorIds = await addOperators(dated.database, 4);
  for (const operator_id of operatorIds) lotIds.push(await addLot(dated.database, { operator_id }));
  const stays = Array.from({ length: 28 }, (_, day) => {
    const startedAt = new Date(from + day * DAY_MS + 9 * HOUR_MS);
    const endedAt = new Date(+startedAt + 3 * HOUR_MS);
    return lotIds.map((lotId, i) => ({ lotId, vehicleId: 4 * day + i, startedAt, endedAt }));
  });
  await addStays(dated.database, stays.flat());
  for (let day = 21; day < 28; day += 1) await searchAt(from + day * DAY_MS);
  await dated.database.sql(
    `insert into search_crowds (crowd, livemode, on_day, dimension, label)
     select hashtext(day::text), true, day, 'cell', $1
     from generate_series($2::date + 21, $2::date + 27, interval '1 day') as day`,
    [String(cellParent(cell, 8)), MONDAY],
  );
}

async function searchAt(atMs: number): Promise<void> {
  for (let i = 0; i < 3; i += 1)
    cell = await addSearch(dated.database, {
      latitude: 43.65,
      longitude: -79.38,
      at: new Date(atMs),
    });
}

const stayFrom = (startedAt: string) =>
  addStay(dated.database, {
    lotId: lotIds[0] ?? '',
    startedAt: new Date(startedAt),
    endedAt: new Date(Date.parse(startedAt) + HOUR_MS / 2),
  });
async function beginStay() {
  const startedAt = new Date('2026-03-02T20:00:00Z');
  openStay = await addStay(dated.database, { lotId: lotIds[0] ?? '', vehicleId: 7, startedAt });
}
const endOpenStay = () =>
  endStay(dated.database, { ...openStay, endedAt: new Date('2026-03-03T00:12:00Z') });
const cutAreas = () =>
  dated.database.sql(
    `insert into area_cells (kind, livemode, country, cell, named_on)
     values ('use', true, 'CA', $1, '2026-03-20'), ('searches', true, '', $1, '2026-03-20')`,
    [String(cellParent(cell, 5))],
  );
const nothing = async () => undefined;

/** One after the other: what comes, and the instant of the build after it. */
const CASES: readonly [string, () => Promise<unknown>, string][] = [
  ['a first month', addMonth, '2026-03-02T10:00:00.000000Z'],
  ['a stay of the day', () => stayFrom('2026-03-02T10:00:00Z'), '2026-03-02T10:40:00.000000Z'],
  ['a search', () => searchAt(Date.parse('2026-03-02T10:41Z')), '2026-03-02T10:50:00.000000Z'],
  ['a stay that stays open', beginStay, '2026-03-02T20:10:00.000000Z'],
  ['nothing on a new day', nothing, '2026-03-03T00:10:00.000000Z'],
  ['its end', endOpenStay, '2026-03-03T00:15:00.000000Z'],
  ['a late stay', () => stayFrom('2026-03-02T09:00:00Z'), '2026-03-03T00:20:00.000000Z'],
  ['a late search', () => searchAt(Date.parse('2026-03-02T09:00Z')), '2026-03-03T00:30:00.000000Z'],
  ['nothing until a month is over', nothing, '2026-04-01T00:10:00.000000Z'],
  ['areas that are cut', cutAreas, '2026-04-01T00:20:00.000000Z'],
  [
    'a lot that closes',
    () => changeLot(dated.database, lotIds[1] ?? '', true, null),
    '2026-04-01T00:30:00.000000Z',
  ],
];
/** In each run also where the clock alone moves on, and the last, which has all that came. */
const ALWAYS = ['nothing on a new day', 'a lot that closes'];
const compared = partOf(CASES, randomFrom(seedOfRun()), PARTS).map(([what]) => what);

test.each(CASES)(
  'a build after %s has the rows of one that computes everything, and writes only new ones',
  async (what, come, horizon) => {
    await come();
    const marts = await martsOf(dated.warehouse, horizon);
    if (compared.includes(what) || ALWAYS.includes(what))
      expect(rowsOf(marts)).toEqual(rowsOf(await rebuiltMarts(horizon)));
    for (const mart of ['areas', 'area_history', 'search_history'])
      expect(marts.get(mart)?.size, mart).toBeGreaterThan(0);
    const { built } = await dated.warehouse.state();
    for (const [mart, rows] of marts)
      for (const [row, build] of rows) expect(build).toBe(last.get(mart)?.get(row) ?? built.build);
    last = marts;
  },
);

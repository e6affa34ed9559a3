import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowForecasts } from '../../../pipelines/forecasts/borrow-forecasts.ts';
import type { Fitted } from '../../../pipelines/forecasts/fit-lots.ts';
import type { Lot } from '../../../pipelines/forecasts/lots.ts';
import { emptyForecast, packForecast } from '../../../src/kit/forecast/packed-forecast.ts';
import { cellAt, cellParent } from '../../../src/kit/geo/cells.ts';
import { newUuid } from '../../../src/kit/uuid.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { rowsLookedAt, runExplained } from '../../stage/statement-plan.ts';

const LOTS = 400;
const ASKED = 60;
/** As many lots without a history in the same places. */
const TENFOLD = 10 * LOTS;
/** Two neighbourhoods, of one city and of another. */
const CELLS = [
  [43.65, -79.38],
  [43.9, -78.9],
  [52.5, 13.4],
].map(([lat = 0, lng = 0]) => String(cellAt(lat, lng)));
const TYPES = ['surface', 'garage', 'street', null];
const LIKES = 8;

const seed = seedOfRun();
const random = randomFrom(seed);
const anyOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;

type Row = {
  lot_id: string;
  livemode: boolean;
  cell: string;
  lot_type: string | null;
  space_count: number;
  has_history: boolean;
  /** Of all half hours. */
  share: number;
};

let database: TestDatabase;
let rows: Row[];
beforeAll(async () => {
  database = await openTestDatabase();
  rows = Array.from({ length: LOTS }, () => aRow(random() < 0.3));
  await put(rows);
});
afterAll(() => database.drop());

const aRow = (hasHistory: boolean): Row => ({
  lot_id: newUuid(),
  livemode: random() < 0.8,
  cell: anyOf(CELLS),
  // Only one city has any of the last two.
  lot_type: anyOf(TYPES.slice(0, random() < 0.05 ? 4 : 1)),
  space_count: anyOf([0, 1, 5, 5, 20, 100, 2_000]),
  has_history: hasHistory,
  share: Math.round(250 * random()) / 250,
});

async function put(some: readonly Row[]): Promise<void> {
  const made = some.map(({ share, ...row }) => {
    const forecast = emptyForecast();
    forecast.shares.usual.fill(share);
    const figures = Buffer.from(packForecast(forecast)).toString('hex');
    return { ...row, made_at: new Date(), due_at: new Date(), figures };
  });
  await database.pipelines.query('forecasts_put', { rows: JSON.stringify(made) });
}

/** A lot without a history. */
function aLot(): Lot & { cell: string } {
  const { lot_id, livemode, cell, lot_type, space_count: total_spaces } = aRow(false);
  const at = { latitude: 0, longitude: 0, timezone: 'UTC', country: null, state: null };
  const today = { today: 0, nextMidnightAt: new Date(), listedAt: new Date() };
  const more = { openingHours: null, currency: 'cad' };
  return {
    ...{ lotId: lot_id, livemode, cell, totalSpaces: total_spaces, ...at, ...today, ...more },
    lotType: lot_type,
  };
}

const fitted = (): Fitted => ({
  forecast: emptyForecast(),
  ahead: { closed: new Uint8Array(46), heldSpaces: new Float32Array(14 * 48) },
});

const regionOf = (cell: string) => cellParent(BigInt(cell), 4);

/** The mean of the lots that are like one, as brute force finds them; NaN: there is none. */
function shareOf(lot: Lot): number {
  const near = rows.filter(
    (row) =>
      row.has_history && row.livemode === lot.livemode && regionOf(row.cell) === regionOf(lot.cell),
  );
  const same = near.filter((row) => lot.lotType !== null && row.lot_type === lot.lotType);
  const apart = ({ space_count }: Row) =>
    Math.abs(Math.log(Math.max(1, space_count) / Math.max(1, lot.totalSpaces)));
  const likes = (same.length > 0 ? same : near)
    .toSorted((a, b) => apart(a) - apart(b) || (a.lot_id < b.lot_id ? -1 : 1))
    .slice(0, LIKES);
  return likes.reduce((sum, { share }) => sum + share, 0) / likes.length;
}

test(`each lot borrows from those that brute force finds to be like it (seed ${seed})`, async () => {
  const lots = Array.from({ length: ASKED }, aLot);
  const borrowed = await borrowForecasts(
    database.pipelines,
    lots.map((lot) => [lot, fitted()]),
  );
  expect(borrowed.map(([lot]) => lot)).toEqual(lots);
  for (const [lot, { shares }] of borrowed) {
    const expected = shareOf(lot);
    if (Number.isNaN(expected)) expect(shares.usual[0]).toBeNaN();
    else expect(shares.usual[0]).toBeCloseTo(expected, 5);
  }
  expect(borrowed.some(([, { shares }]) => !Number.isNaN(shares.usual[0] ?? 0))).toBe(true);
});

test('ten times as many lots without a history are not looked at', async () => {
  const lots = Array.from({ length: ASKED }, aLot).map(({ lotId, lotType, ...lot }) => ({
    ...{ key: lotId, livemode: lot.livemode, low: '0', high: lot.cell, lot_type: lotType },
    space_count: lot.totalSpaces,
  }));
  const values = { lots: JSON.stringify(lots), lotCountMax: LIKES };
  const look = async () =>
    rowsLookedAt(await runExplained(database, 'forecasts_list_like', values), 'lot_forecasts');
  await database.sql('analyze marts.lot_forecasts');
  const before = await look();
  await put(Array.from({ length: TENFOLD }, () => aRow(false)));
  await database.sql('analyze marts.lot_forecasts');
  expect(before).toBeGreaterThan(ASKED);
  expect(await look()).toBeLessThanOrEqual(before);
});

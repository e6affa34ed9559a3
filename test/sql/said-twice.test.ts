import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { cellToParent, latLngToCell } from 'h3-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellParent } from '../../src/kit/geo/cells.ts';
import { greatCircleMetres } from '../../src/kit/geo/great-circle.ts';
import { fromMinor } from '../../src/kit/money.ts';
import {
  type KnownLot,
  occupiedSpaces,
  type StandingHold,
  spacesNeeded,
} from '../../src/parking/lots/search/match/known-lot.ts';
import { DEFAULTS } from '../../src/parking/lots/write/read-details.ts';
import { fromRecord } from '../../src/stores/row-names.ts';
import { occupancyPct } from '../../src/tariffs/offer-lot-rate.ts';
import { addVariedLots } from '../src/parking/lots/search/varied-lots.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { randomFrom, seedOfRun } from '../stage/random.ts';

/** Of each rule. */
const INPUTS = 10_000;
const MINUTE_MS = 60_000;
/** Radians that an arc sine near a quarter turn is uncertain by, times the radius of the earth. */
const METRES_APART = 1e-3;

const MACRO = join(import.meta.dirname, '../../sql/warehouse/2_staging/cell_parent.sql');

const seed = seedOfRun();
const random = randomFrom(seed);
const whole = (max: number) => Math.floor(random() * (max + 1));
const inputs = <T>(make: (i: number) => T): T[] =>
  Array.from({ length: INPUTS }, (_, i) => make(i));

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** What the database computes for each row of inputs; each member of a row is one of `types`. */
async function computed<T>(expression: string, types: readonly string[], rows: unknown[][]) {
  const names = types.map((_, i) => `i${i}`);
  const found = await database.sql<{ value: T }>(
    `select ${expression} as value
     from unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')})
       with ordinality as one (${names.join(', ')}, number)
     order by number`,
    types.map((_, i) => rows.map((row) => row[i])),
  );
  return found.map(({ value }) => value);
}

test('amounts in currency units are the same, in every currency', async () => {
  const currencies = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase());
  const cases = inputs((i) => ({
    minor: whole(10 ** (1 + (i % 9))),
    currency: currencies[i % currencies.length] ?? '',
  }));
  expect(
    await computed<number>(
      'currency_units(i0, i1)::float8',
      ['numeric', 'text'],
      cases.map(({ minor, currency }) => [minor, currency]),
    ),
    `seed ${seed}`,
  ).toEqual(cases.map(({ minor, currency }) => fromMinor(minor, currency)));
});

test('the percentage of spaces in use is the same, on and beside its halves', async () => {
  const cases = inputs((i) => {
    const total_spaces = i % 50 === 0 ? 0 : whole(i % 2 === 0 ? 400 : 100_000);
    return { totalSpaces: total_spaces, occupiedSpaces: whole(Math.ceil(1.1 * total_spaces)) };
  });
  expect(
    await computed<number>(
      'occupancy_pct(i0, i1)',
      ['integer', 'integer'],
      cases.map(({ totalSpaces, occupiedSpaces }) => [totalSpaces, occupiedSpaces]),
    ),
    `seed ${seed}`,
  ).toEqual(cases.map(occupancyPct));
});

test('the parent of a cell is that of H3 in TypeScript, PostgreSQL and DuckDB', async () => {
  const cases = inputs((i) => {
    const finest = i % 16;
    const cell = latLngToCell(180 * random() - 90, 360 * random() - 180, finest);
    return { cell: BigInt(`0x${cell}`), resolution: whole(finest) };
  });
  const expected = cases.map(({ cell, resolution }) =>
    BigInt(`0x${cellToParent(cell.toString(16), resolution)}`),
  );
  expect(
    cases.map(({ cell, resolution }) => cellParent(cell, resolution)),
    `seed ${seed}`,
  ).toEqual(expected);
  const rows = cases.map(({ cell, resolution }) => [cell, resolution]);
  const inPostgres = await computed<string>(
    'cell_parent(i0, i1)::text',
    ['bigint', 'integer'],
    rows,
  );
  expect(inPostgres.map(BigInt), `seed ${seed}`).toEqual(expected);
  expect(await parentsInDuckdb(rows), `seed ${seed}`).toEqual(expected);
});

async function parentsInDuckdb(rows: unknown[][]): Promise<bigint[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(readFileSync(MACRO, 'utf8'));
  const values = rows.map((row) => `(${row.join(', ')})`).join(', ');
  const found = await connection.runAndReadAll(
    `select cell_parent(cell, resolution)::varchar
     from (values ${values}) as one (cell, resolution)`,
  );
  connection.closeSync();
  instance.closeSync();
  return found.getRows().map(([parent]) => BigInt(String(parent)));
}

test('a distance is the same to the millimetre, between neighbours and across the earth', async () => {
  const cases = inputs((i) => {
    const a = { lat: 180 * random() - 90, lng: 360 * random() - 180 };
    const apart = 180 / 10 ** (i % 8);
    const lat = Math.max(-90, Math.min(90, a.lat + apart * (random() - 0.5)));
    return { a, b: { lat, lng: a.lng + 2 * apart * (random() - 0.5) } };
  });
  const metres = await computed<number>(
    'great_circle_m(i0, i1, i2, i3)',
    ['float8', 'float8', 'float8', 'float8'],
    cases.map(({ a, b }) => [a.lat, a.lng, b.lat, b.lng]),
  );
  const wrong = cases.filter(
    ({ a, b }, i) =>
      !(Math.abs(greatCircleMetres(a, b) - (metres[i] ?? Number.NaN)) < METRES_APART),
  );
  expect(wrong, `seed ${seed}`).toEqual([]);
});

test('what a lot has without a word of its operator is the same', async () => {
  const rows = await database.sql<{ name: string; value: string }>(
    `select attname as name, pg_get_expr(adbin, adrelid) as value
     from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
     where adrelid = 'lots'::regclass
       and attname in ('hold_others_pct', 'hold_each_pct', 'occupancy_thresholds')`,
  );
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual({
    hold_others_pct: String(DEFAULTS.holdOthersPct),
    hold_each_pct: String(DEFAULTS.holdEachPct),
    occupancy_thresholds: `'{${DEFAULTS.occupancyThresholds}}'::smallint[]`,
  });
});

test('the spaces that a lot needs and has in use are the same, at any time', async () => {
  await addVariedLots(database, [{ count: 1_500, metres: 10_000 }]);
  await useWholeMinutes();
  const lots = await readLots();
  const start = Date.now() - (Date.now() % MINUTE_MS) - 60 * MINUTE_MS;
  const cases = inputs((i) => {
    const now = new Date(start + whole(180) * MINUTE_MS);
    const from = new Date(i % 3 === 0 ? now : now.getTime() + whole(50 * 60) * MINUTE_MS);
    const to = new Date(from.getTime() + (1 + whole(10 * 60)) * MINUTE_MS);
    return { ...(lots[i % lots.length] as ReadLot), now, from, to };
  });
  const rows = cases.map(({ lot, now, from, to }) => [lot.lotId, now, from, to]);
  const types = ['uuid', 'timestamptz', 'timestamptz', 'timestamptz'];
  const needed = cases.map(({ lot, stay_ends, now, from, to }) =>
    spacesNeeded(lot, stay_ends, now, { from, to }),
  );
  expect(new Set(needed).size).toBeGreaterThan(3);
  expect(await computed('spaces_needed(i0, i1, i2, i3)', types, rows), `seed ${seed}`).toEqual(
    needed,
  );
  expect(
    await computed('(select occupied_spaces(lots, i1) from lots where lot_id = i0)', types, rows),
    `seed ${seed}`,
  ).toEqual(cases.map(({ lot, now }) => occupiedSpaces(lot, now)));
});

/** So that instants are equal now and then, and exact in milliseconds; counts are added. */
async function useWholeMinutes(): Promise<void> {
  await database.sql(`update sessions set expected_end = date_trunc('minute', expected_end)`);
  await database.sql(
    `update holds set starts_at = date_trunc('minute', starts_at),
       ends_at = date_trunc('minute', ends_at), expires_at = date_trunc('minute', expires_at)`,
  );
  await database.sql(
    `update lots set reported_occupied = least(total_spaces, lower_bits % 40),
       reported_at = date_trunc('minute', now() - lower_bits % 60 * interval '1 minute')
     from (select lot_id as id, ('x' || right(lot_id::text, 6))::bit(24)::integer as lower_bits
       from lots) as one
     where lot_id = id and lower_bits % 3 = 0`,
  );
}

type ReadLot = { lot: KnownLot; stay_ends: Date[] };

async function readLots(): Promise<ReadLot[]> {
  const lots = await database.sql<{ stay_ends: Date[] | null }>(
    `select lot_id, taken_spaces, reported_occupied, reported_at,
       (select array_agg(expected_end) from sessions
        where sessions.lot_id = lots.lot_id and status = 'active') as stay_ends
     from lots`,
  );
  const holds = await database.sql<{ lot_id: string }>(
    `select lot_id, space_count - activated_count as space_count, starts_at, ends_at, expires_at
     from holds where status = 'held'`,
  );
  const byLot = Map.groupBy(holds, ({ lot_id }) => lot_id);
  return lots.map(({ stay_ends, ...record }) => {
    const lot = fromRecord<KnownLot>(record);
    const standing = byLot.get(lot.lotId) ?? [];
    return {
      lot: { ...lot, holds: standing.map((hold) => fromRecord<StandingHold>(hold)) },
      stay_ends: stay_ends ?? [],
    };
  });
}

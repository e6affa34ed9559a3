import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweep } from '../../../pipelines/sweep.ts';
import {
  insertSearches,
  type Search,
  type SearchCaller,
} from '../../../src/demand/searches/record-search.ts';
import { cellAt, cellCentre, cellParent } from '../../../src/kit/geo/cells.ts';
import { type LatLng, roundPoint } from '../../../src/kit/geo/great-circle.ts';
import { readClock } from '../../../src/stores/postgres.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { openTestWarehouse } from '../../stage/warehouse.ts';

const PLACE = { lat: 43.6532, lng: -79.3832 };
/** Another cell of resolution 9 in the same one of resolution 7. */
const CORNER = { lat: 43.6552, lng: -79.3852 };
const QUARTER_MS = 900_000;
const NONE = (count: number) => Array<number>(count).fill(0);

let database: TestDatabase;
/** By the database's clock: a minute ago, and the beginning of the last quarter that is over. */
let recently: Date;
let quarter: number;

beforeAll(async () => {
  database = await openTestDatabase();
  const now = (await readClock(database.db)).getTime();
  recently = new Date(now - 60_000);
  quarter = (Math.floor(now / QUARTER_MS) - 1) * QUARTER_MS;
});
afterAll(() => database.drop());

/** A key of an operator, which is called from an address. */
const keyOf = (operator: string, key = '1', ip = '192.0.2.1'): SearchCaller => ({
  keyId: `key_${operator}_${key}`,
  operatorId: `op_${operator}`,
  ip,
});
const keyless = (ip: string): SearchCaller => ({ keyId: null, operatorId: null, ip });
const tenNetworks = Array.from({ length: 10 }, (_, i) => keyless(`198.51.100.${i}`));
const tenKeysOf = (operator: string) =>
  Array.from({ length: 10 }, (_, i) => keyOf(operator, `${i}`, `203.0.113.${i}`));

const searchOf = (caller: SearchCaller, more: Partial<Search> = {}): Search => ({
  kind: 'search',
  at: recently,
  livemode: true,
  centre: PLACE,
  radiusM: 1_000,
  agentPlatform: null,
  foundCount: 1,
  availableCount: 1,
  nearestM: 1,
  window: null,
  caller,
  ...more,
});
const times = (count: number, search: Search) => Array.from({ length: count }, () => search);
const write = (searches: readonly Search[]) => insertSearches(database.db, searches);

/** The ordinals that were written, in the order of the searches; 0: none. */
async function ordinals(): Promise<{ operators: number[]; networks: number[] }> {
  const rows = await database.sql<{ operator: number; network: number }>(
    `select coalesce(operator_ordinal, 0)::integer as operator,
       coalesce(network_ordinal, 0)::integer as network
     from search_log order by search_id`,
  );
  return { operators: rows.map((row) => row.operator), networks: rows.map((row) => row.network) };
}

/** In each of 4 weeks: 8 searches in an hour, each the first of an operator where it is known. */
async function addUsual(centre: LatLng, ordinal: number | null): Promise<void> {
  const cell = cellAt(centre.lat, centre.lng);
  const { lat, lng } = roundPoint(cellCentre(cell));
  await database.sql(
    `insert into search_log (at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m,
       found_lot_count, available_lot_count, operator_ordinal)
     select date_trunc('hour', now()) - (168 * week + hour) * interval '1 hour', true, 'search', $1,
       $2, $3, 5000, 1, 1, $4
     from generate_series(1, 4) as week, generate_series(-1, 1) as hour, generate_series(1, 8)`,
    [cell, lat, lng, ordinal],
  );
}

type Case = {
  name: string;
  callers: readonly SearchCaller[];
  /** Of each of them. */
  searchCount: number;
  isUsualKnown?: boolean;
  surge: number | null;
};

const manyNetworks = Array.from({ length: 100 }, (_, i) => keyless(`198.51.${i}.1`));
const CASES: readonly Case[] = [
  {
    name: '110 keyless searches of a cell within one minute are no surge',
    callers: [keyless('192.0.2.1')],
    searchCount: 110,
    surge: null,
  },
  {
    name: 'keyless searches from ten networks are no surge',
    callers: tenNetworks,
    searchCount: 20,
    surge: null,
  },
  {
    name: 'keyless searches from a hundred networks are no surge',
    callers: manyNetworks,
    searchCount: 5,
    surge: null,
  },
  {
    name: 'an operator raises no price near its lots or others, with all of its ten keys',
    callers: [...tenKeysOf('a'), ...tenNetworks],
    searchCount: 20,
    surge: null,
  },
  {
    name: 'nor do two operators with ten keys each, and ten networks',
    callers: [...tenKeysOf('a'), ...tenKeysOf('b'), ...tenNetworks],
    searchCount: 20,
    surge: null,
  },
  {
    name: 'three operators count for nine searches at most, which are no surge',
    callers: [...tenKeysOf('a'), ...tenKeysOf('b'), ...tenKeysOf('c')],
    searchCount: 20,
    surge: null,
  },
  {
    name: 'searches of four operators and of many drivers without keys are a surge',
    callers: [...['a', 'b', 'c', 'd'].map((name) => keyOf(name)), ...manyNetworks],
    searchCount: 2,
    surge: 150,
  },
  {
    name: 'without a week in which it was known who searched there is none',
    callers: [...['a', 'b', 'c', 'd'].map((name) => keyOf(name)), ...manyNetworks],
    searchCount: 2,
    isUsualKnown: false,
    surge: null,
  },
];

describe('of neighbourhoods in which 2 searches in a quarter of an hour are usual', () => {
  const placeOf = (index: number): LatLng => ({ lat: PLACE.lat + index / 10, lng: PLACE.lng });
  const surges = new Map<string, number>();

  beforeAll(async () => {
    for (const [i, { callers, searchCount, isUsualKnown = true }] of CASES.entries()) {
      const centre = placeOf(i);
      await addUsual(centre, isUsualKnown ? 1 : null);
      const searches = callers.flatMap((caller) =>
        times(searchCount, searchOf(caller, { centre })),
      );
      await write(searches.slice(0, searches.length / 2));
      await write(searches.slice(searches.length / 2));
    }
    const warehouse = await openTestWarehouse(database);
    await warehouse.refresh();
    await warehouse.close();
    const found = await database.sql<{ cell: string; surge_pct: number }>(
      'select cell::text, surge_pct from marts.search_surges',
    );
    for (const { cell, surge_pct } of found) surges.set(cell, surge_pct);
  });

  test.each(CASES.map((each, index) => ({ ...each, index })))('$name', ({ index, surge }) => {
    const { lat, lng } = placeOf(index);
    expect(surges.get(String(cellParent(cellAt(lat, lng), 7))) ?? null).toBe(surge);
  });
});

describe('the ordinal of a search', () => {
  beforeEach(() => database.sql('truncate search_log, search_callers, searcher_counts'));

  test('the first three of an operator have one, whatever its keys and statements', async () => {
    const [first, second] = [keyOf('a', '1', '192.0.2.1'), keyOf('a', '2', '192.0.2.2')];
    await write([searchOf(first), searchOf(second, { centre: CORNER })]);
    await write([searchOf(second), searchOf(first), searchOf(keyOf('b'))]);
    await write([searchOf(first)]);
    expect(await ordinals()).toEqual({ operators: [1, 2, 3, 0, 1, 0], networks: NONE(6) });
  });

  test('without a key it is that of the network', async () => {
    const [one, two] = [keyless('192.0.2.1'), keyless('192.0.2.2')];
    await write([one, one, two, one, one].map((caller) => searchOf(caller)));
    await write([searchOf(keyless('unknown')), searchOf({ ...one, ip: null }), searchOf(two)]);
    expect(await ordinals()).toEqual({
      operators: NONE(8),
      networks: [1, 2, 1, 3, 0, 0, 0, 2],
    });
  });

  test('each world, neighbourhood and quarter of an hour begins with 1', async () => {
    const caller = keyOf('a');
    await write([
      searchOf(caller, { at: new Date(quarter) }),
      searchOf(caller, { at: new Date(quarter + QUARTER_MS - 1) }),
      searchOf(caller, { at: new Date(quarter - 1) }),
      searchOf(caller, { at: new Date(quarter), livemode: false }),
      searchOf(caller, { at: new Date(quarter), centre: { ...PLACE, lat: 43.75 } }),
    ]);
    expect((await ordinals()).operators).toEqual([1, 2, 1, 1, 1]);
  });

  test('processes that write at the same time give each ordinal once', async () => {
    const callers = [...tenKeysOf('a'), ...tenKeysOf('b'), ...tenNetworks];
    const batch = callers.map((caller) => searchOf(caller));
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => write(i % 2 === 0 ? batch : batch.toReversed())),
    );
    const { operators, networks } = await ordinals();
    const given = (all: number[]) => all.filter((ordinal) => ordinal > 0).toSorted();
    expect(given(operators)).toEqual([1, 1, 2, 2, 3, 3]);
    expect(given(networks)).toEqual([1, 2, 3].flatMap((ordinal) => Array(10).fill(ordinal)));
  });

  test('who searched is forgotten after 24 hours, and older searches get none', async () => {
    await write([searchOf(keyOf('a'), { at: new Date(quarter - 25 * 3_600_000) })]);
    await write([searchOf(keyOf('a')), searchOf(keyless('192.0.2.1'))]);
    expect((await ordinals()).operators).toEqual([0, 1, 0]);
    const counts = () => database.sql('select at from searcher_counts');
    // Of each searcher one for the quarter of an hour, and one for the day.
    expect(await counts()).toHaveLength(4);
    await database.sql(
      `update searcher_counts set at = at - interval '24 hours'
       where searcher = (select min(searcher) from searcher_counts)`,
    );
    await sweep(database.pipelines, 'search_callers_sweep');
    expect(await counts()).toHaveLength(3);
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HERE, THERE } from './history-facts.ts';
import { type HistoryWorld, openHistoryWorld } from './history-world.ts';

type Row = {
  cell: string;
  month: string;
  search_counts: (string | null)[];
  searcher_counts: (string | null)[];
  told_days: (number | null)[];
};

let world: HistoryWorld;
beforeAll(async () => {
  world = await openHistoryWorld();
});
beforeEach(async () => {
  await world.empty();
  // Both cells are in this one, so nothing is left outside of it.
  await world.sql(`
    insert into fct_area_cells by name
    select 1 as batch, 'searches' as kind, true as livemode, '' as country,
      cell_parent(${HERE}, 5) as cell, date '2026-01-01' as named_on`);
});
afterAll(() => world.close());

type More = { cell?: string; batch?: number; operators?: number; networks?: number };

/** Searches in a cell on a day; by three callers where there is a crowd. */
async function addSearches(day: string, count: number, hasCrowd: boolean, more: More = {}) {
  const { cell = HERE, batch = 1, operators = 0, networks = 0 } = more;
  await world.sql(`
    insert into fct_searches by name
    select ${batch} as batch, 1 as search_id, true as livemode, 'search' as kind, ${cell} as cell,
      43.6 as cell_latitude, -79.3 as cell_longitude, 1 as available_lot_count,
      timestamptz '${day} 10:00:00Z' as searched_at`);
  await world.sql(`
    insert into searches_by_cell_hour by name
    select true as livemode, ${cell} as cell, timestamptz '${day} 10:00:00Z' as hour_at,
      43.6 as cell_latitude, -79.3 as cell_longitude, ${count} as search_count, 0 as unmet_count,
      0 as agent_count, 0 as operator_search_count, 0 as network_search_count,
      ${operators} as operator_count, ${networks} as network_count`);
  if (!hasCrowd) return;
  await world.sql(`
    insert into fct_search_crowds by name
    select ${batch} as batch, 1 as crowd_id, true as livemode, date '${day}' as on_day,
      'cell' as dimension, cell_parent(${cell}, resolution)::varchar as label
    from range(5, 10) as resolutions (resolution)`);
}

const history = () =>
  world.rows<Row>(`
    select * exclude (is_gone, build) from search_history where not is_gone order by cell, month`);

async function march(): Promise<Row | undefined> {
  return (await history()).find(({ month }) => month === '2026-03-01');
}

test('a day with ten searches of three callers is disclosed, rounded to two digits', async () => {
  await addSearches('2026-03-03', 126, true);
  await addSearches('2026-03-04', 9, true);
  await addSearches('2026-03-05', 500, false);
  await world.build('2026-03-06T12:00:00Z');
  const row = await march();
  expect(row?.search_counts.slice(0, 5)).toEqual([null, null, '130', null, null]);
  expect(await world.check('search_history_in_range')).toEqual([]);
});

test('days of fewer are told together when their week is over, or their month', async () => {
  await addSearches('2026-03-03', 20, true);
  await addSearches('2026-03-04', 9, true);
  await addSearches('2026-03-05', 6, true);
  await addSearches('2026-03-06', 90, false);
  await addSearches('2026-03-11', 4, true);
  await addSearches('2026-03-18', 7, true);
  await world.build('2026-03-31T12:00:00Z', 1);
  expect((await march())?.search_counts.slice(2, 6)).toEqual(['20', '15', '15', null]);
  expect((await march())?.search_counts[10]).toBeNull();
  await world.build('2026-04-01T12:00:00Z', 1);
  expect((await march())?.search_counts[10]).toBe('11');
  expect((await march())?.search_counts[17]).toBe('11');
  expect((await march())?.told_days.slice(2, 6)).toEqual([1, 2, 2, null]);
  const refreshed = await history();
  await world.rebuild('2026-04-01T12:00:00Z');
  expect(await history()).toEqual(refreshed);
});

test('callers of one area are no callers of the one around it', async () => {
  await world.sql(`
    insert into fct_area_cells by name
    select 1 as batch, 'searches' as kind, true as livemode, '' as country,
      cell_parent(${HERE}, 8) as cell, date '2026-01-01' as named_on`);
  await addSearches('2026-03-03', 50, true);
  await addSearches('2026-03-03', 50, false, { cell: THERE });
  await world.build('2026-03-06T12:00:00Z');
  const told = (await history()).flatMap(({ search_counts }) => search_counts.filter(Boolean));
  expect(told).toEqual(['50']);
});

test('late searches change their day', async () => {
  await addSearches('2026-03-03', 20, true);
  await world.build('2026-03-06T12:00:00Z', 1);
  await addSearches('2026-03-03', 30, false, { batch: 2 });
  await world.build('2026-03-06T13:00:00Z', 2);
  expect((await march())?.search_counts[2]).toBe('50');
});

test('three callers are a crowd in one place, not in an area', async () => {
  await addSearches('2026-03-03', 50, false);
  await addSearches('2026-03-03', 50, false, { cell: THERE });
  await world.sql(`
    insert into fct_search_crowds by name
    select 1 as batch, 1 as crowd_id, true as livemode, date '2026-03-03' as on_day,
      'cell' as dimension, cell_parent(${HERE}, resolution)::varchar as label
    from range(5, 8) as resolutions (resolution)`);
  await world.build('2026-03-06T12:00:00Z');
  expect(await history()).toEqual([]);
});

test('callers are those of the place with most of them; unknown where none were counted', async () => {
  await addSearches('2026-03-03', 50, true, { operators: 3, networks: 5 });
  await addSearches('2026-03-03', 50, true, { cell: THERE, operators: 2, networks: 1 });
  await addSearches('2026-03-04', 50, true, { networks: 4 });
  await addSearches('2026-03-05', 50, true);
  await world.build('2026-03-06T12:00:00Z');
  const row = await march();
  expect(row?.search_counts.slice(2, 5)).toEqual(['100', '50', '50']);
  expect(row?.searcher_counts.slice(2, 5)).toEqual(['6', '0', null]);
  expect(await world.check('search_history_in_range')).toEqual([]);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addLots,
  addStays,
  HERE,
  history,
  LOTS,
  lotId,
  moveLots,
  nameArea,
  THERE,
} from '../../sql/history-facts.ts';
import { type HistoryWorld, openHistoryWorld } from '../../sql/history-world.ts';
import { randomFrom } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';

/** Of the random histories. */
const SEEDS = isFull ? [1, 2, 3, 4, 5] : [1];
const DAYS_OF_THEIR_OWN = isFull ? 90 : 45;
const WEEKS_CHANGED = isFull ? 12 : 6;
/** After the first one. */
const LATE_BATCHES = isFull ? 7 : 4;

let world: HistoryWorld;
beforeAll(async () => {
  world = await openHistoryWorld();
});
beforeEach(() => world.empty());
afterAll(() => world.close());

/** The days of March 2026 of the only area, or of one of several. */
async function march(cell?: string) {
  const rows = await history(world);
  const [row] = rows.filter((each) => each.month === '2026-03-01' && (!cell || each.cell === cell));
  return row;
}

const WEEKEND = 'isodow(day) > 5';
const WORKDAY = 'isodow(day) <= 5';
/** Saturdays and Sundays of March 2026. */
const WEEKENDS = [1, 7, 8, 14, 15, 21, 22, 28, 29];

test('a busy day is disclosed by itself: the share of spaces, stays, what they cost, and the list', async () => {
  await addLots(world);
  await addStays(world, { from: '2026-02-02', days: 60, perLot: 5 });
  await world.build('2026-04-01T00:00:00Z');
  const row = await march();
  expect(row?.occupied_pcts).toEqual(Array(31).fill(2));
  expect(row?.stay_counts).toEqual(Array(31).fill('40'));
  expect(row?.told_days).toEqual(Array(31).fill(1));
  expect(row?.paid_pcts).toEqual(Array(31).fill(80));
  expect(row?.list_minors).toEqual(Array(31).fill('300'));
  expect(row?.currency).toBe('cad');
});

test('a day that is not over, and one without lots that count, is null and not 0', async () => {
  await addLots(world);
  await addStays(world, { from: '2026-02-23', days: 40, perLot: 5 });
  await world.build('2026-03-20T12:00:00Z');
  const row = await march();
  // The lots count from the first Monday after their stays began.
  expect(row?.occupied_pcts).toEqual([null, ...Array(18).fill(2), ...Array(12).fill(null)]);
  expect(row?.space_counts.slice(18, 20)).toEqual(['80', null]);
});

test('quiet days of a week that is over are told together, busy ones beside them alone', async () => {
  await addLots(world);
  await addStays(world, { from: '2026-02-02', days: 60, perLot: 5, where: WORKDAY });
  await addStays(world, { from: '2026-02-02', days: 60, perLot: 2, where: WEEKEND });
  await world.build('2026-03-08T12:00:00Z');
  // Saturday the 7th waits for Sunday.
  expect((await march())?.told_days.slice(0, 9)).toEqual([null, 1, 1, 1, 1, 1, null, null, null]);
  await world.build('2026-03-09T00:00:00Z');
  const row = await march();
  expect(row?.told_days.slice(0, 9)).toEqual([null, 1, 1, 1, 1, 1, 2, 2, null]);
  expect(row?.stay_counts.slice(5, 8)).toEqual(['40', '32', '32']);
});

test('what is left of the weeks is disclosed together when the month is over, or never', async () => {
  await addLots(world);
  await addStays(world, { from: '2026-02-02', days: 60, perLot: 5, where: WORKDAY });
  await addStays(world, { from: '2026-02-02', days: 60, perLot: 1, where: WEEKEND });
  await world.build('2026-03-31T23:00:00Z');
  for (const day of WEEKENDS) expect((await march())?.occupied_pcts[day - 1]).toBeNull();
  await world.build('2026-04-01T00:00:00Z');
  const row = await march();
  for (const day of WEEKENDS) expect(row?.told_days[day - 1]).toBe(9);
  expect(row?.told_days.filter((days) => days === 1)).toHaveLength(22);
  // 72 stays on nine days.
  expect(row?.stay_counts[0]).toBe('72');
});

test('nothing of three operators is disclosed', async () => {
  await addLots(world, { where: 'lot_number % 4 <> 0' });
  await addStays(world, { from: '2026-02-02', days: 60, perLot: 10 });
  await world.build('2026-04-01T00:00:00Z');
  const row = await march();
  expect(row?.occupied_pcts).toEqual(Array(31).fill(null));
  expect(row?.stay_counts).toEqual(Array(31).fill(null));
  expect(row?.paid_pcts).toEqual(Array(31).fill(null));
  // What was posted is public.
  expect(row?.list_minors).toEqual(Array(31).fill('300'));
});

test.each(SEEDS)(
  'no day is in two figures, and each figure keeps the floor by itself (seed %i)',
  async (seed) => {
    const random = randomFrom(seed);
    await addLots(world);
    await addStays(world, { from: '2026-02-02', days: 28, perLot: 2 });
    for (let day = 0; day < DAYS_OF_THEIR_OWN; day += 1) {
      const from = new Date(Date.UTC(2026, 2, 2 + day)).toISOString().slice(0, 10);
      await addStays(world, { from, days: 1, perLot: Math.floor(random() ** 2 * 6) });
    }
    await world.build('2026-06-10T06:00:00Z');
    const twice = await world.rows(
      'select day from told_past group by livemode, country, cell, figure, day having count(*) > 1',
    );
    expect(twice).toEqual([]);
    const figures = await world.rows<{ observed: string; operators: string; vehicles: string }>(`
      select name, count(*) as observed, count(distinct vehicle_id) as vehicles,
        count(distinct operator_id) as operators
      from told_past
        join (select *, started_at::date as day from fct_session_starts) using (livemode, day)
        join fct_lot_changes using (lot_id)
      where figure = 'occupied' group by name`);
    expect(figures.length).toBeGreaterThan(10);
    expect(await world.check('area_history_in_range')).toEqual([]);
    for (const { observed, operators, vehicles } of figures) {
      expect(Number(observed)).toBeGreaterThanOrEqual(30);
      expect(Number(operators)).toBeGreaterThanOrEqual(4);
      expect(Number(vehicles)).toBeGreaterThanOrEqual(10);
    }
  },
);

test.each(SEEDS)(
  'two operators that have changed their histories leave every row as it was (seed %i)',
  async (seed) => {
    const random = randomFrom(seed);
    await addLots(world);
    for (let lot = 1; lot <= LOTS; lot += 1)
      for (let week = 0; week < WEEKS_CHANGED; week += 1) {
        const from = new Date(Date.UTC(2026, 1, 2 + 7 * week)).toISOString().slice(0, 10);
        const perLot = Math.floor(random() * 7);
        await addStays(world, { from, days: 7, perLot, where: `lot_number = ${lot}` });
      }
    await world.build('2026-04-29T06:00:00Z');
    const before = await history(world);
    expect(before.some(({ occupied_pcts }) => occupied_pcts.some((pct) => pct !== null))).toBe(
      true,
    );
    for (const table of [
      'fct_session_starts',
      'fct_stays',
      'fct_paid_stays',
      'occupancy_by_lot_hour',
    ])
      await world.sql(`
        update ${table} set lot_id = case lot_id
          when ${lotId(1)} then ${lotId(2)} when ${lotId(2)} then ${lotId(1)}
          when ${lotId(5)} then ${lotId(6)} when ${lotId(6)} then ${lotId(5)} else lot_id end`);
    await world.rebuild('2026-04-29T06:00:00Z');
    expect(await history(world)).toEqual(before);
  },
);

test('one operator moves a day by at most 10 points', async () => {
  const days = async (seconds: number) => {
    await world.empty();
    await addLots(world);
    await addStays(world, { from: '2026-02-02', days: 60, perLot: 5 });
    await world.sql(`
      update occupancy_by_lot_hour set occupied_seconds = ${seconds}
      where lot_id in (${lotId(1)}, ${lotId(5)})`);
    await world.build('2026-04-01T00:00:00Z');
    return (await march())?.occupied_pcts.map(Number) ?? [];
  };
  const [empty, full] = [await days(0), await days(24 * 36_000)];
  expect(full).toHaveLength(31);
  for (const [i, pct] of full.entries()) {
    expect(pct - (empty[i] ?? 0)).toBeGreaterThan(0);
    expect(pct - (empty[i] ?? 0)).toBeLessThanOrEqual(10);
  }
});

test('stays are not told where one operator has more than half of them', async () => {
  await addLots(world);
  await addStays(world, { from: '2026-02-02', days: 60, perLot: 5 });
  await addStays(world, { from: '2026-03-10', days: 1, perLot: 30, where: 'lot_number = 1' });
  await world.build('2026-04-01T00:00:00Z');
  const row = await march();
  expect(row?.stay_counts.slice(8, 11)).toEqual(['40', null, '40']);
  expect(row?.occupied_pcts.slice(8, 11)).not.toContain(null);
});

test('late, refunded and removed: refreshes end where a rebuild does', async () => {
  await addLots(world);
  await addStays(world, { from: '2026-02-02', days: 50, perLot: 5, where: WORKDAY });
  await world.build('2026-03-24T06:00:00Z', 1);
  expect((await march())?.paid_pcts[9]).toBe(80);
  const late = { from: '2026-02-02', days: 50, perLot: 4, batch: 2, where: WEEKEND };
  await addStays(world, late);
  await world.sql(`
    insert into fct_refunds by name
    select 2 as batch, 1 as audit_id, session_id from fct_stays
    where ended_at::date = date '2026-03-10'`);
  await world.build('2026-03-24T07:00:00Z', 2);
  expect((await march())?.paid_pcts[9]).toBeNull();
  expect((await march())?.stay_counts.slice(6, 8)).toEqual(['32', '32']);
  await world.sql(`
    insert into fct_lot_changes by name
    select * replace (3 as batch, 100 as audit_id, true as is_deleted,
      timestamptz '2026-03-24 08:00:00Z' as changed_at, null as operator_id, null as cell,
      null as country, false as is_listed)
    from fct_lot_changes where lot_id = ${lotId(1)}`);
  await addStays(world, { from: '2026-03-24', days: 20, perLot: 3, batch: 3 });
  await world.build('2026-03-25T06:00:00Z', 3);
  await world.build('2026-04-02T06:00:00Z', 3);
  const refreshed = await history(world);
  await world.rebuild('2026-04-02T06:00:00Z');
  expect(await history(world)).toEqual(refreshed);
});

test('the past of a lot that is gone stays in its area', async () => {
  await addLots(world);
  await addStays(world, { from: '2026-02-02', days: 60, perLot: 5 });
  await world.build('2026-03-20T00:00:00Z');
  const before = (await march())?.occupied_pcts.slice(0, 15);
  await world.sql(`
    insert into fct_lot_changes by name
    select * replace (audit_id + 100 as audit_id, 2 as batch, true as is_deleted,
      timestamptz '2026-03-20 08:00:00Z' as changed_at, null as operator_id, null as cell,
      null as country, false as is_listed)
    from fct_lot_changes where operator_id = 'op_1'`);
  await world.rebuild('2026-03-25T00:00:00Z');
  expect(before).toEqual(Array(15).fill(2));
  expect((await march())?.occupied_pcts.slice(0, 15)).toEqual(before);
});

test('a day is disclosed by the areas as they were cut on it', async () => {
  await addLots(world, { area: 5 });
  await moveLots(world, 'lot_number > 4', THERE);
  await addStays(world, { from: '2026-02-02', days: 60, perLot: 8 });
  await world.build('2026-03-18T06:00:00Z', 1);
  await nameArea(world, { batch: 2, cell: HERE, resolution: 8, namedOn: '2026-03-18' });
  await world.build('2026-04-01T06:00:00Z', 2);
  const rows = await history(world);
  const [before, after] = ['0001-01-01', '2026-03-18'].map((since) =>
    rows.find((row) => row.month === '2026-03-01' && row.since_on === since),
  );
  expect(before?.stay_counts).toEqual([...Array(17).fill('64'), ...Array(14).fill('32')]);
  expect(after?.stay_counts).toEqual([...Array(17).fill(null), ...Array(14).fill('32')]);
  await world.rebuild('2026-04-01T06:00:00Z');
  expect(await history(world)).toEqual(rows);
});

test('a price far from the others, and many spaces of one operator, move the list within its middle', async () => {
  await addLots(world);
  await addStays(world, { from: '2026-02-23', days: 40, perLot: 1 });
  await world.sql(`
    update fct_lot_changes set rate_minor = 200 + 20 * audit_id, space_count = 10
    where audit_id <= ${LOTS}`);
  await world.build('2026-04-01T00:00:00Z');
  const honest = Number((await march())?.list_minors[9]);
  await world.sql(`
    update fct_lot_changes set rate_minor = 1_000_000, space_count = 5_000
    where operator_id = 'op_1'`);
  await world.rebuild('2026-04-01T00:00:00Z');
  const attacked = Number((await march())?.list_minors[9]);
  expect(honest).toBeGreaterThan(260);
  expect(honest).toBeLessThan(320);
  expect(attacked).toBeLessThanOrEqual(340);
});

test.each([
  ['one of four operators', "operator_id <> 'op_1'", null],
  ['two of four operators', "operator_id in ('op_1', 'op_2')", null],
  ['three of four operators', "operator_id = 'op_1'", expect.any(Number)],
  ['lots with less than half of the spaces', 'audit_id % 4 <> 0', null],
])('what %s post is disclosed only if it can stand for an area', async (_, unpriced, told) => {
  await addLots(world);
  await addStays(world, { from: '2026-02-23', days: 40, perLot: 1 });
  await world.sql(`
    update fct_lot_changes set rate_minor = if(${unpriced}, null, 300), space_count = 10
    where audit_id <= ${LOTS}`);
  await world.build('2026-04-01T00:00:00Z');
  const list = (await march())?.list_minors[9] ?? null;
  expect(list === null ? null : Number(list)).toEqual(told);
});

test('counts of vehicles tell a week of eight lots, and only its counted hours are known', async () => {
  await addLots(world);
  await world.sql(`
    insert into counts_by_lot_hour by name
    select true as livemode, ${HERE} as cell, lot_id, 1 as count_count,
      18_000 as occupied_seconds, day + interval 9 hours as hour_at
    from fct_lot_changes,
      range(timestamptz '2026-02-02 00:00:00Z', timestamptz '2026-04-01 00:00:00Z',
        interval 1 day) as days (day)`);
  await world.sql(`
    insert into fct_occupancy_counts by name
    select 1 as batch, 1 as count_id, livemode, lot_id, hour_at, hour_at as counted_at,
      5 as occupied
    from counts_by_lot_hour`);
  await world.build('2026-03-09T00:00:00Z');
  const row = await march();
  // Five of ten spaces; eight counted lots on a day are too few, and 56 in a week enough.
  expect(row?.occupied_pcts.slice(0, 9)).toEqual([null, ...Array(7).fill(50), null]);
  expect(row?.told_days.slice(1, 8)).toEqual(Array(7).fill(7));
  // No stays are told where none began.
  expect(row?.stay_counts.slice(1, 8)).toEqual(Array(7).fill(null));
});

test.each(SEEDS)(
  'whatever comes late, refreshes end where a rebuild does (seed %i)',
  async (seed) => {
    const random = randomFrom(seed);
    await addLots(world, { area: 5 });
    await moveLots(world, 'lot_number > 4', THERE);
    await addStays(world, { from: '2026-02-02', days: 28, perLot: 8 });
    let now = new Date(0);
    for (let batch = 2; batch <= 1 + LATE_BATCHES; batch += 1) {
      now = new Date(Date.UTC(2026, 2, 2 + 9 * (batch - 2), 6));
      const today = now.toISOString().slice(0, 10);
      const daysBack = Math.floor(random() * 30);
      const from = new Date(+now - daysBack * 86_400_000).toISOString().slice(0, 10);
      const perLot = 4 + Math.floor(random() * 6);
      await addStays(world, { from, days: daysBack, perLot, batch });
      await world.sql(`
        insert into fct_refunds by name
        select ${batch} as batch, 1 as audit_id, session_id from fct_stays
        where hash(session_id || ${seed}) % 10 = ${batch}`);
      await world.sql(`
        insert into fct_lot_changes by name
        select * replace (${batch} as batch, 1_000 * ${batch} + audit_id as audit_id,
          ${200 + 10 * batch} as rate_minor, timestamptz '${today} 05:00:00Z' as changed_at)
        from fct_lot_changes where lot_id = ${lotId(1 + Math.floor(random() * LOTS))}
        qualify row_number() over (order by audit_id desc) = 1`);
      if (batch === 4) await nameArea(world, { batch, cell: HERE, resolution: 8, namedOn: today });
      await world.build(now.toISOString(), batch);
    }
    const refreshed = await history(world);
    expect(refreshed.length).toBeGreaterThan(3);
    await world.rebuild(now.toISOString(), 1 + LATE_BATCHES);
    expect(await history(world)).toEqual(refreshed);
    expect(await world.check('area_history_in_range')).toEqual([]);
  },
);

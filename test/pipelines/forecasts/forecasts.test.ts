import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HALF_HOURS } from '../../../src/kit/forecast/history/day-curve.ts';
import { HORIZONS } from '../../../src/kit/forecast/lot-forecast.ts';
import {
  at,
  type Count,
  type ForecastRow,
  type ForecastStage,
  openForecastStage,
  type StayTimes,
  today,
  weekdayOf,
} from '../stage/forecast-stage.ts';
import { changeLot } from '../stage/parking.ts';

// Counts and stays on their way into the forecasts that readers see.

const DAYS = 40;
const SUNDAY = 6;
const NOON = 24;
let stage: ForecastStage;
let lots: Record<string, string>;

const busy = (most: number, on = 1): Count => {
  const isOpen = (slot: number) => slot >= 16 && slot < 40;
  return (day, slot) =>
    Math.round((isOpen(slot) ? most : 4) * (weekdayOf(day) < 5 ? on : 0.5)) + ((day + slot) % 3);
};
/** Empty on Sundays. */
const shops: Count = (day, slot) => (weekdayOf(day) === SUNDAY ? 0 : busy(70)(day, slot));
/** Twenty stays a day from 10:00 to 12:00, on 100 spaces. */
const stays = (from: number, to: number): StayTimes[] =>
  Array.from({ length: (to - from) * 20 }, (_, i) => {
    const day = from + Math.floor(i / 20);
    return { from: at(day, 20), to: at(day, 24) };
  });

beforeAll(async () => {
  stage = await openForecastStage();
  const end = today();
  const start = end - DAYS;
  lots = {
    office: await stage.addLot('office'),
    garage: await stage.addLot('garage', { latitude: 43.66 }),
    shops: await stage.addLot('shops', { opening_hours: 'Mo-Sa 07:00-20:00' }),
    parked: await stage.addLot('parked'),
    new: await stage.addLot('new', { opening_hours: 'Mo-Sa 07:00-20:00' }),
    far: await stage.addLot('far', { latitude: -33.87, longitude: 151.2 }),
    hidden: await stage.addLot('hidden', { is_listed: false }),
    shut: await stage.addLot('shut', { status: 'closed' }),
  };
  await stage.importCounts('office', start, end, busy(80));
  await stage.importCounts('garage', start, end, busy(60));
  await stage.importCounts('shops', start, end, shops);
  await stage.importCounts('hidden', end - 10, end, busy(50));
  await stage.importStays('parked', stays(start, end));
  await stage.refresh();
});
afterAll(() => stage.close());

async function rowOf(ref: string): Promise<ForecastRow> {
  const row = (await stage.forecasts()).get(ref);
  if (row === undefined) throw new Error(`${ref} is not forecast`);
  return row;
}
/** Says whether two forecasts have the same bytes, in short. */
const bytes = async () =>
  new Map(
    [...(await stage.forecasts())].map(([ref, { hex }]) => [
      ref,
      createHash('sha256').update(hex).digest('hex'),
    ]),
  );
/** The half hours of the day that is so many days ahead. */
const dayOf = ({ forecast }: ForecastRow, ahead: number) =>
  forecast.shares.next.subarray(ahead * HALF_HOURS, (ahead + 1) * HALF_HOURS);
const workingDaysOf = ({ forecast: { fromDay } }: ForecastRow) =>
  Array.from({ length: HORIZONS }, (_, i) => i).filter((i) => weekdayOf(fromDay + i) < 5);
const makeAllDue = () => stage.database.sql('update marts.lot_forecasts set due_at = now()');

test('each listed active lot has a forecast from today on, and no other lot has one', async () => {
  const found = await stage.forecasts();
  expect([...found.keys()].sort()).toEqual(['far', 'garage', 'new', 'office', 'parked', 'shops']);
  for (const { forecast } of found.values()) expect(forecast.fromDay).toBe(today());
  const known = [...found].filter(([, { hasHistory }]) => hasHistory).map(([ref]) => ref);
  expect(known.sort()).toEqual(['garage', 'office', 'parked', 'shops']);
});

test('counted lots are expected to be as full as they were, 1 to 14 days ahead', async () => {
  for (const [ref, share] of [
    ['office', 0.81],
    ['garage', 0.61],
  ] as const) {
    const row = await rowOf(ref);
    for (const i of workingDaysOf(row)) expect(dayOf(row, i)[NOON]).toBeCloseTo(share, 1);
  }
});

test('stays are forecast with what they take, how many they are and what they pay', async () => {
  const row = await rowOf('parked');
  const { sessions, revenueMinor, hasStays } = row.forecast;
  expect(hasStays).toBe(true);
  for (const i of workingDaysOf(row)) {
    expect([dayOf(row, i)[22], dayOf(row, i)[40]]).toEqual([expect.closeTo(0.2, 2), 0]);
    expect([sessions.next[i], revenueMinor.next[i]]).toEqual([
      expect.closeTo(20, 1),
      expect.closeTo(4_000, -1),
    ]);
  }
});

test('a lot that is closed on Sundays is forecast to be empty then, whatever else is', async () => {
  for (const row of [await rowOf('shops'), await rowOf('new')])
    for (let i = 0; i < HORIZONS; i += 1) {
      const isEmpty = dayOf(row, i).every((share) => share === 0);
      expect(isEmpty).toBe(weekdayOf(row.forecast.fromDay + i) === SUNDAY);
    }
});

test('a lot without a history is like those near it, and sells nothing that is known', async () => {
  const row = await rowOf('new');
  for (const i of workingDaysOf(row)) {
    const noon = dayOf(row, i)[NOON] ?? 0;
    expect(noon).toBeGreaterThan(0.2);
    expect(noon).toBeLessThan(0.8);
    expect(row.forecast.sessions.next[i]).toBeNaN();
  }
  expect((await rowOf('far')).forecast.shares.next.every(Number.isNaN)).toBe(true);
});

test('a refresh to which nothing is new changes no forecast and no edition', async () => {
  const [before, edition] = [await stage.forecasts(), await stage.edition()];
  const { steps } = await stage.refresh();
  expect(steps.find(({ name }) => name === 'build-forecasts')?.rows).toBe(0);
  expect(await stage.forecasts()).toEqual(before);
  expect(await stage.edition()).toBe(edition);
});

test('made again, after a crash or from an empty warehouse, all forecasts have the same bytes', async () => {
  const before = await bytes();
  await makeAllDue();
  const crash = new Error('a crash');
  for (const point of ['build-forecasts begins', 'build-forecasts written']) {
    const refreshing = stage.refresh((passed) => {
      if (passed === point) throw crash;
    });
    await expect(refreshing).rejects.toThrow(crash);
  }
  await makeAllDue();
  await stage.refresh();
  expect(await bytes()).toEqual(before);
  await makeAllDue();
  await stage.rebuild();
  expect(await bytes()).toEqual(before);
});

test('the worlds learn nothing from each other', async () => {
  const before = await bytes();
  await stage.addLot('trial', { livemode: false });
  await stage.addLot('empty trial', { livemode: false });
  const wild: Count = (day, slot) => (day * 37 + slot * 11) % 101;
  await stage.importCounts('trial', today() - 30, today(), wild, false);
  await makeAllDue();
  await stage.refresh();
  const after = await bytes();
  const trials = ['trial', 'empty trial'].map((ref) => after.get(ref));
  expect(trials.every((hex) => hex !== undefined)).toBe(true);
  for (const ref of ['trial', 'empty trial']) after.delete(ref);
  expect(after).toEqual(before);
});

test('what is imported late makes its lot alone due again', async () => {
  const before = await stage.forecasts();
  const edition = await stage.edition();
  const day = today() - 12;
  const late = Array.from({ length: 30 }, () => ({ from: at(day, 20), to: at(day, 24) }));
  await stage.importStays('parked', late);
  await stage.refresh();
  const after = await stage.forecasts();
  const changed = [...after].filter(([ref, { madeAt }]) => before.get(ref)?.madeAt !== madeAt);
  expect(changed.map(([ref]) => ref)).toEqual(['parked']);
  expect(after.get('parked')?.hex).not.toBe(before.get('parked')?.hex);
  expect(await stage.edition()).toBe(edition + 1);
});

test('late counts make their lot due, also when a refresh ends before it is forecast', async () => {
  const before = await stage.forecasts();
  const day = today() - 5;
  await stage.importCounts('parked', day, day + 1, () => 90);
  const end = (point: string) => {
    if (point === 'counts_by_lot_day added') throw new Error('a crash');
  };
  await expect(stage.refresh(end)).rejects.toThrow('a crash');
  await stage.refresh();
  expect((await rowOf('parked')).madeAt).not.toBe(before.get('parked')?.madeAt);
});

test('a lot that changes is forecast again with the next refresh', async () => {
  const id = lots.garage ?? '';
  await changeLot(stage.database, id, true, { total_spaces: 200 });
  await stage.database.sql(
    'update lots set total_spaces = 200, updated_at = now() where lot_id = $1',
    [id],
  );
  await stage.refresh();
  const row = await rowOf('garage');
  expect(row.forecast.spaces).toBe(200);
  for (const i of workingDaysOf(row)) expect(dayOf(row, i)[NOON]).toBeCloseTo(0.305, 1);
});

test('spaces that are held are expected to be taken, also on a lot without a history', async () => {
  const ahead = weekdayOf(today() + 2) === SUNDAY ? 3 : 2;
  const day = today() + ahead;
  for (const ref of ['office', 'new', 'far'])
    await stage.database.sql(
      `insert into holds (hold_id, code, lot_id, operator_id, creator_operator_id, key_id, livemode,
         status, space_count, starts_at, ends_at, expires_at, ttl_seconds, rate_minor, rate_unit,
         currency, rate_snapshot, created_at)
       select concat('hld_', ref, n), ref || n, lot_id, operator_id, operator_id, 'key', true,
         'held', 19, $2, $3, $3, 600, 100, 'hour', 'cad', '{}', now()
       from lots cross join generate_series(1, 5) as n where lot_id = $1`,
      [lots[ref], at(day, 4), at(day, 6)],
    );
  await makeAllDue();
  await stage.refresh();
  for (const ref of ['office', 'new', 'far']) {
    const night = dayOf(await rowOf(ref), ahead);
    expect([night[4], night[5]]).toEqual([expect.closeTo(0.95, 2), expect.closeTo(0.95, 2)]);
    expect(night[6]).not.toBeGreaterThan(0.5);
  }
});

test('a lot that is deleted, hidden or closed loses its forecast, in one new edition', async () => {
  const edition = await stage.edition();
  await stage.database.sql('update lots set deleted_at = now() where lot_id = $1', [lots.office]);
  await stage.database.sql('update lots set is_listed = false where lot_id = $1', [lots.new]);
  await stage.database.sql(`update lots set status = 'closed' where lot_id = $1`, [lots.far]);
  await stage.refresh();
  const left = [...(await stage.forecasts()).keys()];
  expect(left.sort()).toEqual(['empty trial', 'garage', 'parked', 'shops', 'trial']);
  expect(await stage.edition()).toBe(edition + 1);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAreaHistories } from '../../../pipelines/forecasts/area-histories.ts';
import type { Area } from '../../../pipelines/forecasts/areas.ts';
import { findDueAreas } from '../../../pipelines/forecasts/build-areas.ts';
import { refresh } from '../../../pipelines/refresh.ts';
import { HALF_HOURS } from '../../../src/kit/forecast/history/day-curve.ts';
import { addCaller } from '../../stage/fixtures.ts';
import { at, type ForecastStage, openForecastStage, today } from '../stage/forecast-stage.ts';
import { addCounts, changeLot } from '../stage/parking.ts';

// Counts on lots of several operators on their way into the forecasts of their areas.

const DAYS = 16;
const NOON = 24;
const OPERATORS = 5;
/** Two areas: countries without public holidays. In a third there are too few operators. */
const COUNTRIES = ['AQ', 'BV'];
const FEW = 'HM';

let stage: ForecastStage;
let operatorIds: string[];
/** By country, in the order of the operators. */
const lots = new Map<string, string[]>();

/** The operators of a country are 5 % of the spaces apart. */
const shareOf = (operator: number, slot: number) =>
  (slot >= 16 && slot < 40 ? 0.6 : 0.2) + 0.05 * (operator - 2);

async function countOn(
  lotId: string,
  from: number,
  to: number,
  occupiedAt: (day: number, slot: number) => number,
): Promise<void> {
  const slots = Array.from({ length: (to - from) * HALF_HOURS }, (_, i) => i);
  const counts = slots.map((i) => {
    const [day, slot] = [from + Math.floor(i / HALF_HOURS), i % HALF_HOURS];
    return { lotId, at: at(day, slot), occupied: occupiedAt(day, slot) };
  });
  await addCounts(stage.database, counts);
}

async function layOut(country: string, operators: readonly string[], latitude: number) {
  const found = [];
  for (const [i, operator_id] of operators.entries()) {
    const ref = `${country} ${i}`;
    const lotId = await stage.addLot(ref, { operator_id, country, latitude, longitude: 3 });
    await countOn(lotId, today() - DAYS, today(), (day, slot) =>
      Math.round(100 * shareOf(i, slot) + ((day + slot + i) % 3)),
    );
    found.push(lotId);
  }
  lots.set(country, found);
}

beforeAll(async () => {
  stage = await openForecastStage();
  operatorIds = [];
  for (let i = 0; i < OPERATORS; i += 1)
    operatorIds.push((await addCaller(stage.database)).operatorId);
  for (const [i, country] of COUNTRIES.entries()) await layOut(country, operatorIds, -60 - 5 * i);
  await layOut(FEW, operatorIds.slice(0, 3), -50);
  // So these areas are whole countries at first, and finer at once afterwards.
  await stage.database.duringTransaction(() => refresh(stage.context));
  await stage.refresh();
});
afterAll(() => stage.close());

const hexes = async () => new Map([...(await stage.areas())].map(([area, { hex }]) => [area, hex]));
const makeAllDue = () => stage.database.sql('update marts.area_forecasts set due_at = now()');
const lotOf = (country: string, i: number) => lots.get(country)?.[i] ?? '';
const countryOf = (area: string) => area.split(' ')[0];

/** The countries whose areas got new forecasts. */
async function remade(work: () => Promise<unknown>): Promise<string[]> {
  const before = await stage.areas();
  await work();
  const changed = [...(await stage.areas())].filter(
    ([area, { madeAt }]) => before.get(area)?.madeAt !== madeAt,
  );
  return changed.map(([area]) => countryOf(area) ?? '').sort();
}

test('an area of four operators or more is forecast from today on, at once, and no other is', async () => {
  const areas = await stage.areas();
  expect([...areas.keys()].map(countryOf).sort()).toEqual(COUNTRIES);
  for (const { forecast, hasHistory } of areas.values()) {
    expect(hasHistory).toBe(true);
    expect(forecast.fromDay).toBe(today());
    const noons = forecast.shares.next.filter((_, i) => i % HALF_HOURS === NOON);
    for (const noon of noons) expect(noon).toBeCloseTo(0.61, 1);
    expect(forecast.backtest.days).toBeGreaterThan(10);
  }
});

test('what finer areas have in common is learnt from them, not from the countries of before', async () => {
  const before = await hexes();
  await makeAllDue();
  await stage.rebuild();
  expect(await hexes()).toEqual(before);
});

test('a refresh without anything new makes no forecast of an area again', async () => {
  const edition = await stage.edition();
  expect(await remade(() => stage.refresh())).toEqual([]);
  expect(await stage.edition()).toBe(edition);
});

test('what becomes known late of a lot makes its area alone due again', async () => {
  const before = await hexes();
  const day = today() - 6;
  const late = () => countOn(lotOf('BV', 1), day, day + 2, (_, slot) => 30 + (slot % 2));
  const countries = await remade(async () => {
    await late();
    await stage.refresh();
  });
  expect(countries).toEqual(['BV']);
  const after = await hexes();
  const areaIn = (country: string) => [...after.keys()].find((a) => countryOf(a) === country) ?? '';
  expect(after.get(areaIn('BV'))).not.toBe(before.get(areaIn('BV')));
  expect(after.get(areaIn('AQ'))).toBe(before.get(areaIn('AQ')));
});

test('late counts make an area due, also when a refresh ends before it is forecast', async () => {
  const countries = await remade(async () => {
    const day = today() - 9;
    await countOn(lotOf('AQ', 3), day, day + 1, (_, slot) => 50 + (slot % 2));
    const crash = (point: string) => {
      if (point === 'counts_by_lot_day added') throw new Error('a crash');
    };
    await expect(stage.refresh(crash)).rejects.toThrow('a crash');
    await stage.refresh();
  });
  expect(countries).toContain('AQ');
});

test('an area that becomes due takes no turn from those that wait, however often that happens', async () => {
  await stage.database.sql(
    `update marts.area_forecasts
     set due_at = now() - case country when 'BV' then interval '1 h' else interval '1 min' end`,
  );
  for (let i = 0; i < 2; i += 1) {
    const late = COUNTRIES.flatMap((country) => lots.get(country) ?? []);
    const { due } = await findDueAreas(stage.context, { late, hasChanges: true });
    expect(due.map(({ country }) => country)).toEqual(['BV', 'AQ']);
  }
});

// After rows that came late, and a refresh that crashed.
test('made again, or from an empty warehouse, they have the same bytes', async () => {
  // What areas have in common is learnt again with each late import, so all are made again.
  await makeAllDue();
  await stage.refresh();
  const before = await hexes();
  await makeAllDue();
  await stage.refresh();
  expect(await hexes()).toEqual(before);
  await makeAllDue();
  await stage.rebuild();
  expect(await hexes()).toEqual(before);
});

test('a half hour is known where four operators are, and is their mean', async () => {
  const country = 'CL';
  const place = { operator_id: operatorIds[3] ?? '', country, latitude: -40, longitude: 3 };
  const extra = await stage.addLot('extra', place);
  const [first, end] = [today() - 12, today() - 4];
  await countOn(extra, first, end, (day, slot) => 40 + ((day + slot) % 3));
  await stage.refresh();
  const areaOf = (lotIds: readonly string[]): Area => ({
    ...{ livemode: true, country, cell: '0', timezone: 'UTC', state: null, currency: 'cad' },
    ...{ today: today(), nextMidnightAt: new Date(), listedAt: new Date(), madeFor: '' },
    lots: lotIds.map((lot_id, i) => ({
      ...{ lotId: lot_id, operatorId: operatorIds[i] ?? '', totalSpaces: 100, currency: 'cad' },
    })),
  });
  const span = {
    firstDay: today() - DAYS,
    days: DAYS,
    judgedBefore: DAYS,
    nowSecond: Date.now() / 1_000,
  };
  const three = [0, 1, 2].map((i) => lotOf(FEW, i));
  const read = async (lotIds: readonly string[]) => {
    const histories = readAreaHistories(stage.warehouse, [areaOf(lotIds)], () => span);
    for await (const [, { shares }] of histories) return shares;
    return new Float32Array();
  };
  expect((await read(three)).every(Number.isNaN)).toBe(true);
  const shares = await read([...three, extra]);
  for (const [place, share] of shares.entries()) {
    const [day, slot] = [span.firstDay + Math.floor(place / HALF_HOURS), place % HALF_HOURS];
    if (day < first || day >= end) expect(share).toBeNaN();
    else {
      const of = (i: number) => Math.round(100 * shareOf(i, slot) + ((day + slot + i) % 3));
      const sum = of(0) + of(1) + of(2) + 40 + ((day + slot) % 3);
      expect(share).toBeCloseTo(sum / 400, 6);
    }
  }
});

test('a lot that changes makes its area due', async () => {
  const lotId = lotOf('AQ', 0);
  const grow = async () => {
    await changeLot(stage.database, lotId, true, { total_spaces: 130 });
    await stage.database.sql(
      'update lots set total_spaces = 130, updated_at = now() where lot_id = $1',
      [lotId],
    );
    await stage.refresh();
  };
  expect(await remade(grow)).toEqual(['AQ']);
});

test('an area without a figure that may still be disclosed loses its forecast', async () => {
  const two = lots.get('BV')?.slice(0, 2) ?? [];
  await stage.database.sql(
    `insert into audit_log (actor_type, actor_id, livemode, action, entity_id, diff)
     select 'system', 'test', true, 'lot.updated', entity_id, jsonb_build_object(
       'before', '{}'::jsonb,
       'after', diff -> 'after' || jsonb_build_object('operator_id', $2::text))
     from audit_log where entity_id = any($1) and action = 'lot.created'`,
    [two, operatorIds[2]],
  );
  await stage.refresh();
  // Three operators are left of five: nothing may be disclosed of this area, and nothing is
  // forecast.
  expect([...(await stage.areas()).keys()].map(countryOf)).toEqual(['AQ']);
});

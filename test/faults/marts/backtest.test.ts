import { afterAll, beforeAll, expect, test } from 'vitest';
import { backtest } from '../../../pipelines/forecasts/backtest.ts';
import { calendarsOf } from '../../../pipelines/forecasts/calendars.ts';
import { learnModes, outdateLearnt } from '../../../pipelines/forecasts/learn-modes.ts';
import type { Lot } from '../../../pipelines/forecasts/lots.ts';
import { advanceModels } from '../../../pipelines/steps/advance-models.ts';
import type { ScoredDay } from '../../../src/kit/forecast/backtest/backtest.ts';
import { HALF_HOURS } from '../../../src/kit/forecast/history/day-curve.ts';
import {
  at,
  type Count,
  DAY_MS,
  type ForecastStage,
  openForecastStage,
  today,
  weekdayOf,
} from '../../pipelines/stage/forecast-stage.ts';
import { addCounts } from '../../pipelines/stage/parking.ts';

// Forecasts of past days, each made from the days before it.

const FROM = today() - 6;
const TO = today() - 4;
const START = today() - 40;
const HOUR_MS = 3_600_000;
let stage: ForecastStage;
let counted: string;
let parked: string;
/** What was said and scored before anything more became known. */
let atFirst: Awaited<ReturnType<typeof forecastsOf>>;

const office: Count = (day, slot) =>
  (weekdayOf(day) < 5 && slot >= 16 && slot < 36 ? 70 : 5) + ((day * 7 + slot) % 5);

beforeAll(async () => {
  stage = await openForecastStage();
  counted = await stage.addLot('counted');
  await stage.addLot('rarely');
  parked = await stage.addLot('parked');
  await stage.addLot('unused');
  await stage.addLot('trial', { livemode: false });
  await stage.database.sql(`update lots set timezone = 'America/Bogota' where lot_id = $1`, [
    parked,
  ]);
  await stage.importCounts('counted', START, TO + 1, office);
  const rarely: Count = (day, slot) => (slot === 20 && day !== FROM ? 30 + (day % 2) : undefined);
  await stage.importCounts('rarely', START, TO + 1, rarely);
  await stage.importCounts('trial', START, TO + 1, office, false);
  await stage.importStays('parked', staysBetween(START, TO));
  await stage.refresh();
  atFirst = await forecastsOf({ ...asked, isByLot: true });
});
afterAll(() => stage.close());

/** Stays of three hours from 19:00 to 22:00 in Bogotá. */
function staysBetween(from: number, to: number) {
  return Array.from({ length: (to - from) * 20 }, (_, i) => {
    const day = from + Math.floor(i / 20);
    return { from: at(day, 48), to: at(day, 54) };
  });
}

const asked = { from: FROM, to: TO, livemode: true, isByLot: false };

/** What was said of each lot for each day. */
async function forecastsOf(range = asked) {
  const said = new Map<string, ScoredDay>();
  const scores = await backtest(stage.context, range, {
    onDay: ({ ref }, day) => said.set(`${ref} ${day.day}`, day),
  });
  return { said, scores };
}

test('lots and half hours that were measured on those days are counted, in one world', async () => {
  const { said, scores } = atFirst;
  expect(scores).toMatchObject({
    from: new Date(FROM * DAY_MS).toISOString().slice(0, 10),
    to: new Date(TO * DAY_MS).toISOString().slice(0, 10),
    lots: 3,
    cells: 3 * HALF_HOURS + 2 + 3 * HALF_HOURS,
  });
  expect([...said.keys()].filter((key) => key.startsWith('counted'))).toEqual(
    [FROM, FROM + 1, TO].map((day) => `counted ${day}`),
  );
  expect((await forecastsOf({ ...asked, livemode: false })).scores).toMatchObject({
    lots: 1,
    cells: 3 * HALF_HOURS,
  });
});

test('scores say how far what was said was from what was measured', () => {
  const { said, scores } = atFirst;
  const misses = [...said]
    .filter(([key]) => key.startsWith('counted'))
    .flatMap(([, { measured, predicted: said }]) =>
      said.map(({ value }, i) => Math.abs(value - (measured[i] ?? 9))),
    );
  expect(misses).toHaveLength(3 * HALF_HOURS);
  const mae = misses.reduce((sum, miss) => sum + miss, 0) / misses.length;
  expect(scores.by_lot?.map(({ ref }) => ref)).toEqual(
    expect.arrayContaining(['counted', 'rarely', 'parked']),
  );
  const own = scores.by_lot?.find(({ lot_id }) => lot_id === counted);
  expect(own).toMatchObject({ ref: 'counted', cells: 3 * HALF_HOURS });
  expect(own?.mae).toBeCloseTo(mae, 4);
  expect(own?.mae).toBeLessThan(0.03);
});

test('days on which nothing was measured have no scores', async () => {
  const day = START - 300;
  const { scores } = await forecastsOf({ ...asked, from: day, to: day });
  expect(scores).toMatchObject({ lots: 0, cells: 0, mae: null, coverage_80: null });
});

test('other figures from the first day on change nothing that was said of it', async () => {
  const before = atFirst;
  const scrambled = [];
  for (let day = FROM; day <= TO; day += 1)
    for (let slot = 0; slot < HALF_HOURS; slot += 1)
      scrambled.push({ lotId: counted, at: at(day, slot), occupied: (slot * 37 + day) % 101 });
  await addCounts(stage.database, scrambled);
  await stage.importStays('parked', [...staysBetween(FROM, TO), ...staysBetween(FROM, TO)]);
  await stage.refresh();
  const after = await forecastsOf();
  for (const ref of ['counted', 'rarely', 'parked']) {
    const key = `${ref} ${FROM}`;
    expect(after.said.get(key)?.predicted).toEqual(before.said.get(key)?.predicted);
  }
  expect(after.said.get(`counted ${FROM}`)?.measured).not.toEqual(
    before.said.get(`counted ${FROM}`)?.measured,
  );
  expect(after.said.get(`counted ${TO}`)?.predicted).not.toEqual(
    before.said.get(`counted ${TO}`)?.predicted,
  );
  expect(after.scores.mae).toBeGreaterThan(before.scores.mae ?? 1);
});

test('a lot with new rows of the past is due after a backtest, too', async () => {
  const madeAt = async () => (await stage.forecasts()).get('rarely')?.madeAt;
  const before = await madeAt();
  await stage.importCounts('rarely', FROM, FROM + 1, () => 80);
  const end = (point: string) => {
    if (point === 'build-forecasts begins') throw new Error('a crash');
  };
  await expect(stage.refresh(end)).rejects.toThrow('a crash');
  await forecastsOf();
  await stage.refresh();
  expect(await madeAt()).not.toBe(before);
});

test('what lots have in common is learnt from days that are over, wherever they are', async () => {
  const due = [{ livemode: true }] as Lot[];
  const day = today() - 1;
  const learnAt = async (hour: number) => {
    await stage.refresh();
    await advanceModels(stage.context, stage.warehouse.contents.daily);
    outdateLearnt(stage.warehouse);
    const context = { ...stage.context, clock: { now: () => day * DAY_MS + hour * HOUR_MS } };
    return (await learnModes(context, due, day, calendarsOf([]))).live?.sharedParameters.shares.at(
      -1,
    );
  };
  await stage.importStays('parked', staysBetween(TO, day - 1));
  const evening = await learnAt(1);
  await stage.importStays('parked', staysBetween(day - 1, day));
  expect(await learnAt(5)).toEqual(evening);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Area } from '../../../pipelines/forecasts/areas.ts';
import { buildAreas } from '../../../pipelines/forecasts/build-areas.ts';
import { calendarsOf } from '../../../pipelines/forecasts/calendars.ts';
import { refresh } from '../../../pipelines/refresh.ts';
import type { RefreshContext } from '../../../pipelines/step.ts';
import { newUuid } from '../../../src/kit/uuid.ts';
import { type ForecastStage, openForecastStage, today } from '../stage/forecast-stage.ts';

const LOTS = 450;
/** Longer than a refresh takes lots to be forecast. */
const LONG_MS = 40_000;
const COUNTRIES = ['AQ', 'BV', 'HM'];
/** Two areas have as many as are written together. */
const LOTS_PER_AREA = 1_000;
let stage: ForecastStage;

beforeAll(async () => {
  stage = await openForecastStage();
  for (let i = 0; i < LOTS; i += 1) await stage.addLot(`lot ${i}`);
});
afterAll(() => stage.close());

/** Its clock is ahead by so long for each part that was written. */
function contextWith(partMs: number): RefreshContext {
  let aheadMs = 0;
  const { clock } = stage.context;
  return {
    ...stage.context,
    clock: { ...clock, now: () => clock.now() + aheadMs },
    observe(point) {
      if (point.endsWith(' written')) aheadMs += partMs;
    },
  };
}

/** Refreshes while each part of the lots takes so long; returns how many have a forecast then. */
async function forecastAt(partMs: number): Promise<number> {
  await refresh(contextWith(partMs));
  return (await stage.forecasts()).size;
}

test('lots that there is no time for are forecast by the next refreshes, and each by one', async () => {
  expect(await forecastAt(LONG_MS)).toBe(200);
  expect(await forecastAt(LONG_MS)).toBe(400);
  expect(await forecastAt(LONG_MS)).toBe(LOTS);
});

test('a refresh forecasts all that are due while there is time', async () => {
  await stage.database.sql('delete from marts.lot_forecasts');
  expect(await forecastAt(0)).toBe(LOTS);
});

test('lots that change with every refresh take no turn from those that wait', async () => {
  const { sql } = stage.database;
  // They come last in the table.
  const waiting = `lot_id in (select lot_id from lots order by ctid desc limit 200)`;
  await sql(`update marts.lot_forecasts set due_at = now() - interval '1 h' where ${waiting}`);
  await sql(`update lots set updated_at = now() where not ${waiting}`);
  const due = `select count(*)::integer as count from marts.lot_forecasts where due_at <= now()`;
  expect(await sql(due)).toEqual([{ count: 200 }]);
  await forecastAt(LONG_MS);
  expect(await sql(due)).toEqual([{ count: 0 }]);
});

const areaOf = (country: string): Area => ({
  ...{ livemode: true, country, cell: '0', timezone: 'UTC', state: null },
  ...{ currency: 'cad', today: today(), nextMidnightAt: new Date(), listedAt: new Date() },
  madeFor: '',
  lots: Array.from({ length: LOTS_PER_AREA }, () => ({
    ...{ lotId: newUuid(), operatorId: 'op', totalSpaces: 10, currency: 'cad' },
  })),
});

test('a refresh forecasts as many areas as there is time for, and one part at least', async () => {
  const all = COUNTRIES.map(areaOf);
  const build = async (partMs: number, leftMs: number) => {
    const context = contextWith(partMs);
    const [calendars, untilMs] = [calendarsOf([]), context.clock.now() + leftMs];
    const due = { all, due: all, removed: 0 };
    return buildAreas(context, due, { today: today(), calendars, untilMs });
  };
  expect(await build(LONG_MS, LONG_MS)).toBe(2);
  expect((await stage.areas()).size).toBe(2);
  expect(await build(LONG_MS, 0)).toBe(2);
  expect(await build(0, LONG_MS)).toBe(all.length);
  expect((await stage.areas()).size).toBe(all.length);
});

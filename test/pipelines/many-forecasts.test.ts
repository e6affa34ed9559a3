import { afterAll, beforeAll, expect, test } from 'vitest';
import { refresh } from '../../pipelines/refresh.ts';
import { type ForecastStage, openForecastStage } from './forecast-stage.ts';

const LOTS = 450;
/** Longer than a refresh takes lots to be forecast. */
const LONG_MS = 40_000;
let stage: ForecastStage;

beforeAll(async () => {
  stage = await openForecastStage();
  for (let i = 0; i < LOTS; i += 1) await stage.addLot(`lot ${i}`);
});
afterAll(() => stage.close());

/** Refreshes while each part of the lots takes so long; returns how many have a forecast then. */
async function forecastAt(partMs: number): Promise<number> {
  let aheadMs = 0;
  const { clock } = stage.context;
  await refresh({
    ...stage.context,
    clock: { ...clock, now: () => clock.now() + aheadMs },
    observe(point) {
      if (point === 'build-forecasts written') aheadMs += partMs;
    },
  });
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

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../../stage.ts';
import { hoursAhead, ratesOf } from './rates-of.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const { get, newLot, occupy, park, posted, quote, surge } = ratesOf(() => stage);

test.each([
  [0, 8],
  [29, 8],
  [30, 9],
  [59, 9],
  [60, 10],
  [79, 10],
  [80, 12.5],
  [99, 12.5],
])('occupancy, by default: at %d of 100 spaces 10.00 is %d', async (taken, rate) => {
  const lotId = await newLot();
  await posted(lotId, { dynamic: { occupancy: {} } });
  await occupy(lotId, taken);
  const session = await park(lotId);
  expect(session.rate).toBe(rate);
  expect(session.pricing.rules).toHaveLength(rate === 10 ? 0 : 1);
});

test('occupancy, with bands of its own in any order', async () => {
  const lotId = await newLot();
  const bands = [
    { from_pct: 90, multiplier: 3 },
    { from_pct: 50, multiplier: 2 },
  ];
  const rates = await posted(lotId, { dynamic: { occupancy: { bands } } });
  expect(rates.current.dynamic.occupancy.bands).toEqual(bands);
  const seen = [];
  for (const taken of [49, 50, 89, 90]) {
    await occupy(lotId, taken);
    seen.push((await park(lotId)).rate);
  }
  expect(seen).toEqual([10, 20, 20, 30]);
});

test('live holds count as taken; a higher count of vehicles on the lot counts instead', async () => {
  const lotId = await newLot();
  await posted(lotId, { dynamic: { occupancy: {} } });
  await stage.parking.hold(lotId, { spaceCount: 40 });
  await stage.parking.hold(lotId, { spaceCount: 40 });
  expect((await get(lotId)).body.rates.current.effective_rate).toBe(12.5);
  const counted = await newLot();
  await posted(counted, { dynamic: { occupancy: {} } });
  await stage.api.database.sql(
    'update lots set reported_occupied = 70, reported_at = now() where lot_id = $1',
    [counted],
  );
  expect((await park(counted)).rate).toBe(10);
});

test('surge: rises with searches nearby, up to what the operator allows', async () => {
  const [free, limited, quiet] = [await newLot(), await newLot(), await newLot()];
  await posted(free, { dynamic: { surge: {} } });
  await posted(limited, { dynamic: { surge: { max_multiplier: 1.2 } } });
  await posted(quiet, { dynamic: { surge: {} } });
  for (const lotId of [free, limited]) await surge(lotId, 137);
  await surge(quiet, 150, hoursAhead(-1));
  expect((await park(free)).rate).toBe(13.7);
  expect((await park(limited)).rate).toBe(12);
  expect((await park(quiet)).rate).toBe(10);
});

test('without rules searches and occupancy change nothing', async () => {
  const lotId = await newLot();
  await surge(lotId, 150);
  await occupy(lotId, 95);
  expect(await park(lotId)).toMatchObject({ rate: 10, pricing: { rules: [] } });
});

test('a stay that begins in over 15 minutes is priced without occupancy and surge', async () => {
  const lotId = await newLot();
  await posted(lotId, { dynamic: { occupancy: {}, surge: {}, events: [] } });
  await surge(lotId, 150);
  await occupy(lotId, 90);
  expect((await quote(lotId, hoursAhead(0.2))).effective_rate).toBe(18.75);
  expect((await quote(lotId, hoursAhead(0.3))).effective_rate).toBe(10);
});

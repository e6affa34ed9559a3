import { afterAll, beforeAll, expect, test } from 'vitest';
import { dailyHours } from '../../../../stage/daily-hours.ts';
import type { LotColumns } from '../../../../stage/fixtures.ts';
import { randomFrom, seedOfRun } from '../../../../stage/random.ts';
import { inHours, openStage, type Stage, windowInHours } from '../../../stage.ts';
import type { Any } from '../operator.ts';

let stage: Stage;
let lastPlace = 0;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

type Place = { latitude: number; longitude: number };
type Query = Record<string, string | number | boolean>;

/** A place where no other test has a lot. */
const newPlace = (): Place => ({ latitude: 10 + ++lastPlace, longitude: 10 });

async function addLot(at: Place, more: Partial<LotColumns> = {}, hours: string | null = '24/7') {
  const lotId = await stage.parking.addLot({ ...at, ...more });
  await stage.api.database.sql(
    `update lots set opening_hours = $2, timezone = 'UTC' where lot_id = $1`,
    [lotId, hours],
  );
  return lotId;
}

async function search({ latitude: lat, longitude: lng }: Place, query: Query): Promise<Any[]> {
  const answer = await stage.get('/api/v1/lots/search', { lat, lng, limit: 50, ...query });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.lots;
}

async function found(at: Place, query: Query): Promise<Any> {
  const [lot] = await search(at, query);
  return lot;
}

test('spaces held for a window are taken within it, and free before and after', async () => {
  const at = newPlace();
  const lotId = await addLot(at, { total_spaces: 2 });
  await stage.parking.held(lotId, { from: 48 * 60, minutes: 120, spaceCount: 2 });
  expect((await found(at, windowInHours(48, 50))).availability).toMatchObject({
    available_spaces: 0,
    occupancy_pct: 100,
    status: 'full',
  });
  for (const [from, to] of [
    [24, 47.9],
    [50.1, 60],
  ] as const)
    expect((await found(at, windowInHours(from, to))).availability).toMatchObject({
      available_spaces: 2,
      status: 'open',
    });
  expect(await search(at, { ...windowInHours(47, 49), available_only: true })).toEqual([]);
  expect(await search(at, { ...windowInHours(50.1, 51), available_only: true })).toHaveLength(1);
});

test('a stay takes its space until its expected end, and not after it', async () => {
  const at = newPlace();
  const lotId = await addLot(at, { total_spaces: 1 });
  await stage.parking.park(lotId, { durationHours: 3 });
  const free = async (from: number, to: number) =>
    (await found(at, windowInHours(from, to))).availability.available_spaces;
  expect([await free(0, 1), await free(2, 5), await free(3.1, 5)]).toEqual([0, 0, 1]);
  expect(await search(at, { ...windowInHours(3.1, 5), available_only: true })).toHaveLength(1);
  expect(await search(at, { ...windowInHours(2, 5), available_only: true })).toEqual([]);
});

test('opening hours are checked for the window, not for now', async () => {
  const at = newPlace();
  await addLot(at, {}, dailyHours(120, 360));
  const statusIn = async (query: Query) => (await found(at, query)).availability.status;
  expect(await statusIn({})).toBe('closed');
  expect(await statusIn(windowInHours(2.1, 5.9))).toBe('open');
  expect(await statusIn(windowInHours(2.1, 6.1))).toBe('closed');
  expect(await statusIn(windowInHours(0.5, 3))).toBe('closed');
  for (const flag of ['open_now', 'available_only']) {
    expect(await search(at, { [flag]: true })).toEqual([]);
    expect(await search(at, { [flag]: true, ...windowInHours(2.1, 6.1) })).toEqual([]);
    expect(await search(at, { [flag]: true, ...windowInHours(2.1, 5.9) })).toHaveLength(1);
  }
});

test('a lot that allows overnight stays must be open only when they begin', async () => {
  const at = newPlace();
  const lotId = await addLot(at, {}, dailyHours(120, 360));
  await stage.api.database.sql('update lots set is_overnight_allowed = true where lot_id = $1', [
    lotId,
  ]);
  const statusIn = async (query: Query) => (await found(at, query)).availability.status;
  expect(await statusIn(windowInHours(2.1, 20))).toBe('open');
  expect(await statusIn(windowInHours(1.9, 3))).toBe('closed');
});

test('the price of the window is the one that is shown, sorted by and filtered by', async () => {
  const at = newPlace();
  const dear = await addLot(at, { rate_minor: 400, max_daily_minor: 600 });
  const cheap = await addLot(at, { rate_minor: 300 });
  const later = [{ rate_id: 'rate_later', effective_from: inHours(24), rate_minor: 500 }].map(
    (rate) => ({
      ...rate,
      rate_unit: 'hour',
      billing_step_minutes: 1,
      max_daily_minor: null,
      price_rules: null,
    }),
  );
  await stage.api.database.sql('update lots set scheduled_rates = $2 where lot_id = $1', [
    cheap,
    JSON.stringify(later),
  ]);
  const order = async (query: Query) =>
    (await search(at, { sort: 'price', ...query })).map((lot) => lot.id);
  expect(await order({})).toEqual([cheap, dear]);
  expect(await order(windowInHours(2, 3))).toEqual([cheap, dear]);
  // Four hours: a day maximum of 6 against 4 x 3.
  expect(await order(windowInHours(2, 6))).toEqual([dear, cheap]);
  expect(await order(windowInHours(25, 26))).toEqual([dear, cheap]);
  expect(await order({ ...windowInHours(25, 26), max_rate: 4.5 })).toEqual([dear]);
  expect(await order({ ...windowInHours(2, 3), max_rate: 3.5 })).toEqual([cheap]);
  const shown = await search(at, { ...windowInHours(25, 26), sort: 'price' });
  expect(shown.map((lot) => lot.pricing.effective_rate)).toEqual([4, 5]);
});

test('rules that change a price now change the order and the price filter', async () => {
  const at = newPlace();
  const busy = await addLot(at, { rate_minor: 300, total_spaces: 1 });
  const calm = await addLot(at, { rate_minor: 350 });
  await stage.parking.park(busy, { durationHours: 2 });
  const rule = { id: 'r', kind: 'occupancy', bands: [{ from_pct: 0, multiplier_pct: 125 }] };
  const rules = { floor_minor: null, ceiling_minor: null, rules: [rule] };
  await stage.api.database.sql('update lots set price_rules = $2 where lot_id = $1', [
    busy,
    JSON.stringify(rules),
  ]);
  const ids = async (query: Query) => (await search(at, query)).map((lot) => lot.id);
  expect(await ids({ sort: 'price' })).toEqual([calm, busy]);
  expect(await ids({ max_rate: 3.5 })).toEqual([calm]);
  // The occupancy of tomorrow is unknown, so occupancy rules do not apply.
  expect(await ids({ sort: 'price', ...windowInHours(24, 25) })).toEqual([busy, calm]);
});

test('a reported count of vehicles does not apply to a window tomorrow', async () => {
  const at = newPlace();
  const lotId = await addLot(at, { total_spaces: 10 });
  const reportedAt = new Date(Date.now() - 5 * 60_000).toISOString();
  const report = { occupied: 7, at: reportedAt };
  expect((await stage.post(`/api/v1/lots/${lotId}/occupancy`, report)).status).toBe(200);
  const counted = { available_spaces: 3, source: 'reported', as_of: reportedAt };
  expect((await found(at, {})).availability).toMatchObject(counted);
  expect((await found(at, windowInHours(0.1, 2))).availability).toMatchObject(counted);
  expect((await found(at, windowInHours(24, 25))).availability).toMatchObject({
    available_spaces: 10,
    source: 'sessions',
  });
});

const seed = seedOfRun();

test(`the free spaces of any window are those that can be held (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const at = newPlace();
  const lotIds: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    const lotId = await addLot(at, { total_spaces: 12 });
    lotIds.push(lotId);
    for (let k = 0; k < 4; k += 1) {
      await stage.parking.park(lotId, { durationHours: 1 + Math.floor(random() * 8) });
      const from = Math.floor(random() * 12 * 60);
      await stage.parking.held(lotId, { from, minutes: 30 + Math.floor(random() * 300) });
    }
  }
  for (let i = 0; i < 30; i += 1) {
    const from = random() * 12;
    const { starts_at, ends_at } = windowInHours(from, from + 0.1 + random() * 6);
    const sort = i % 2 === 0 ? 'availability' : 'distance';
    const lots = await search(at, { starts_at, ends_at, sort });
    const free = await stage.api.database.sql<{ lot_id: string; free: number }>(
      `select lot_id, total_spaces - spaces_needed(lot_id, now(), $2, $3) as free
       from lots where lot_id = any($1)`,
      [lotIds, starts_at, ends_at],
    );
    const expected = Object.fromEntries(free.map((row) => [row.lot_id, row.free]));
    const shown = lots.map((lot) => [lot.id, lot.availability.available_spaces] as const);
    expect(Object.fromEntries(shown), `${starts_at}/${ends_at}`).toEqual(expected);
    const counts = shown.map(([, count]) => count);
    if (sort === 'availability') expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  }
});

test('a window that has begun is refused, except for a clock that is a little behind', async () => {
  const at = newPlace();
  await addLot(at);
  expect(await search(at, windowInHours(-0.01, 1))).toHaveLength(1);
  const query = { lat: at.latitude, lng: at.longitude, ...windowInHours(-0.1, 1) };
  const answer = await stage.get('/api/v1/lots/search', query);
  expect(answer.status).toBe(400);
  expect(answer.body.error.details).toEqual([
    { field: 'starts_at', reason: 'must not be in the past' },
  ]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { importStays } from '../../../src/imports/sessions/import-stays.ts';
import { dateOf } from '../../../src/kit/time/days.ts';
import { startTestApi, type TestApi, type TestKey } from '../../api/client.ts';
import { addCounts } from '../../pipelines/stage/parking.ts';
import { addLot } from '../../stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';

// The forecast of a circle, made of what was counted and paid on lots of several operators. The
// test world has the same lots as the live world, on which the operators have exchanged histories.

const PATH = '/api/v2/intelligence/demand-forecast';
const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 48 * HALF_HOUR_MS;
const DAYS = 21;
const NOW = Date.now();
const OPERATORS = 6;
const SPACES = [100, 60];
/** Without public holidays, each an area of its own. `last`: how full the last operator is. */
const PLACES = [
  { country: 'AQ', lat: -77.85, lng: 166.67, last: undefined },
  { country: 'BV', lat: -54.42, lng: 3.35, last: 0 },
  { country: 'HM', lat: -53.1, lng: 73.51, last: 1 },
] as const;
type Place = (typeof PLACES)[number];

let api: TestApi;
let warehouse: TestWarehouse;
let live: TestKey;
let sandbox: TestKey;

/** How full a lot is, 0 to 1, in a half hour since 1970. Different for each history. */
function shareAt(history: number, lot: number, slot: number, last: Place['last']): number {
  // Not quite, because a counter that never moves is taken to be broken.
  if (last !== undefined && history === OPERATORS - 1) return Math.abs(last - 0.02 * (slot % 3));
  const day = Math.floor(slot / 48);
  const swing = 0.25 * Math.sin((2 * Math.PI * (slot % 48)) / 48) + (day % 7 < 2 ? -0.1 : 0);
  return 0.5 + swing + 0.02 * (history - 2) + 0.01 * ((slot * 7 + lot * 3 + history * 5) % 4);
}

/** Lots and what happened there. `historyOf`: whose history the lots of an operator have. */
async function layOut(
  { country, lat, lng, last }: Place,
  operatorIds: readonly string[],
  { livemode, historyOf }: { livemode: boolean; historyOf(operator: number): number },
): Promise<void> {
  const firstSlot = Math.floor(NOW / HALF_HOUR_MS) - DAYS * 48;
  const stays = [];
  for (const [i, operator_id] of operatorIds.entries())
    for (const [j, total_spaces] of SPACES.entries()) {
      const place = { latitude: lat + 0.0003 * i, longitude: lng + 0.0003 * j, country };
      const lotId = await addLot(api.database, { operator_id, livemode, total_spaces, ...place });
      const history = historyOf(i);
      const counts = Array.from({ length: DAYS * 48 }, (_, n) => ({
        lotId,
        livemode,
        at: new Date((firstSlot + n) * HALF_HOUR_MS),
        occupied: Math.round(total_spaces * shareAt(history, j, firstSlot + n, last)),
      }));
      await addCounts(api.database, counts);
      for (let day = 1; day < DAYS; day += 1)
        for (let n = 0; n < 2 + history; n += 1) {
          const startedAt = NOW - day * DAY_MS + n * HALF_HOUR_MS;
          stays.push({
            lotId,
            plate: `P${i}${j}${country}${day}${n}`,
            startedAt: new Date(startedAt).toISOString(),
            endedAt: new Date(startedAt + HALF_HOUR_MS).toISOString(),
            amountMinor: 200 + 10 * history,
            currency: 'cad',
          });
        }
    }
  await importStays(api.database.owner, { livemode, actorId: 'test', stays });
}

beforeAll(async () => {
  api = await startTestApi({ clock: { now: () => NOW } });
  warehouse = await openTestWarehouse(api.database);
  const operators = [];
  for (let i = 0; i < OPERATORS; i += 1) operators.push((await api.createKey()).operatorId);
  const asTheyAre = { livemode: true, historyOf: (i: number) => i };
  const exchanged = { livemode: false, historyOf: (i: number) => (i * 5 + 2) % OPERATORS };
  for (const place of PLACES)
    for (const world of [asTheyAre, exchanged]) await layOut(place, operators, world);
  live = await api.createKey({ rateLimits: { intelligence: 10_000 } });
  sandbox = await api.createKey({ mode: 'test', rateLimits: { intelligence: 10_000 } });
  await warehouse.refresh();
});
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

async function ask(key: TestKey, place: Place, more: { day?: number; radius_km?: number } = {}) {
  const { day = 3, radius_km = 5 } = more;
  const date = dateOf(Math.floor(NOW / DAY_MS) + day);
  const { lat, lng } = place;
  const query = { lat, lng, date, radius_km };
  const answer = await api.request('GET', PATH, { key: key.secret, query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

test('what was counted and paid in an area is what is expected around its lots', async () => {
  const { data, meta } = await ask(live, PLACES[0]);
  expect(meta.confidence).toBe('high');
  expect(data).toMatchObject({ basis: 'realised', reason: null, nearby_lots: 12, own: null });
  expect(data.lots_with_forecast).toBe(12);
  // Their mean is 0.525, and 0.775 at the peak; 0.1 less on two days of the week.
  expect(data.expected_peak_occupancy).toBeGreaterThan(64);
  expect(data.expected_peak_occupancy).toBeLessThan(84);
  // 2 to 7 stays on each of two lots, none of them far from the others.
  expect(data.expected_sessions).toBeGreaterThan(40);
  expect(data.expected_sessions).toBeLessThan(65);
  const paid = data.expected_revenue_cents / data.expected_sessions;
  expect(paid).toBeGreaterThan(190);
  expect(paid).toBeLessThan(270);
  expect(data.backtest.mae).toBeLessThan(0.05);
  expect(data.backtest.days).toBeGreaterThan(15);
});

test('operators that have exchanged their histories answer every question alike', async () => {
  for (const place of PLACES)
    for (const day of [1, 3, 13, 40])
      for (const radius_km of [0.1, 5]) {
        const question = { day, radius_km };
        const [one, other] = [
          await ask(live, place, question),
          await ask(sandbox, place, question),
        ];
        expect(JSON.stringify(other.data)).toBe(JSON.stringify(one.data));
        expect(other.meta.confidence).toBe(one.meta.confidence);
      }
});

test('one of six operators that turns empty or full moves the peak by 10 points at most', async () => {
  for (const day of [1, 2, 3, 4, 5, 6, 7, 13]) {
    const [usual, empty, full] = await Promise.all(
      PLACES.map((place) => ask(live, place, { day })),
    );
    const peak = usual.data.expected_peak_occupancy;
    expect(empty.data.expected_peak_occupancy).toBeGreaterThanOrEqual(peak - 10);
    expect(empty.data.expected_peak_occupancy).toBeLessThanOrEqual(peak);
    expect(full.data.expected_peak_occupancy).toBeLessThanOrEqual(peak + 10);
    expect(full.data.expected_peak_occupancy).toBeGreaterThanOrEqual(peak);
  }
});

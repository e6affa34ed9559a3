import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { type LimitStage, openLimitStage, type Sending } from './limit-stage.ts';

// The widest allowed circle, full of lots, and everything that reads it.

const LOTS = isFull ? 100_000 : 10_000;
const LOTS_PER_BATCH = 5_000;
const ANSWER_MS_MAX = 10_000;
const HELD_UP_MS_MAX = 500;
const RSS_BYTES_MAX = 1024 ** 3;
const SEARCHERS = 16;
const CENTRE = { lat: 41.2, lng: -99.6 };
/** In both directions, well within 50 km. */
const DEGREES = 0.3;
const HOUR_MS = 3_600_000;
const WINDOW_HOURS_MAX = 720;
const VEHICLES_MAX = 50;

const seed = seedOfRun();
let stage: LimitStage;
beforeAll(async () => {
  stage = await openLimitStage();
  const random = randomFrom(seed);
  const near = (middle: number) => Number((middle + DEGREES * (2 * random() - 1)).toFixed(5));
  for (let first = 0; first < LOTS; first += LOTS_PER_BATCH) {
    const rows = Array.from({ length: LOTS_PER_BATCH }, (_, i) => ({
      ref: `r${first + i}`,
      name: `Lot ${first + i}`,
      lat: near(CENTRE.lat),
      lng: near(CENTRE.lng),
      total_spaces: 10,
      base_rate: 1 + (i % 9),
    }));
    const { status } = await stage.send(post('/api/v1/lots/batch', rows));
    expect(status).toBe(200);
  }
});
afterAll(() => stage.close());

let turn = 0;
const post = (path: string, body: unknown): Sending => ({
  method: 'POST',
  path,
  raw: JSON.stringify(body),
  headers: { 'content-type': 'application/json', 'idempotency-key': `many-${++turn}` },
});

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

function search(more: Record<string, string | number>): Sending {
  const asked = { ...CENTRE, radius_km: 50, limit: 50, ...more };
  const query = Object.entries(asked).map(([name, value]) => `${name}=${value}`);
  return { method: 'GET', path: `/api/v1/lots/search?${query.join('&')}` };
}
const longestWindow = () => ({
  starts_at: inHours(1),
  ends_at: inHours(WINDOW_HOURS_MAX),
});
const vehicles = () => Array.from({ length: VEHICLES_MAX }, () => ({ plate: `V${++turn}` }));

type Case = { name: string; status: number; request: () => Sending };
const cases: Case[] = [
  ...['distance', 'price', 'availability'].map((sort) => ({
    name: `a search by ${sort}`,
    status: 200,
    request: () => search({ sort }),
  })),
  {
    name: 'a search for the longest stay, by price',
    status: 200,
    request: () => search({ sort: 'price', ...longestWindow() }),
  },
  {
    name: 'a search that nothing fits',
    status: 200,
    request: () =>
      search({ sort: 'availability', open_now: 'true', available_only: 'true', max_rate: 0.5 }),
  },
  {
    name: 'a dispatch of 50 vehicles',
    status: 201,
    request: () =>
      post('/av-fleet/dispatch', {
        fleet_id: 'fleet-7',
        vehicles: vehicles(),
        near: { ...CENTRE, radius_km: 50 },
        ttl_seconds: 60,
      }),
  },
  {
    name: 'the feed of everything',
    status: 200,
    request: () => ({ method: 'GET', path: '/api/v1/lots.geojson?bbox=-180,-90,180,90' }),
  },
  {
    name: 'words that every lot is named by',
    status: 400,
    request: () => post('/api/v1/reserve', { intent: 'Lot '.repeat(250) }),
  },
];

test.each(cases)(
  `$name among ${LOTS} lots: $status, and nobody waits long for it (seed ${seed})`,
  async ({ status, request }) => {
    const bounds = { ms: ANSWER_MS_MAX, heldUpMs: HELD_UP_MS_MAX };
    const outcome = await stage.sendWithin(bounds, request);

    expect(outcome.status, outcome.text.slice(0, 500)).toBe(status);
    expect(outcome.ms).toBeLessThan(bounds.ms);
    expect(outcome.heldUpMs).toBeLessThan(bounds.heldUpMs);
  },
);

test(`${SEARCHERS} of the widest searches at once are all answered, in less than 1 GB`, async () => {
  const sorts = ['distance', 'price', 'availability'];
  const outcomes = await Promise.all(
    Array.from({ length: SEARCHERS }, (_, i) => stage.send(search({ sort: sorts[i % 3] ?? '' }))),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(Array(SEARCHERS).fill(200));
  expect(stage.rssBytes() ?? 0).toBeLessThan(RSS_BYTES_MAX);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openFeeds } from '../../../api/feeds/feeds.ts';
import { readConfig } from '../../../src/config.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { FEATURE_COLLECTION } from '../../../src/outbound/feeds/feed-form.ts';
import type { FeedPart } from '../../../src/outbound/feeds/map-feed.ts';
import { untilHolds } from '../../stage/until-holds.ts';
import { startTestApi, type TestApi } from '../client.ts';

const LOTS = '/api/v1/lots.geojson';
const SITES = '/api/v1/projection-sites.geojson';

const NOTHING: FeedPart = {
  form: FEATURE_COLLECTION,
  hash: 'none',
  texts: [],
  count: 0,
  byteLength: 0,
  isWhole: false,
};

/** The answer of the feeds, which they give once `gate` is open. */
let part: () => FeedPart;
let gate: { isOpen: Promise<void>; open(): void };

let api: TestApi;
beforeAll(async () => {
  const config = readConfig({ HEXLOT_TRANSPORT: 'proxy', HEXLOT_TRUSTED_PROXIES: '127.0.0.1' });
  const db = { query: () => Promise.reject(new Error('nothing is read here')) };
  const unasked = openFeeds({ db, clock: systemClock, config });
  const feed = {
    form: FEATURE_COLLECTION,
    async read() {
      await gate.isOpen;
      return part();
    },
    readMarked: () => Promise.reject(new Error('nothing is read here')),
    forgetIfIdle: () => undefined,
    ids: () => Promise.reject(new Error('nothing is read here')),
    find: () => Promise.reject(new Error('nothing is read here')),
  };
  const feeds = { ...unasked, lots: () => feed, projectionSites: () => feed };
  api = await startTestApi({
    config: { transport: 'proxy', trustedProxies: ['127.0.0.1'] },
    app: { feeds, validateReplies: false },
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  part = () => NOTHING;
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = { isOpen: promise, open: resolve };
});

function get(ip: string, path = LOTS, headers: Record<string, string> = {}, method = 'GET') {
  const from = { 'X-Forwarded-For': ip, 'X-Forwarded-Proto': 'https' };
  return api.request(method, path, { headers: { ...from, ...headers } });
}

const addressOf = (i: number) => `192.0.2.${i}`;
const feedOf = (i: number) => (i % 2 === 0 ? LOTS : SITES);

/**
 * Waits until `refusedCount` calls are refused, then lets the others through; returns all answers.
 */
async function refusedThenServed(calls: ReturnType<typeof get>[], refusedCount: number) {
  const answers: Awaited<ReturnType<typeof get>>[] = [];
  const all = Promise.all(calls.map(async (call) => answers.push(await call)));
  const areRefused = () => expect(answers.length).toBeGreaterThanOrEqual(refusedCount);
  await untilHolds(areRefused);
  const refused = [...answers];
  gate.open();
  await all;
  return { refused, served: answers.slice(refused.length) };
}

test('an address has up to four feeds of any kind under way, and more once they are sent', async () => {
  const calls = Array.from({ length: 16 }, (_, i) => get(addressOf(1), feedOf(i)));
  const { refused, served } = await refusedThenServed(calls, 12);
  expect(served.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  for (const { status, headers, body } of refused) {
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect(body.error).toMatchObject({
      code: 'INTERNAL',
      message: expect.stringMatching(/^4 feeds/),
    });
  }
  expect((await get(addressOf(1))).status).toBe(200);
});

test('all addresses together have up to 32 feeds under way', async () => {
  const calls = Array.from({ length: 40 }, (_, i) => get(addressOf(Math.floor(i / 4)), feedOf(i)));
  const { refused, served } = await refusedThenServed(calls, 8);
  expect(served.map(({ status }) => status)).toEqual(Array(32).fill(200));
  for (const { status, headers } of refused)
    expect([status, headers['retry-after']]).toEqual([503, '1']);
  expect((await get(addressOf(50))).status).toBe(200);
});

test('a feed that fails, is refused or is answered 304 frees its place', async () => {
  gate.open();
  part = () => {
    throw new Error('no such map');
  };
  for (let i = 0; i < 6; i += 1) expect((await get(addressOf(2))).status).toBe(500);
  part = () => NOTHING;
  const known = { 'If-None-Match': '"none"' };
  for (let i = 0; i < 6; i += 1) {
    expect((await get(addressOf(2), LOTS, known)).status).toBe(304);
    expect((await get(addressOf(2), `${LOTS}?bbox=1`)).status).toBe(400);
    expect((await get(addressOf(2), LOTS, {}, 'HEAD')).status).toBe(200);
  }
});

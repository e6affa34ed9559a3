import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Postgres } from '../../../../src/stores/postgres.ts';
import { startTestApi, type TestApi } from '../../client.ts';
import { parseAnswer, sendBytes } from '../../raw-socket.ts';

const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };
const LIVE = '/api/v1/health/live';
const READY = '/api/v1/health/ready';
const HEALTH = '/api/v1/health';
const PER_MINUTE = 120;

let house: TestApi;
/** Behind a proxy, as in production. */
let api: TestApi;
let looks = 0;
beforeAll(async () => {
  house = await startTestApi({ clock });
  const db: Postgres = {
    ...house.app.db,
    query(name, values) {
      if (name === 'health_find_marts') looks += 1;
      return house.app.db.query(name, values);
    },
  };
  const config = { transport: 'proxy', trustedProxies: ['127.0.0.1'] } as const;
  api = await startTestApi({ clock, config, app: { db } });
});
afterAll(async () => {
  await api.stop();
  await house.stop();
});
beforeEach(() => {
  clock.ms += 60_000;
  looks = 0;
});

const FORWARDED = { 'x-forwarded-proto': 'https' };

test.each([LIVE, READY])(
  '%s is answered behind a proxy without X-Forwarded-Proto',
  async (path) => {
    for (const method of ['GET', 'HEAD'])
      for (const headers of [{}, FORWARDED, { 'x-forwarded-proto': 'http' }])
        expect((await api.request(method, path, { headers })).status).toBe(200);
    expect((await api.request('GET', HEALTH)).status).toBe(426);
    expect((await api.request('POST', path)).status).toBe(426);
  },
);

test.each([LIVE, READY])('%s is answered to callers that are no proxy', async (path) => {
  const bytes = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  const text = await sendBytes(api.port, bytes, '127.0.0.1', '127.0.0.7');
  expect(parseAnswer(text).status).toBe(200);
});

test.each([
  ['GET', LIVE],
  ['HEAD', LIVE],
  ['GET', READY],
  ['HEAD', READY],
])('%s %s draws from no budget, however often it is called', async (method, path) => {
  const calls = Array.from({ length: 2 * PER_MINUTE }, () => api.request(method, path));
  for (const { status, headers } of await Promise.all(calls)) {
    expect([status, headers['x-ratelimit-remaining']]).toEqual([200, String(PER_MINUTE)]);
    expect(headers['x-ratelimit-limit']).toBe(String(PER_MINUTE));
    expect(headers['x-ratelimit-reset']).toBeDefined();
  }
});

test('probes show what is left of the public budget, and are answered when it is used up', async () => {
  await Promise.all(
    Array.from({ length: PER_MINUTE }, () =>
      api.request('GET', '/llms.txt', { headers: FORWARDED }),
    ),
  );
  const { headers } = await api.request('GET', LIVE);
  expect(headers['x-ratelimit-remaining']).toBe('0');
  expect((await api.request('GET', '/llms.txt', { headers: FORWARDED })).status).toBe(429);
  expect((await api.request('GET', READY)).status).toBe(200);
});

test.each<[string, string | string[]]>([
  ['an unknown key', `Bearer pk_live_${'A'.repeat(43)}`],
  ['no key at all', 'Basic YTpi'],
  ['two keys', ['Bearer a', 'Bearer b']],
])('a probe with %s is answered as one without', async (_, authorization) => {
  for (const path of [LIVE, READY]) {
    const { status, headers } = await api.request('GET', path, { headers: { authorization } });
    expect([status, headers['x-ratelimit-remaining']]).toEqual([200, String(PER_MINUTE)]);
  }
});

test('a flood of probes costs one look at the database a second', async () => {
  await Promise.all(Array.from({ length: 300 }, () => api.request('GET', READY)));
  expect(looks).toBe(1);
  clock.ms += 999;
  await api.request('GET', READY);
  expect(looks).toBe(1);
  clock.ms += 1;
  await api.request('GET', READY);
  expect(looks).toBe(2);
});

test('a broken probe draws from the budget of its address', async () => {
  const { status, headers } = await api.request('GET', `${LIVE}?a=1`);
  expect([status, headers['x-ratelimit-remaining']]).toEqual([400, String(PER_MINUTE - 1)]);
});

test('with TLS of its own, a process answers no plaintext probe', async () => {
  const tls = await startTestApi({
    config: {
      transport: 'tls',
      tlsCertPath: 'test/api/certificate/cert.pem',
      tlsKeyPath: 'test/api/certificate/key.pem',
    },
  });
  const bytes = `GET ${LIVE} HTTP/1.1\r\nHost: a\r\n\r\n`;
  expect(parseAnswer(await sendBytes(tls.port, bytes)).status).toBe(426);
  expect((await tls.request('GET', READY)).status).toBe(200);
  await tls.stop();
});

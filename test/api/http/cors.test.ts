import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '../../../api/routes.ts';
import { type Answer, startTestApi, type TestApi } from '../client.ts';
import { parseAnswer, sendBytes } from '../raw-socket.ts';

// Checks what a browser allows a page of another origin (Fetch standard, "CORS protocol").

const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };
const ORIGIN = 'https://app.example';
const PUBLIC_READ = 120;
const SEARCH = '/api/v1/lots/search';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());
beforeEach(() => {
  clock.ms += 60_000;
});

const listOf = (text = '') => text.split(',').map((part) => part.trim().toLowerCase());

const preflight = (path: string, method: string, headers = 'authorization') =>
  api.request('OPTIONS', path, {
    headers: {
      origin: ORIGIN,
      'access-control-request-method': method,
      'access-control-request-headers': headers,
    },
  });

/** Whether a browser would go on to make the call. */
function mayCall({ status, headers }: Answer, method: string, asked: string[]): boolean {
  return (
    status >= 200 &&
    status < 300 &&
    headers['access-control-allow-origin'] === '*' &&
    listOf(headers['access-control-allow-methods']).includes(method.toLowerCase()) &&
    asked.every((name) => listOf(headers['access-control-allow-headers']).includes(name))
  );
}

/** Whether a browser would let the page read the answer and these headers of it. */
function mayRead({ headers }: Pick<Answer, 'headers'>, ...names: string[]): boolean {
  const exposed = listOf(headers['access-control-expose-headers']);
  return (
    headers['access-control-allow-origin'] === '*' &&
    headers['access-control-allow-credentials'] === undefined &&
    names.every((name) => exposed.includes(name))
  );
}

test.each(routes.map(({ method, path }) => [method.toUpperCase(), path] as const))(
  'a page of another origin may call %s %s with a key',
  async (method, path) => {
    const asked = ['authorization', 'content-type', 'idempotency-key', 'if-none-match'];
    asked.push('x-end-user-id', 'x-agent-platform');
    const answer = await preflight(path.replaceAll(/\{\w+\}/g, 'any'), method, asked.join(','));
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(mayCall(answer, method, asked)).toBe(true);
    expect(Number(answer.headers['access-control-max-age'])).toBeGreaterThan(0);
  },
);

test('a page of another origin may read answers and its remaining budget', async () => {
  const paths = [`${SEARCH}?lat=41.2&lng=-99.6`, '/api/v1/lots.geojson', '/api/v1/health/live'];
  for (const path of [...paths, '/api/v1/projection-sites.geojson', '/openapi.json'])
    for (const method of ['GET', 'HEAD']) {
      const answer = await api.request(method, path, { headers: { origin: ORIGIN } });
      expect(answer.status, path).toBe(200);
      expect(mayRead(answer, 'etag', 'x-request-id', 'x-ratelimit-remaining'), path).toBe(true);
    }
});

test('a page of another origin may read an answer of 304', async () => {
  const { headers } = await api.request('GET', '/api/v1/lots.geojson');
  const known = { 'if-none-match': headers.etag ?? '', origin: ORIGIN };
  const again = await api.request('GET', '/api/v1/lots.geojson', { headers: known });
  expect(again.status).toBe(304);
  expect(mayRead(again, 'etag')).toBe(true);
});

test.each([
  ['GET', '/nowhere', 404],
  ['GET', '/api/v1/lots/none', 404],
  ['GET', SEARCH, 400],
  ['GET', '/api/v1/lots/%zz', 400],
  ['GET', '/api/v1/sessions', 401],
  ['DELETE', SEARCH, 405],
])('a page of another origin may read errors: %s %s, %i', async (method, path, status) => {
  const answer = await api.request(method, path, { headers: { origin: ORIGIN } });
  expect(answer.status).toBe(status);
  expect(mayRead(answer, 'retry-after', 'www-authenticate', 'allow', 'x-request-id')).toBe(true);
});

test('a page of another origin may read that its budget is used up', async () => {
  for (let call = 0; call < PUBLIC_READ; call += 1) await api.request('GET', '/nowhere');
  const answer = await api.request('GET', SEARCH, { headers: { origin: ORIGIN } });
  expect(answer.status).toBe(429);
  expect(mayRead(answer, 'retry-after')).toBe(true);
});

test('a page of another origin may read that its request was malformed', async () => {
  const answer = parseAnswer(await sendBytes(api.port, 'hello\r\n\r\n'));
  expect(answer.status).toBe(400);
  expect(mayRead(answer, 'x-request-id')).toBe(true);
});

test('a page learns that a path is unknown, and sees no failed preflight', async () => {
  expect(mayCall(await preflight('/nowhere', 'GET'), 'GET', ['authorization'])).toBe(true);
});

test('preflights need no key and draw from the budget of their address', async () => {
  const remaining = async () =>
    Number((await preflight(SEARCH, 'GET')).headers['x-ratelimit-remaining']);
  const before = await remaining();
  expect(await remaining()).toBe(before - 1);
  for (let call = 0; call < PUBLIC_READ; call += 1) await preflight(SEARCH, 'GET');
  expect((await preflight(SEARCH, 'GET')).status).toBe(429);
});

test.each([
  [SEARCH, 'GET, HEAD, OPTIONS'],
  ['/api/v1/sessions', 'POST, GET, HEAD, OPTIONS'],
  ['/api/v1/lots/any', 'GET, PATCH, DELETE, HEAD, OPTIONS'],
])('OPTIONS %s that is no preflight lists the methods of the path', async (path, allow) => {
  const { status, headers, text } = await api.request('OPTIONS', path);
  expect([status, headers.allow, text]).toEqual([204, allow, '']);
  expect(headers['x-request-id']).toBeDefined();
});

test('OPTIONS of an unknown path that is no preflight is 404', async () => {
  expect((await api.request('OPTIONS', '/nowhere')).status).toBe(404);
});

test('plaintext is refused before a preflight is answered', async () => {
  const proxied = await startTestApi({
    config: { transport: 'proxy', trustedProxies: ['127.0.0.1'] },
  });
  const headers = { origin: ORIGIN, 'access-control-request-method': 'GET' };
  const refused = await proxied.request('OPTIONS', SEARCH, { headers });
  expect(refused.status).toBe(426);
  const secure = { ...headers, 'x-forwarded-proto': 'https' };
  expect((await proxied.request('OPTIONS', SEARCH, { headers: secure })).status).toBe(204);
  await proxied.stop();
});

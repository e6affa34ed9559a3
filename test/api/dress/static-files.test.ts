import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staticFile } from '../../../api/dress/static-files.ts';
import { getOpenApiOperation } from '../../../api/openapi.json.ts';
import { startTestApi, type TestApi } from '../client.ts';
import { sampleOperations } from '../sample-operations.ts';

const CODE = `export const word = '${'Straße '.repeat(300)}';\n`;
/** Large enough that a text would be compressed. */
const PNG = Buffer.alloc(2_048, 0xff);
/** Large, and hardly smaller when it is compressed. */
const LIBRARY = randomBytes(1_500_000).toString('base64');
const library = staticFile('library.js', 'text/javascript', LIBRARY);
const script = staticFile('page.js', 'text/javascript', CODE);
const style = staticFile('page.css', 'text/css', 'p { margin: 0 }');
const picture = staticFile('logo.png', 'image/png', PNG);

let api: TestApi;
const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };
beforeAll(async () => {
  const operations = [...sampleOperations, getOpenApiOperation];
  const files = [script, style, picture, library];
  api = await startTestApi({ operations, files, clock });
});
afterAll(() => api.stop());

const get = (path: string, method = 'GET') => {
  clock.ms += 60_000;
  return api.request(method, path);
};

test.each([
  [style, 'text/css; charset=utf-8', 'p { margin: 0 }'],
  [script, 'text/javascript; charset=utf-8', CODE],
  [picture, 'image/png', PNG.toString()],
])(
  '$path is served with its content type, and may be cached for a year',
  async ({ path }, type, text) => {
    const told = await get(path);
    expect([told.status, told.text]).toEqual([200, text]);
    expect(told.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'x-ratelimit-limit': '120',
    });
    const head = await get(path, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(told.headers['content-length']);
  },
);

test('the same bytes get the same path, other bytes another', () => {
  expect(script.path).toMatch(/^\/static\/page\.[\w-]{16}\.js$/);
  expect(staticFile('page.js', 'text/javascript', CODE).path).toBe(script.path);
  expect(staticFile('page.js', 'text/javascript', `${CODE} `).path).not.toBe(script.path);
});

test('a script is compressed if the caller accepts that, a picture never is', async () => {
  const ask = async (path: string) => {
    const answer = await request(api.url + path, { headers: { 'accept-encoding': 'gzip' } });
    return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  };
  const asked = await ask(script.path);
  expect(asked.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(gunzipSync(asked.bytes).toString()).toBe(CODE);
  expect((await ask(picture.path)).headers['content-encoding']).toBeUndefined();
});

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
])('a large script arrives whole as %s', async (coding, decoded) => {
  clock.ms += 60_000;
  const { body } = await request(api.url + library.path, {
    headers: { 'accept-encoding': coding },
  });
  expect(decoded(Buffer.from(await body.arrayBuffer())).toString()).toBe(LIBRARY);
});

test.each([
  '/static/page.js',
  '/static/page.AAAAAAAAAAAAAAAA.js',
  '/static/..%2f..%2fpackage.json',
  '/static/%2e%2e%2fpackage.json',
  '/static/..%5cpackage.json',
  '/static/',
  '/static',
  '/static/__proto__',
  script.path.toUpperCase(),
])('%s is no static file: 404', async (path) => {
  const { status, body } = await get(path);
  expect(status).toBe(404);
  expect(body.error.code).toBe('NOT_FOUND');
});

test('static files are not in the OpenAPI document, and draw from the public budget', async () => {
  const described = await get('/openapi.json');
  expect(described.status).toBe(200);
  expect(described.text).not.toContain('/static');
  clock.ms += 60_000;
  const statuses: number[] = [];
  for (let call = 0; call < 121; call += 1)
    statuses.push((await api.request('GET', style.path)).status);
  expect(statuses).toEqual([...Array(120).fill(200), 429]);
});

test('other methods of a static file are 405', async () => {
  const { status, headers } = await get(style.path, 'POST');
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

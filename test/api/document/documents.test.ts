import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Answer, startTestApi, type TestApi } from '../client.ts';

// What all documents have in common: how they are addressed, cached and coded.

let api: TestApi;
const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  // No budget is used up.
  clock.ms += 60_000;
  return api.request(method, path, { headers });
};

const DOCUMENTS = [
  ['/openapi.json', 'application/json; charset=utf-8'],
  ['/openapi.yaml', 'application/yaml'],
  ['/openapi/v2.json', 'application/json; charset=utf-8'],
  ['/api/agents/openai/openapi.yaml', 'application/yaml'],
  ['/.well-known/ai-plugin.json', 'application/json; charset=utf-8'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/llms-full.txt', 'text/plain; charset=utf-8'],
  ['/docs', 'text/html; charset=utf-8'],
  ['/docs/agents.md', 'text/markdown; charset=utf-8'],
  ['/docs/agents', 'text/html; charset=utf-8'],
  ['/logo.svg', 'image/svg+xml'],
  ['/favicon.ico', 'image/vnd.microsoft.icon'],
] as const;

test('the YAML says the same as the JSON', async () => {
  const { text } = await get('/openapi.yaml');
  expect(parse(text)).toEqual((await get('/openapi.json')).body);
  expect(text).not.toMatch(/^\s*\S+: [&*]\w/m);
});

describe.each(DOCUMENTS)('%s', (path, type) => {
  let whole: Answer;
  beforeAll(async () => {
    whole = await get(path);
  });

  test('is the same whatever a caller accepts', async () => {
    for (const accept of ['text/html', 'application/json', 'nonsense']) {
      const told = await get(path, { accept });
      expect([told.status, told.headers['content-type']]).toEqual([200, type]);
      expect(told.text).toBe(whole.text);
    }
  });

  test('may be cached for five minutes, and by pages of every origin', async () => {
    expect(whole.headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      vary: 'Accept-Encoding',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
  });

  test('is 304 for who has it, and 200 for who has another', async () => {
    const tag = whole.headers.etag ?? '';
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await get(path, { 'if-none-match': known });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag]);
    }
    for (const other of ['"other"', tag.toUpperCase()])
      expect((await get(path, { 'if-none-match': other })).status).toBe(200);
  });

  test('HEAD is answered like GET, without the text', async () => {
    const head = await get(path, {}, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-length', 'content-type'])
      expect(head.headers[name], name).toBe(whole.headers[name]);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('comes as %s to who asks for it, under a tag of its own', async (coding, decoded) => {
    clock.ms += 60_000;
    const asked = { 'accept-encoding': coding };
    const { headers, body } = await request(api.url + path, { headers: asked });
    const bytes = Buffer.from(await body.arrayBuffer());
    expect(headers).toMatchObject({
      'content-encoding': coding,
      'content-length': String(bytes.length),
      etag: whole.headers.etag?.replace(/"$/, `-${coding}"`),
    });
    expect(decoded(bytes).toString()).toBe(whole.text);
  });

  test('other methods are 405, and a query parameter is refused by its name', async () => {
    const posted = await get(path, {}, 'POST');
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const { status, body } = await get(`${path}?format=yaml`);
    expect([status, body.error.details[0].field]).toEqual([400, 'format']);
  });

  test('a key that is not valid is 401, and with a valid one no cache keeps the answer', async () => {
    const wrong = await get(path, { authorization: 'Bearer pk_live_wrong' });
    expect(wrong.status).toBe(401);
    const { secret } = await api.createKey();
    const { status, headers } = await get(path, { authorization: `Bearer ${secret}` });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  });
});

test.each(['/openapi.yml', '/openapi.json/', '/OPENAPI.json', '/openapi', '/openapi.yaml.gz'])(
  '%s is 404 with the envelope',
  async (path) => {
    const { status, body, headers } = await get(path);
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(body.error.request_id).toBe(headers['x-request-id']);
  },
);

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../client.ts';

// The intelligence API has a description and a version of its own, and the whole keeps it.

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
type Any = any;

let api: TestApi;
let whole: Any;
let part: Any;
beforeAll(async () => {
  api = await startTestApi();
  whole = (await api.request('GET', '/openapi.json')).body;
  part = (await api.request('GET', '/openapi/v2.json')).body;
});
afterAll(() => api.stop());

const isUnderV2 = ([path]: [string, unknown]) => path.startsWith('/api/v2/');

test('has version 2.0.0 beside 1.4 of the whole, and the same form and address', () => {
  expect(part.info.version).toBe('2.0.0');
  expect(whole.info.version).toMatch(/^1\.4\.\d+$/);
  expect(part.openapi).toBe(whole.openapi);
  expect(part.servers).toEqual([{ url: api.app.config.baseUrl }]);
  expect(part.components.securitySchemes).toEqual(whole.components.securitySchemes);
});

test('describes the operations under /api/v2 and no other, word for word as the whole', () => {
  const underV2 = Object.entries(whole.paths).filter(isUnderV2);
  expect(underV2.length).toBeGreaterThan(7);
  expect(part.paths).toEqual(Object.fromEntries(underV2));
});

test('has every component that it refers to, and no other', () => {
  const references = [...JSON.stringify(part).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)];
  const used = new Set(references.map(([, name]) => name));
  const { securitySchemes: _keys, ...kinds } = part.components;
  const own = Object.entries<object>(kinds).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `${kind}/${name}`),
  );
  expect(new Set(own)).toEqual(used);
  for (const name of own) {
    const [kind = '', key = ''] = name.split('/');
    expect(part.components[kind][key], name).toEqual(whole.components[kind][key]);
  }
});

test('is linked from where programs and people look', async () => {
  const path = '/openapi/v2.json';
  const address = `${api.app.config.baseUrl}${path}`;
  const catalog = (await api.request('GET', '/.well-known/api-catalog')).body;
  expect(JSON.stringify(catalog)).toContain(`"${address}"`);
  expect((await api.request('GET', '/llms.txt')).text).toContain(`](${address})`);
  expect((await api.request('GET', '/')).text).toContain(`href="${path}"`);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { homePage } from '../../api/home/home-page.ts';
import { routes } from '../../api/routes.ts';
import { startTestApi, type TestApi } from './client.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const PRICED = '/api/v2/intelligence/market-rate';

// It stands still, so that no budget is refilled between two calls.
const now = Date.now();

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock: { now: () => now } });
});
afterAll(() => api.stop());

const get = (accept?: string, method = 'GET') =>
  api.request(method, '/', { headers: accept === undefined ? {} : { accept } });

const linksOf = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

test.each([BROWSER, undefined, '*/*', 'text/*', 'image/png', '', 'nonsense'])(
  'a caller that accepts %s gets the page',
  async (accept) => {
    const { status, headers, text } = await get(accept);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers.vary).toMatch(/^Accept\b/);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(text).toMatch(/<title>Hexlot\b[^<]+<\/title>/);
  },
);

test('HEAD is answered like GET', async () => {
  const { status, headers, text } = await get(BROWSER, 'HEAD');
  expect([status, text]).toEqual([200, '']);
  expect(headers['content-length']).toBe((await get(BROWSER)).headers['content-length']);
});

test.each(['application/json', 'application/json, text/html;q=0.5'])(
  'a program that accepts %s gets the same links as JSON',
  async (accept) => {
    const { headers, body } = await get(accept);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(body).toMatchObject({ name: 'Hexlot', version: '1.4.1' });
    for (const path of Object.values<string>(body.links).filter((one) => !one.startsWith(PRICED)))
      expect((await api.request('GET', path)).status, path).toBe(200);
  },
);

test('every link works on this service without a key', async () => {
  const links = linksOf((await get()).text).filter((href) => !href.startsWith('#'));
  const documents = ['/openapi.json', '/api/v1/lots.geojson', '/api/v1/projection-sites.geojson'];
  expect(links).toEqual(expect.arrayContaining([...documents, '/api/v1/health']));
  for (const href of links) {
    expect(href).toMatch(/^\/(?!\/)/);
    expect((await api.request('GET', href)).status, href).toBe(200);
  }
});

test('it shows how to ask for parking prices, with the address of this service', async () => {
  const { text } = await get();
  const line = text.slice(text.indexOf('<pre'), text.indexOf('</pre>'));
  expect(line).toContain('Authorization: Bearer $KEY');
  expect(line).toContain(`${api.app.config.baseUrl}${PRICED}?lat=41.2&amp;lng=-99.6`);
});

test('it lists every operation', async () => {
  const { text } = await get();
  for (const { method, path } of routes)
    expect(text).toContain(`<code>${method.toUpperCase()} ${path}</code>`);
});

test('it may load and run only files of this service, and says the same without a script', async () => {
  const { headers, text } = await get();
  expect(text).not.toMatch(/<style|<iframe|<form|\sstyle=|\son\w+=|javascript:/i);
  expect(text.replaceAll(/<script[^>]* src="\/static\/[^"]+"><\/script>/g, '')).not.toContain(
    '<script',
  );
  const policy = headers['content-security-policy'] ?? '';
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
  );
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(headers).toMatchObject({
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
});

test('it can be read on small screens and by screen readers', async () => {
  const { text } = await get();
  expect(text).toContain('name="viewport" content="width=device-width, initial-scale=1"');
  expect(text.match(/<h1>/g)).toHaveLength(1);
  expect(text.match(/<main /g)).toHaveLength(1);
  expect(text.match(/<th scope="col">/g)).toHaveLength(2);
});

test('its tags are closed in order, and inserted text is escaped', () => {
  const html = homePage(routes, 'https://a.example/"><script>alert(1)</script>&');
  expect(html).not.toContain('<script>');
  const open: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    if (['meta', 'link', 'img'].includes(name)) continue;
    if (slash) expect(open.pop()).toBe(name);
    else open.push(name);
  }
  expect(open).toEqual([]);
});

test('a caller over its budget gets 429, as everywhere', async () => {
  const statuses: number[] = [];
  for (let call = 0; call < 130; call += 1) statuses.push((await get()).status);
  expect(statuses.at(-1)).toBe(429);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../../src/config.ts';
import { startTestApi, type TestApi } from '../client.ts';

// How assistants and programs find the API, and people its reference.

let api: TestApi;
let base: string;
beforeAll(async () => {
  api = await startTestApi();
  base = api.app.config.baseUrl;
});
afterAll(() => api.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  api.request(method, path, { headers });

/** Whether an address of this service answers without a key. */
const answers = async (address: string) => {
  expect(address.startsWith(`${base}/`), address).toBe(true);
  return (await get(address.slice(base.length))).status === 200;
};

describe('the plugin manifest', () => {
  test('has exactly the members of the contract, each of its type', async () => {
    const { status, body, headers } = await get('/.well-known/ai-plugin.json');
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const text = expect.any(String);
    expect(body).toEqual({
      schema_version: 'v1',
      name_for_human: text,
      name_for_model: expect.stringMatching(/^[a-z_]{1,50}$/),
      description_for_human: text,
      description_for_model: text,
      auth: { type: 'user_http', authorization_type: 'bearer', instructions: text },
      api: {
        type: 'openapi',
        url: `${base}/api/agents/openai/openapi.yaml`,
        is_user_authenticated: true,
      },
      logo_url: `${base}/logo.svg`,
      contact_email: 'contact@hexlot.example',
      legal_info_url: `${base}/legal`,
    });
    expect(body.name_for_human.length).toBeLessThanOrEqual(20);
    expect(body.description_for_human.length).toBeLessThanOrEqual(100);
    expect(body.description_for_model.length).toBeLessThanOrEqual(8_000);
  });

  test('names addresses that answer, the first with the document it says', async () => {
    const { body } = await get('/.well-known/ai-plugin.json');
    for (const address of [body.api.url, body.logo_url, body.legal_info_url])
      expect(await answers(address), address).toBe(true);
    const { text } = await get(body.api.url.slice(base.length));
    expect(parse(text).openapi).toMatch(/^3\.1/);
  });

  test('has the e-mail address and the terms of whoever runs the service', async () => {
    const { config } = api.app;
    const mine = { contactEmail: 'ask@parking.test', legalUrl: 'https://parking.test/terms' };
    const other = await startTestApi({ config: { ...config, ...mine } });
    const { body } = await other.request('GET', '/.well-known/ai-plugin.json');
    const catalog = await other.request('GET', '/.well-known/api-catalog');
    await other.stop();
    expect(body.contact_email).toBe(mine.contactEmail);
    expect(body.legal_info_url).toBe(mine.legalUrl);
    expect(catalog.text).toContain(mine.legalUrl);
  });
});

test.each([
  ['HEXLOT_CONTACT_EMAIL', 'nobody'],
  ['HEXLOT_CONTACT_EMAIL', 'a@b@c'],
  ['HEXLOT_CONTACT_EMAIL', '<a@b>'],
  ['HEXLOT_CONTACT_EMAIL', 'a b@c'],
  ['HEXLOT_LEGAL_URL', 'http://parking.test/terms'],
  ['HEXLOT_LEGAL_URL', 'terms.html'],
])('the setting %s=%s prevents the start, by its name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be`));
});

describe('the API catalogue', () => {
  const PATH = '/.well-known/api-catalog';

  test.each(['GET', 'HEAD'])('is a set of links that says what it is, on %s', async (method) => {
    const { status, headers, text } = await get(PATH, {}, method);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    expect(headers.link).toBe(`<${base}${PATH}>; rel="api-catalog"`);
    expect(text === '').toBe(method === 'HEAD');
  });

  test('lists the interfaces, each with its description, guide and state', async () => {
    const { linkset } = (await get(PATH)).body;
    const [catalog, ...apis] = linkset;
    expect(catalog.anchor).toBe(base + PATH);
    expect(catalog.item).toEqual(apis.map(({ anchor }: { anchor: string }) => ({ href: anchor })));
    for (const { anchor: _anchor, ...relations } of apis) {
      expect(Object.keys(relations)).toEqual(
        expect.arrayContaining(['service-desc', 'service-doc', 'status', 'terms-of-service']),
      );
      for (const { href, type } of Object.values<{ href: string; type?: string }[]>(
        relations,
      ).flat()) {
        const { status, headers } = await get(href.slice(base.length));
        expect([href, status]).toEqual([href, 200]);
        if (type !== undefined) expect(headers['content-type']).toMatch(type);
      }
    }
  });
});

test('the home page names the catalogue, the description and the reference in its headers', async () => {
  const { link = '' } = (await get('/')).headers;
  for (const [path, relation] of [
    ['/.well-known/api-catalog', 'api-catalog'],
    ['/openapi.json', 'service-desc'],
    ['/docs', 'service-doc'],
  ])
    expect(link).toContain(`<${path}>; rel="${relation}"`);
});

describe('the reference', () => {
  test('loads only files of this service, and its policy forbids everything else', async () => {
    const { status, headers, text } = await get('/docs');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = headers['content-security-policy']?.split('; ') ?? [];
    expect(policy[0]).toBe("default-src 'none'");
    for (const rule of policy) expect(rule).toMatch(/^[a-z-]+( 'none'| 'self'( data:)?)$/);
    expect(policy.filter((rule) => rule.includes('data:'))).toEqual(["img-src 'self' data:"]);
    const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(loaded.filter((address) => address.startsWith('/static/'))).toHaveLength(6);
    for (const address of loaded.filter((one) => !one.startsWith('#'))) {
      expect(address).toMatch(/^\/(?!\/)/);
      expect((await get(address)).status, address).toBe(200);
    }
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! src="\/static\/)/i);
  });

  test('its script shows the served document, without a service that checks it', async () => {
    const { text } = await get('/docs');
    const [path = ''] = /\/static\/reference\.[\w-]+\.js/.exec(text) ?? [];
    const { text: script } = await get(path);
    expect(script).toContain("url: '/openapi.json'");
    expect(script).toContain('validatorUrl: null');
    expect(script).not.toMatch(/https?:/);
  });

  test('says without a script where the document is', async () => {
    expect((await get('/docs')).text).toMatch(
      /<div id="reference">\s*<p>[^<]*<a href="\/openapi\.json">/,
    );
  });
});

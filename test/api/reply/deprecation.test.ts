import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assistantApi } from '../../../api/document/assistant-api.ts';
import { describeApi } from '../../../api/document/openapi.ts';
import { newAjv } from '../../../api/input/validate.ts';
import { callTool } from '../../../api/mcp/call-tool.ts';
import { defineTool, type Tool } from '../../../api/mcp/tool.ts';
import { openCallContext } from '../../../api/open-call-context.ts';
import { closeOperation } from '../../../api/operation.ts';
import { checkDeprecation, DeprecationNotice } from '../../../api/reply/deprecation.ts';
import { routes } from '../../../api/routes.ts';
import { type Call, startTestApi, type TestApi, type TestKey } from '../client.ts';
import { createEcho, getThing } from '../sample-operations.ts';
import { createNewThing, deprecatedOperations, getOldThing, OLD } from './deprecated-operations.ts';

// Nothing of the product is deprecated yet: these operations are mounted as its own are.

const clock = { ms: Date.parse('2026-12-20T12:00:00Z'), now: () => clock.ms };
const operations = [...deprecatedOperations, getThing];
let api: TestApi;
let base: string;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi({ operations, clock });
  base = api.app.config.baseUrl;
  key = await api.createKey();
});
afterAll(() => api.stop());

const get = (path: string, call: Call = {}) => api.request('GET', path, call);
const things = (name: string, call: Call = {}) => get(`/api/v1/old-things/${name}`, call);

/** As the contract has it. */
const noticeOf = (successor: string) => ({
  deprecated_at: '2026-12-01T00:00:00.000Z',
  sunset_at: '2027-06-01T00:00:00.000Z',
  successor: base + successor,
  docs: `${base}/docs/versioning.md`,
});
/** RFC 9745 (a date of structured fields), RFC 8594 (a date of HTTP). */
const SAID = { deprecation: '@1796083200', sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' };
const page = () => `<${base}/docs/versioning.md>; rel="deprecation"; type="text/markdown"`;
const linksOf = (successor: string) => `${page()}, <${base}${successor}>; rel="successor-version"`;

describe('an operation that will go', () => {
  test.each([
    ['an object', 'object'],
    ['bytes of JSON', 'bytes'],
  ])('says so in %s, beside what it answers', async (_what, name) => {
    const { status, body } = await things(name);
    const successor = `/api/v2/things/${name}`;
    expect([status, body]).toEqual([200, { name, _deprecation: noticeOf(successor) }]);
    expect(newAjv({}).validate(DeprecationNotice, body._deprecation)).toBe(true);
  });

  test('says so in headers, and keeps the links that its answer has', async () => {
    const { headers } = await things('object');
    expect(headers).toMatchObject(SAID);
    expect(headers.link).toBe(`</others>; rel="related", ${linksOf('/api/v2/things/object')}`);
    expect(headers['access-control-expose-headers']).toMatch(/Link, Deprecation.*Sunset/);
    expect((await things('bytes')).headers).toMatchObject({
      ...SAID,
      link: linksOf('/api/v2/things/bytes'),
    });
  });

  test.each<[string, string, Call, number]>([
    ['nothing found', 'unknown', {}, 404],
    ['a wrong path', 'x'.repeat(21), {}, 400],
    ['a wrong key', 'object', { key: 'pk_live_nobody' }, 401],
    ['a wrong parameter', 'object', { query: { colour: 'red' } }, 400],
  ])('says so with errors: %s', async (_what, name, call, expected) => {
    const { status, headers, body } = await things(name, call);
    expect(status).toBe(expected);
    expect(headers).toMatchObject({ ...SAID, link: linksOf(`/api/v2/things/${name}`) });
    expect(body).toEqual({
      error: expect.objectContaining({ code: expect.any(String) }),
      _deprecation: noticeOf(`/api/v2/things/${name}`),
    });
  });

  test('fills the address of its successor with nothing that could be another header', async () => {
    const { headers, body } = await things('a%22%3E%0d%0aX%2f..');
    const successor = '/api/v2/things/a%22%3E%0D%0AX%2F..';
    expect(headers.link).toBe(linksOf(successor));
    expect(body._deprecation.successor).toBe(base + successor);
  });

  test('says so in headers alone where the answer has no body', async () => {
    const none = await things('nothing');
    expect([none.status, none.text]).toEqual([204, '']);
    const head = await api.request('HEAD', '/api/v1/old-things/object');
    const whole = await things('object');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    for (const { headers } of [none, head]) expect(headers).toMatchObject(SAID);
  });

  test('says so in headers alone where the answer is a list', async () => {
    const { headers, body } = await things('list');
    expect(body).toEqual([{ name: 'One' }]);
    expect(headers).toMatchObject(SAID);
  });

  test('says so in headers alone where its bytes have a tag, also when they are known', async () => {
    const { headers, text } = await get('/old.json');
    expect(text).toBe('{"is_old":true}');
    expect(headers).toMatchObject({ ...SAID, link: linksOf('/new.json') });
    const known = await get('/old.json', { headers: { 'if-none-match': String(headers.etag) } });
    expect([known.status, known.headers.sunset]).toEqual([304, SAID.sunset]);
  });

  test('says so in headers alone in a feed, in CSV and in a stream of events', async () => {
    const feed = await get('/api/v1/lots.geojson');
    expect(Object.keys(feed.body)).toEqual(['type', 'features']);
    const csv = await get('/api/v2/intelligence/old-figure', {
      key: key.secret,
      query: { format: 'csv' },
    });
    expect(csv.text).toBe('figure\r\n42\r\n');
    const events = await get('/old-events');
    expect(events.text).toBe('data: 1\n\n');
    for (const { status, headers } of [feed, csv, events]) {
      expect(status).toBe(200);
      expect(headers).toMatchObject(SAID);
      expect(headers.link).toContain(page());
    }
    // Its parameter is none of the call's, so there is no address to lead to.
    expect(feed.headers.link).toBe(page());
  });

  test('says so where it is sold, also when the answer is given again', async () => {
    const ask = () =>
      get('/api/v2/intelligence/old-figure', {
        key: key.secret,
        headers: { 'idempotency-key': 'once' },
      });
    const [first, again] = [await ask(), await ask()];
    const notice = noticeOf('/api/v2/intelligence/figure');
    for (const { body } of [first, again])
      expect(body).toMatchObject({ data: { figure: 42 }, _deprecation: notice });
    expect(again.headers).toMatchObject({ ...SAID, 'idempotent-replayed': 'true' });
    const kept = await api.database.sql('select response from idempotency where operation = $1', [
      'getOldFigure',
    ]);
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain('_deprecation');
  });

  test('says so to an assistant at the dispatcher', async () => {
    const call = { action: 'search_parking', parameters: { lat: 41.2, lng: -99.6 } };
    const path = '/api/agents/openai/actions';
    const { body } = await api.request('POST', path, { key: key.secret, body: call });
    expect(body).toMatchObject({ results: [], _deprecation: { sunset_at: expect.any(String) } });
  });
});

describe('a field that will go', () => {
  const field = () => ({
    deprecated_at: '2026-12-15T00:00:00.000Z',
    sunset_at: '2027-07-01T00:00:00.000Z',
    successor: 'title',
    docs: `${base}/docs/promises.md`,
  });

  test('is named in the body, where it stands in requests and answers', async () => {
    const { status, body } = await api.request('POST', '/api/v1/new-things', {
      key: key.secret,
      body: { name: 'One' },
    });
    expect(status).toBe(201);
    expect(body._deprecation).toEqual({
      fields: [
        { field: 'lang', in: 'query', ...field() },
        { field: 'name', in: 'body', ...field() },
        { field: 'things[].name', in: 'answer', ...field() },
        { field: 'things[].seller', in: 'answer', ...field() },
      ],
    });
    expect(newAjv({}).validate(DeprecationNotice, body._deprecation)).toBe(true);
  });

  test('has a link, and no header says that the operation will go', async () => {
    const { headers } = await api.request('POST', '/api/v1/new-things', { body: {} });
    expect(headers.link).toBe(
      `<${base}/docs/promises.md>; rel="deprecation"; type="text/markdown"`,
    );
    expect(headers).not.toHaveProperty('deprecation');
    expect(headers).not.toHaveProperty('sunset');
  });

  test('is still optional, wherever its deprecation is declared', () => {
    expect(createNewThing.query?.required ?? []).toEqual([]);
  });
});

test('whatever does not go is answered as before', async () => {
  const { headers, body } = await get('/api/v1/things/one');
  expect(Object.keys(body)).toEqual(['params', 'query', 'headers', 'livemode']);
  for (const name of ['deprecation', 'sunset', 'link']) expect(headers).not.toHaveProperty(name);
});

describe('a tool of an operation that will go', () => {
  const hints = {
    ...{ readOnlyHint: true, destructiveHint: false },
    ...{ idempotentHint: true, openWorldHint: false },
  };
  const toolOf = (operation: Tool['operation']) =>
    defineTool({ operation, name: 'old', title: 'Old', description: 'Reads.', hints });
  const TEXT =
    'Deprecated since 2026-12-01, and gone from 2027-06-01 on: use /api/v2/things/{thing_id}.';

  test('says so in the list, and of its arguments', () => {
    expect(toolOf(getOldThing).listed.description).toBe(`Reads. ${TEXT}`);
    const { properties } = toolOf(createNewThing).listed.inputSchema;
    expect(properties?.name).toMatchObject({
      deprecated: true,
      description: 'Its name. Deprecated since 2026-12-15, and gone from 2027-07-01 on: use title.',
    });
    expect(JSON.stringify(properties)).not.toContain('x-');
  });

  test('says so in its results, and when it fails', async () => {
    const context = openCallContext(api.app, operations);
    const sender = {
      ...{ requestId: 'req_1', headers: {}, authorization: undefined, caller: undefined },
      peer: { ip: '127.0.0.1', isSecure: false, isAnswered: true },
      leaving: () => new AbortController().signal,
      begin() {},
      end() {},
    };
    const results = await Promise.all(
      ['object', 'unknown'].map((thing_id) =>
        callTool(context, sender, {
          tool: toolOf(getOldThing),
          sent: { thing_id },
          clientName: undefined,
        }),
      ),
    );
    await context.keyring.close();
    expect(results.map(({ isError = false }) => isError)).toEqual([false, true]);
    for (const { structuredContent } of results)
      expect(structuredContent).toMatchObject({ _deprecation: { docs: `${base}${OLD.docs}` } });
  });
});

describe('documents', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
  const document: any = describeApi([...operations, ...routes.slice(0, 4)], 'https://a.example');
  const shown = {
    deprecated_at: '2026-12-01T00:00:00.000Z',
    sunset_at: '2027-06-01T00:00:00.000Z',
    successor: OLD.successor,
    docs: OLD.docs,
  };

  test('OpenAPI marks the operation, its headers, its body and each field', () => {
    const old = document.paths['/api/v1/old-things/{thing_id}'].get;
    expect(old).toMatchObject({ deprecated: true, 'x-deprecation': shown });
    expect(old.description).toMatch(/^With its name\. Deprecated since 2026-12-01, and gone /);
    expect(Object.keys(old.responses[200].headers)).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
    );
    expect(old.responses[200].content['application/json'].schema.allOf).toEqual([
      { $ref: '#/components/schemas/GetOldThingResponse' },
      { $ref: '#/components/schemas/DeprecatedAnswer' },
    ]);
    const name = { deprecated: true, 'x-deprecation': { successor: 'title' } };
    const { schemas } = document.components;
    expect(schemas.NewThing.properties.name).toMatchObject(name);
    expect(schemas.CreateNewThingRequest.properties.name).toMatchObject(name);
    const maker = { $ref: '#/components/schemas/Maker' };
    expect(schemas.NewThing.properties.maker).toEqual(maker);
    expect(schemas.NewThing.properties.seller).toMatchObject({ ...name, ...maker });
    expect(document.paths['/api/v1/new-things'].post).not.toHaveProperty('deprecated');
    expect(document.paths['/api/v1/things/{thing_id}'].get).not.toHaveProperty('deprecated');
  });

  test('the part for assistants marks it, too', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
    const part: any = assistantApi(document);
    expect(part.paths['/api/agents/openai/actions'].post).toMatchObject({ deprecated: true });
  });

  test('llms.txt and the home page have a line for each', async () => {
    const whole = await startTestApi({ operations: [...routes.slice(0, 12), ...operations] });
    const [llms = '', full = '', home = ''] = await Promise.all(
      ['/llms.txt', '/llms-full.txt', '/'].map(
        async (path) => (await whole.request('GET', path)).text,
      ),
    );
    await whole.stop();
    const lines = [
      `- [GET /api/v1/old-things/{thing_id}](${base}/docs/versioning.md): Deprecated since ` +
        '2026-12-01, and gone from 2027-06-01 on: use /api/v2/things/{thing_id}.\n',
      `- [POST /api/v1/new-things](${base}/docs/promises.md): \`things[].name\` (answer): ` +
        'Deprecated since 2026-12-15, and gone from 2027-07-01 on: use title.\n',
    ];
    for (const text of [llms, full]) for (const line of lines) expect(text).toContain(line);
    expect(llms).toMatch(/## Guides\n[\s\S]*\n\n## Deprecated\n\n- [\s\S]*\n\n## Optional\n/);
    expect(home).toContain('A thing, as it was. Deprecated since 2026-12-01, and gone');
  });
});

describe('the notice', () => {
  test.each([
    ['2026-12-01', '2027-06-01'],
    ['2026-12-01', '2028-01-01'],
    ['2026-08-31', '2027-03-03'],
    ['2027-09-30', '2028-03-30'],
  ])('from %s until %s is long enough', (since, sunset) => {
    expect(() => checkDeprecation({ ...OLD, since, sunset })).not.toThrow();
  });

  test.each([
    ['2026-12-01', '2027-05-31', 'may not go on 2027-05-31: it stays for 6 months'],
    ['2026-12-01', '2026-12-01', 'it stays for 6 months'],
    ['2026-12-01', '2026-01-01', 'it stays for 6 months'],
    ['2026-08-31', '2027-02-28', 'it stays for 6 months'],
    ['2026-12-01', '2027-06-31', '2027-06-31 is not a date'],
    ['2026-12-01', '2027-13-01', '2027-13-01 is not a date'],
    ['01.12.2026', '2027-06-01', '01.12.2026 is not a date'],
    ['2026-12-01T00:00:00Z', '2027-06-01', 'is not a date'],
    ['', '2027-06-01', 'is not a date'],
  ])('from %s until %s prevents the start', (since, sunset, reason) => {
    const declared = { ...createEcho, deprecated: { ...OLD, since, sunset } };
    expect(() => closeOperation(declared)).toThrow(reason);
  });
});

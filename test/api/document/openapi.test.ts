import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from '../../../api/document/openapi.ts';
import { newAjv } from '../../../api/input/validate.ts';
import { closeOperation, type Operation } from '../../../api/operation.ts';
import { routes } from '../../../api/routes.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { SCOPES } from '../../../src/access/principals/scopes.ts';
import { RawBytes } from '../../../src/kit/web/input/body-types.ts';
import { closed } from '../../../src/kit/web/input/closed.ts';
import { startTestApi, type TestApi } from '../client.ts';
import { getThing, sampleOperations } from '../sample-operations.ts';
import { expanded } from './expanded.ts';

const DESCRIPTION_LENGTH_MAX = 300;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

let api: TestApi;
// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
let document: any;
beforeAll(async () => {
  api = await startTestApi();
  document = (await api.request('GET', '/openapi.json')).body;
});
afterAll(() => api.stop());

// biome-ignore lint/suspicious/noExplicitAny: as above
type Described = { path: string; method: string; operation: any };

function describedIn(paths: Record<string, Record<string, unknown>>): Described[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>) => `${method} ${path}`;

describe('the document that is served', () => {
  test('is OpenAPI 3.1 with its version, address and one bearer scheme', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info.version).toBe('1.4.1');
    expect(document.info.version).toBe(packageJson.version);
    expect(document.servers).toEqual([{ url: api.app.config.baseUrl }]);
    expect(Object.values(document.components.securitySchemes)).toMatchObject([
      { type: 'http', scheme: 'bearer' },
    ]);
  });

  test('describes every mounted path, and nothing else', () => {
    const described = describedIn(document.paths).map(({ method, path }) => `${method} ${path}`);
    expect(described.toSorted()).toEqual(routes.map(nameOf).toSorted());
  });

  test('every described operation is mounted: none answers 404 or 405', async () => {
    const { secret: key } = await api.createKey();
    for (const { path, method } of describedIn(document.paths)) {
      const address = path.replaceAll(/\{\w+\}/g, '0199a0a0-0000-7000-8000-000000000000');
      const { status, body } = await api.request(method.toUpperCase(), address, { key });
      const isUnmounted =
        status === 405 || (status === 404 && body.error.message === 'no such path');
      expect(isUnmounted, `${method} ${path}: ${status}`).toBe(false);
    }
  });

  test('may be cached for five minutes', async () => {
    const { headers } = await api.request('GET', '/openapi.json');
    expect(headers['cache-control']).toBe('public, max-age=300');
  });

  test('is small enough and complete enough for an assistant to import', () => {
    for (const { operation, method, path } of describedIn(document.paths)) {
      const where = `${method} ${path}`;
      expect(METHODS).toContain(method);
      expect(operation.operationId, where).toMatch(/^[a-z][A-Za-z0-9]{2,63}$/);
      expect(operation.summary.length, where).toBeLessThanOrEqual(DESCRIPTION_LENGTH_MAX);
      expect(operation.tags.length, where).toBeGreaterThan(0);
    }
    for (const text of descriptionsIn(document))
      expect(text.length, text).toBeLessThanOrEqual(DESCRIPTION_LENGTH_MAX);
  });

  test('every reference in it leads somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(0);
    for (const [, pointer = ''] of references) {
      const target = pointer.split('/').reduce((node, part) => node?.[part], document);
      expect(target, pointer).toBeDefined();
    }
  });

  test('every operation id is unique', () => {
    const ids = routes.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('every schema in it is a JSON Schema of 2020-12', () => {
    const ajv = newAjv({});
    for (const { params, query, headers, body, responses } of [...routes, ...sampleOperations])
      for (const schema of [params, query, headers, body, ...Object.values(responses)])
        if (schema !== undefined) expect(ajv.validateSchema(closed(schema))).toBe(true);
  });
});

describe('an operation in the document', () => {
  const described = describeApi(sampleOperations, 'https://api.example.org');
  const { schemas } = described.components as { schemas: Record<string, unknown> };
  const paths = expanded(described.paths, schemas);
  const thing = paths['/api/v1/things/{thing_id}'].get;
  const echo = paths['/api/v1/echoes'].post;
  const insight = paths['/api/v2/intelligence/insight'].get;

  test('shows which parameters are required; those with a default are optional', () => {
    const shown = thing.parameters.map((one: { in: string; name: string; required: boolean }) =>
      [one.in, one.name, one.required].join(' '),
    );
    expect(shown).toContain('path thing_id true');
    expect(shown).toContain('query limit false');
    expect(shown).toContain('header Idempotency-Key false');
  });

  test('shows that its body is closed', () => {
    expect(echo.requestBody.content['application/json'].schema).toMatchObject({
      required: ['plate'],
      additionalProperties: false,
    });
  });

  test('shows who may call it: anyone, or keys with a scope', () => {
    expect(thing.security).toEqual([{}, { bearer: [] }]);
    expect(thing).not.toHaveProperty('x-scopes');
    expect(echo.security).toEqual([{ bearer: [] }]);
    expect(echo['x-scopes']).toEqual(['sessions:write']);
    expect(SCOPES).toContain(insight['x-scopes'][0]);
    expect(insight['x-plans']).toEqual(['pro', 'enterprise']);
    expect(echo).not.toHaveProperty('x-plans');
  });

  test('shows where any key will do, and which plans may call', () => {
    expect(document.paths['/api/v1/me'].get.security).toEqual([{ bearer: [] }]);
    expect(insight['x-plans']).toEqual(['pro', 'enterprise']);
    expect(echo).not.toHaveProperty('x-plans');
  });

  test('shows what it costs', () => {
    expect(insight['x-cost-cents']).toBe(10);
    expect(thing).not.toHaveProperty('x-cost-cents');
  });

  test('with a price takes a cost limit and an Idempotency-Key without declaring them', () => {
    const names = insight.parameters.map(({ name }: { name?: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['max_cost_cents', 'Idempotency-Key']));
    expect(insight.responses[200].headers).toHaveProperty('Idempotent-Replayed');
    expect(insight.responses).toHaveProperty('409');
  });

  test('lists the errors that it can give, and no others', () => {
    expect(Object.keys(thing.responses)).toEqual(['200', '400', '401', '426', '429', '500', '503']);
    expect(Object.keys(echo.responses)).toEqual([
      '201',
      '400',
      '401',
      '403',
      '413',
      '415',
      '426',
      '429',
      '500',
      '503',
    ]);
  });

  test('shows its content types, and no schema of raw bytes', () => {
    const sample = {
      ...getThing,
      path: '/sample',
      method: 'post',
      responses: {
        200: {
          description: 'Any of these',
          contentType: 'application/yaml',
          schema: Type.String(),
          alternatives: {
            'image/png': RawBytes,
            'application/geo+json': Type.Object({}),
            'text/event-stream': Type.Integer(),
          },
        },
      },
    } as const;
    const form = closeOperation({
      ...sample,
      bodyTypes: ['application/json', 'application/x-www-form-urlencoded'],
      body: Type.Object({ code: Type.String() }),
    });
    const bytes = closeOperation({ ...sample, path: '/raw', bodyTypes: ['*/*'], body: RawBytes });
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const shown = describeApi([form, bytes], 'https://api.example.org') as any;
    const paths = expanded(shown.paths, shown.components.schemas);
    const { requestBody, responses } = paths['/sample'].post;
    expect(Object.keys(requestBody.content)).toEqual(form.bodyTypes);
    for (const { schema } of Object.values<{ schema: object }>(requestBody.content))
      expect(schema).toMatchObject({ required: ['code'], additionalProperties: false });
    expect(responses[200].content).toEqual({
      'application/yaml': { schema: { type: 'string' } },
      'image/png': {},
      'application/geo+json': { schema: { type: 'object', properties: {} } },
      'text/event-stream': { schema: { type: 'string' }, 'x-event-data': { type: 'integer' } },
    });
    expect(paths['/raw'].post.requestBody).toEqual({ required: true, content: { '*/*': {} } });
  });

  test('shows the headers of its answers', () => {
    expect(Object.keys(thing.responses[200].headers)).toEqual([
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
    ]);
  });
});

function descriptionsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
}

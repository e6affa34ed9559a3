import { gzipSync } from 'node:zlib';
import { type TSchema, Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineOperation } from '../../../api/operation.ts';
import { RawBytes } from '../../../src/kit/web/input/body-types.ts';
import { startTestApi, type TestApi } from '../client.ts';

// Each operation declares a content type; each test decides what its handler returns.

type Answer = { headers?: Record<string, string>; body?: unknown };

const Text = Type.String();
const Feature = Type.Object({ type: Type.Literal('Feature') });
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]);

/** The answer of every operation below. */
let answer: Answer;
const pathOf = (type: string) => type.replaceAll(/\W/g, '');
const declare = (type: string, schema: TSchema, alternatives?: Record<string, TSchema>) =>
  defineOperation({
    operationId: `get${pathOf(type)}`,
    method: 'get',
    path: `/${pathOf(type)}`,
    summary: type,
    tags: ['test'],
    auth: 'public',
    budgets: ['read'],
    responses: {
      200: { description: type, contentType: type, schema, ...(alternatives && { alternatives }) },
    },
    handler: async () => ({ status: 200, ...answer }) as never,
  });

const operations = [
  declare('application/json', Feature, { 'text/plain': Text }),
  declare('application/geo+json', Feature),
  declare('text/plain', Text),
  declare('text/html', Text),
  declare('application/yaml', Text),
  declare('application/xml', Text),
  declare('image/svg+xml', Type.String({ minLength: 5 })),
  declare('image/png', RawBytes),
  declare('application/octet-stream', RawBytes),
];

let api: TestApi;
beforeAll(async () => {
  let ms = Date.now();
  api = await startTestApi({ operations, clock: { now: () => (ms += 60_000) } });
});
afterAll(() => api.stop());

const ask = (type: string, told: Answer, method = 'GET') => {
  answer = told;
  return api.request(method, `/${pathOf(type)}`);
};

const feature = { type: 'Feature' };

test.each<[string, unknown, string, string]>([
  ['application/json', feature, 'application/json; charset=utf-8', '{"type":"Feature"}'],
  ['application/geo+json', feature, 'application/geo+json', '{"type":"Feature"}'],
  ['text/plain', '"no" JSON: ü', 'text/plain; charset=utf-8', '"no" JSON: ü'],
  ['text/plain', Buffer.from('bytes'), 'text/plain; charset=utf-8', 'bytes'],
  ['text/html', '<p>', 'text/html; charset=utf-8', '<p>'],
  ['application/yaml', 'a: 1\n', 'application/yaml', 'a: 1\n'],
  ['application/xml', '<a/>', 'application/xml', '<a/>'],
  ['image/svg+xml', '<svg/>', 'image/svg+xml', '<svg/>'],
  ['image/png', PNG, 'image/png', PNG.toString()],
  ['application/octet-stream', PNG, 'application/octet-stream', PNG.toString()],
])('%s is sent as its declaration says', async (type, body, header, text) => {
  const told = await ask(type, { body });
  expect([told.status, told.headers['content-type'], told.text]).toEqual([200, header, text]);
  const head = await ask(type, { body }, 'HEAD');
  expect(head.headers['content-length']).toBe(told.headers['content-length']);
});

test('an answer may name another declared content type, and is checked against it', async () => {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  expect(await ask('application/json', { headers, body: 'plain' })).toMatchObject({
    status: 200,
    text: 'plain',
  });
  expect((await ask('application/json', { headers, body: feature })).status).toBe(500);
});

test.each<[string, string, Answer]>([
  ['JSON that is not of its schema', 'application/geo+json', { body: { type: 'Point' } }],
  ['a value where a text is declared', 'text/plain', { body: feature }],
  ['bytes that are no text', 'application/yaml', { body: PNG }],
  ['a text that is not of its schema', 'image/svg+xml', { body: '' }],
  ['a text where bytes are declared', 'image/png', { body: 'png' }],
  ['bytes that are no JSON', 'application/json', { body: PNG }],
  ['no body', 'text/plain', {}],
  [
    'another content type',
    'text/plain',
    { headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: '<p>' },
  ],
  [
    'its content type in other words',
    'text/plain',
    { headers: { 'Content-Type': 'text/plain' }, body: 'x' },
  ],
])('%s breaks the declaration: 500 when answers are checked', async (_what, type, told) => {
  const { status, body } = await ask(type, told);
  expect(status).toBe(500);
  expect(body.error.code).toBe('INTERNAL');
});

test('a compressed text is checked as it was before compression', async () => {
  const headers = { 'Content-Encoding': 'gzip' };
  const { status } = await ask('image/svg+xml', { headers, body: gzipSync('<svg/>') });
  expect(status).toBe(200);
});

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Type } from 'typebox';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineOperation } from '../../../api/operation.ts';
import { writtenJson } from '../../../src/kit/web/reply/written-json.ts';
import { startTestApi, type TestApi } from '../client.ts';
import { like } from '../sample-operations.ts';

const asIs = (bytes: Buffer) => bytes;
const TEXT = JSON.stringify({ text: 'Straße '.repeat(300) });

/** Answers with as many bytes as the query asks for. */
const getBytes = defineOperation({
  operationId: 'getBytes',
  method: 'get',
  path: '/bytes',
  summary: 'So many bytes of JSON',
  tags: ['test'],
  auth: 'public',
  budgets: ['read'],
  query: Type.Object({ count: Type.Integer() }),
  responses: { 200: { description: 'Text', schema: Type.Object({ text: Type.String() }) } },
  handler: async ({ query }) => {
    const empty = JSON.stringify({ text: '' }).length;
    return { status: 200 as const, body: { text: 'a'.repeat(query.count - empty) } };
  },
});
const getText = defineOperation({
  ...like(getBytes),
  operationId: 'getText',
  path: '/text',
  query: Type.Object({}),
  responses: { 200: { description: 'Text', schema: Type.Object({ text: Type.String() }) } },
  handler: async () => ({ status: 200 as const, body: Buffer.from(TEXT) }),
});

const MEMBERS = { text: 'Straße '.repeat(300), more: 'ü' };
/** The text is written already. */
const getWritten = defineOperation({
  ...like(getBytes),
  operationId: 'getWritten',
  path: '/written',
  query: Type.Object({ count: Type.Optional(Type.Integer()) }),
  responses: {
    200: { description: 'Text', schema: Type.Object({ text: Type.String(), more: Type.String() }) },
  },
  handler: async ({ query: { count = MEMBERS.text.length } }) => {
    const text = writtenJson<string>(JSON.stringify(MEMBERS.text.slice(0, count)));
    return { status: 200 as const, body: { ...MEMBERS, text } as unknown as typeof MEMBERS };
  },
});

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ operations: [getBytes, getText, getWritten] });
});
afterAll(() => api.stop());

const ask = async (path: string, accept?: string, method: 'GET' | 'HEAD' = 'GET') => {
  const headers = accept === undefined ? {} : { 'accept-encoding': accept };
  const answer = await request(api.url + path, { method, headers });
  return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
};

test.each([
  ['gzip', 'gzip', gunzipSync],
  ['br', 'br', brotliDecompressSync],
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['deflate', 'deflate', inflateSync],
  ['br;q=0.2, gzip;q=0.9', 'gzip', gunzipSync],
  ['br;q=0, *', 'gzip', gunzipSync],
  ['identity;q=0.5, br', 'br', brotliDecompressSync],
  ['GZIP', 'gzip', gunzipSync],
  ['*', 'br', brotliDecompressSync],
  ['gzip;q=0', undefined, asIs],
  ['*;q=0', undefined, asIs],
  ['identity;q=0', undefined, asIs],
  ['identity, br;q=0.5', undefined, asIs],
  ['zstd', undefined, asIs],
  ['gzip;q=none', undefined, asIs],
  ['', undefined, asIs],
  [undefined, undefined, asIs],
] as const)('Accept-Encoding "%s" is answered in %s', async (accept, coding, decode) => {
  const { headers, bytes } = await ask('/text', accept);
  expect(headers['content-encoding']).toBe(coding);
  expect(headers.vary).toBe('Accept-Encoding');
  expect(decode(bytes).toString()).toBe(TEXT);
});

test.each([
  ['gzip', 'gzip', gunzipSync],
  ['gzip, deflate, br, zstd', 'gzip', gunzipSync],
  ['br', 'br', brotliDecompressSync],
  ['identity, gzip;q=0.5', undefined, asIs],
  ['gzip;q=0', undefined, asIs],
  [undefined, undefined, asIs],
] as const)(
  'what is written already is the same for "%s", in %s',
  async (accept, coding, decode) => {
    for (const _twice of [1, 2]) {
      const { headers, bytes } = await ask('/written', accept);
      expect(headers['content-encoding']).toBe(coding);
      expect(headers.vary).toBe('Accept-Encoding');
      expect(decode(bytes).toString()).toBe(JSON.stringify(MEMBERS));
      if (coding !== 'br') expect(headers['content-length']).toBe(String(bytes.length));
    }
    const head = await ask('/written', accept, 'HEAD');
    const { byteLength } = Buffer.from(JSON.stringify(MEMBERS));
    expect(head.headers['content-length']).toBe(
      accept === undefined ? String(byteLength) : undefined,
    );
    const small = await ask('/written?count=9', accept);
    expect(small.headers['content-encoding']).toBeUndefined();
  },
);

test.each([
  [1_023, false],
  [1_024, true],
])('an answer of %i bytes is compressed: %s', async (count, isCompressed) => {
  const { headers, bytes } = await ask(`/bytes?count=${count}`, 'gzip');
  expect(headers['content-encoding'] === 'gzip').toBe(isCompressed);
  expect((isCompressed ? gunzipSync(bytes) : bytes).length).toBe(count);
});

test('HEAD states a length only if a GET would send exactly these bytes', async () => {
  expect((await ask('/text', undefined, 'HEAD')).headers['content-length']).toBe(
    String(Buffer.byteLength(TEXT)),
  );
  const { headers, bytes } = await ask('/text', 'br', 'HEAD');
  expect(headers['content-length']).toBeUndefined();
  expect(headers.vary).toBe('Accept-Encoding');
  expect(bytes.length).toBe(0);
});

test('many requests at once on one connection each get a whole answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => ask('/text', i % 2 ? 'gzip' : 'br')),
  );
  for (const { headers, bytes } of answers) {
    const decode = headers['content-encoding'] === 'br' ? brotliDecompressSync : gunzipSync;
    expect(decode(bytes).toString()).toBe(TEXT);
  }
});

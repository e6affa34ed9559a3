import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { TAKEN_MS_MAX } from '../../../api/http/send.ts';
import { defineOperation } from '../../../api/operation.ts';
import type { StreamedBody } from '../../../src/kit/web/reply/body.ts';
import { untilHolds } from '../../stage/until-holds.ts';
import { startTestApi, type TestApi } from '../client.ts';
import { parseAnswer, sendBytes } from '../raw-socket.ts';
import { askWithoutReading, manyTurns, untilQuiet } from './slow-caller.ts';

const CHUNK = Buffer.alloc(64 * 1024, 'x');
const CHUNKS = 1_000;
const GET = 'GET /streamed HTTP/1.1\r\nHost: a\r\n\r\n';
/**
 * Random bytes, because they do not get smaller by compression; more than the kernel buffers for a
 * caller that does not read.
 */
const RANDOM_BYTES = 32 * 1024 * 1024;

/** Chunks made and answers sent so far. */
let made = { chunks: 0, sent: 0 };
let body: () => StreamedBody | Buffer;

const streamed = defineOperation({
  operationId: 'streamed',
  method: 'get',
  path: '/streamed',
  summary: 'Bytes that are made on the way',
  tags: ['test'],
  auth: 'public',
  budgets: ['read'],
  responses: { 200: { description: 'Bytes', schema: Type.String(), contentType: 'text/plain' } },
  handler: async () => ({
    status: 200 as const,
    headers: { 'Content-Type': 'text/plain' },
    body: body(),
    whenSent: () => {
      made.sent += 1;
    },
  }),
});

async function* chunks(count = CHUNKS) {
  for (let i = 0; i < count; i += 1) {
    made.chunks += 1;
    yield CHUNK;
  }
}

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ operations: [streamed], app: { validateReplies: false } });
});
afterAll(() => api.stop());
afterEach(() => {
  vi.useRealTimers();
  made = { chunks: 0, sent: 0 };
});

/** Waits far longer than sending takes. */
const untilSent = (count: number) => untilHolds(() => expect(made.sent).toBe(count));

test('no more is made than the caller takes, and a caller that reads gets all of it', async () => {
  body = () => ({ open: () => chunks(), byteLength: CHUNKS * CHUNK.length });
  const socket = await askWithoutReading(api.port, GET);
  await untilQuiet(() => made.chunks);
  expect(made.chunks).toBeLessThan(CHUNKS / 2);
  expect(made.sent).toBe(0);
  let byteLength = 0;
  for await (const chunk of socket) {
    byteLength += chunk.length;
    if (byteLength > CHUNKS * CHUNK.length) break;
  }
  expect(byteLength).toBeGreaterThan(CHUNKS * CHUNK.length);
  await untilSent(1);
});

test('a caller that does not take an answer in time loses the connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  body = () => ({ open: () => chunks() });
  const socket = await askWithoutReading(api.port, GET);
  await untilQuiet(() => made.chunks);
  vi.advanceTimersByTime(TAKEN_MS_MAX - 1);
  await untilQuiet(() => made.chunks);
  expect(made.sent).toBe(0);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await untilSent(1);
  socket.resume();
  await once(socket, 'close');
});

test('a caller of a compressed answer has no more time to take it', async () => {
  const bytes = randomBytes(RANDOM_BYTES);
  const asked = new Promise<void>((done) => {
    body = () => {
      done();
      return bytes;
    };
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const socket = await askWithoutReading(
    api.port,
    GET.replace('Host: a', 'Host: a\r\nAccept-Encoding: gzip'),
  );
  await asked;
  await manyTurns();
  expect(made.sent).toBe(0);
  vi.advanceTimersByTime(TAKEN_MS_MAX);
  vi.useRealTimers();
  await untilSent(1);
  socket.resume();
  await once(socket, 'close');
});

test('a hang-up ends an answer, even if more requests wait on the connection', async () => {
  body = () => ({ open: () => chunks() });
  const socket = await askWithoutReading(api.port, GET.repeat(3));
  await untilQuiet(() => made.chunks);
  expect(made.sent).toBe(0);
  socket.destroy();
  await untilSent(3);
});

test('HEAD makes no bytes, and states the length if it is known', async () => {
  body = () => ({ open: () => chunks(), byteLength: 5 });
  const head = await api.request('HEAD', '/streamed');
  expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '5', '']);
  body = () => ({ open: () => chunks() });
  expect((await api.request('HEAD', '/streamed')).headers).not.toHaveProperty('content-length');
  expect(made).toEqual({ chunks: 0, sent: 2 });
});

test('an answer that fails midway breaks off; it never looks complete', async () => {
  body = () => ({
    async *open() {
      yield CHUNK;
      throw new Error('no more');
    },
  });
  const text = await sendBytes(api.port, GET);
  expect(parseAnswer(text).headers['transfer-encoding']).toBe('chunked');
  expect(text).not.toContain('\r\n0\r\n\r\n');
  await untilSent(1);
});

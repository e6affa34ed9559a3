import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineOperation } from '../../../api/operation.ts';
import { definePriced } from '../../../api/price/define-priced.ts';
import { startTestApi, type TestApi } from '../client.ts';

const SHORT_MS = 200;
const END = '\r\n\r\n';

/** What the handlers wait for. */
let work = Promise.withResolvers<void>();
let sentCount = 0;

const common = { tags: ['sample'], summary: 'Waits', deadlineMs: SHORT_MS } as const;
const Done = Type.Object({ done: Type.Boolean() });

const waitOperation = defineOperation({
  ...common,
  operationId: 'wait',
  method: 'post',
  path: '/api/v1/wait',
  auth: 'public',
  budgets: ['read'],
  body: Type.Object({ wait: Type.Boolean() }, { examples: [{ wait: true }] }),
  responses: { 200: { description: 'Done', schema: Done } },
  async handler({ body: { wait } }) {
    if (wait) await work.promise;
    const whenSent = () => {
      sentCount += 1;
    };
    return { status: 200, body: { done: true }, whenSent };
  },
});

const pricedOperation = definePriced({
  ...common,
  operationId: 'waitPriced',
  path: '/api/v2/intelligence/wait',
  auth: { scope: 'intelligence' },
  budgets: ['intelligence'],
  price: 50,
  confidence: { low: 'there is little', medium: 'there is some', high: 'there is much' },
  dataDescription: 'Whether it is done',
  data: Done,
  query: Type.Object({}),
  async handler() {
    await work.promise;
    return { data: { done: true }, confidence: 'high', asOf: new Date(0) };
  },
});

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ operations: [waitOperation, pricedOperation] });
});
afterAll(() => api.stop());

const LATE = {
  status: 503,
  body: {
    error: {
      code: 'INTERNAL',
      message: 'the service is not available at the moment',
      request_id: expect.stringMatching(/^req_/),
    },
  },
};

test('a call that takes too long is 503 in the envelope, and what it held is given back', async () => {
  work = Promise.withResolvers();
  const answer = await api.request('POST', '/api/v1/wait', { body: { wait: true } });
  expect(answer).toMatchObject(LATE);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(sentCount).toBe(0);
  work.resolve();
  await expect.poll(() => sentCount).toBe(1);
});

test('an answer that comes too late is not charged, and one in time is', async () => {
  const key = await api.createKey();
  const ask = () => api.request('GET', pricedOperation.path, { key: key.secret });
  const charges = () =>
    api.database.sql('select cost_cents from usage where key_id = $1', [key.keyId]);
  work = Promise.withResolvers();
  expect(await ask()).toMatchObject(LATE);
  work.resolve();
  expect(await ask()).toMatchObject({ status: 200, body: { data: { done: true } } });
  expect(await charges()).toEqual([{ cost_cents: 50 }]);
});

test('the time in which a caller sends its body does not count', async () => {
  const socket = connect(api.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  const body = '{"wait":false}';
  const headers = `Host: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  socket.write(`POST /api/v1/wait HTTP/1.1\r\n${headers}${END}`);
  await sleep(2 * SHORT_MS);
  socket.write(body);
  await expect.poll(() => answer).toContain('{"done":true}');
  socket.destroy();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../api/client.ts';

const ROWS_MAX = 10_000;

let api: TestApi;
let key: TestKey;

beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey({ plan: 'enterprise', rateLimits: { write: 100_000 } });
});
afterAll(() => api.stop());

const send = (raw: string) =>
  api.request('POST', '/api/v1/lots/batch', {
    key: key.secret,
    raw,
    headers: { 'content-type': 'application/x-ndjson' },
  });

test('the largest batch is written and changed while other callers are answered', async () => {
  const linesOf = (name: string) =>
    Array.from({ length: ROWS_MAX }, (_, i) =>
      JSON.stringify({ name, lat: 43 + i / 1e5, lng: -79, total_spaces: 1, ref: `${i}` }),
    );
  const lines = linesOf('A');
  let isDone = false;
  let answered = 0;
  const batch = send(lines.join('\n')).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await api.request('GET', '/api/v1/health/live');
    answered += 1;
  }
  const { status, body } = await batch;
  expect([status, body.created]).toEqual([200, ROWS_MAX]);
  expect(answered).toBeGreaterThan(10);
  const changed = await send(linesOf('B').join('\n'));
  expect([changed.status, changed.body.updated]).toEqual([200, ROWS_MAX]);
  const over = await send([...lines, lines[0]].join('\n'));
  expect([over.status, over.body.error.details[0].field]).toEqual([400, 'body']);
});

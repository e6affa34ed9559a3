import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addLot } from '../../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

let api: TestApi;
let key: TestKey;
let lastKey = 0;
let logged = '';

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  api = await startTestApi({ app: { log: pino({ level: 'debug' }, stream) } });
  key = await api.createKey({ rateLimits: { write: 10_000, agent_call: 10_000 } });
  // Words are matched against lots only where there are any.
  await addLot(api.database, { operator_id: key.operatorId, name: 'Central Garage' });
});
afterAll(() => api.stop());
beforeEach(() => {
  logged = '';
});

function reserve(intent: string) {
  return api.request('POST', '/api/v1/reserve', {
    key: key.secret,
    headers: { 'Idempotency-Key': `strange-${++lastKey}` },
    body: { intent },
  });
}

const LENGTH = 1000;

test.each([
  ...['x', '漢', 'ä', 'ﷺ', '㌀', "'", '\\', '-', '1', '😀', 'Lot', 'St,', 'x&', 'x|y', '!', ':*'],
  ...['Lot ', 'Bay St. ', 'a b c ', 'Acme ', "O'Neil "],
])('1,000 characters of %j are not understood: 400, and none of them is logged', async (part) => {
  const intent = part.repeat(LENGTH).slice(0, LENGTH);
  const { status, body } = await reserve(intent.toWellFormed());
  expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
  expect(logged).not.toContain(part.repeat(10));
});

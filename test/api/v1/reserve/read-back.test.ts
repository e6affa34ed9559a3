import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

let api: TestApi;
let key: TestKey;
let lotId: string;
let lastKey = 0;

beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey({ rateLimits: { write: 10_000, agent_call: 10_000 } });
  lotId = await addLot(api.database, { operator_id: key.operatorId, total_spaces: 60 });
});
afterAll(() => api.stop());

function reserve(body: object) {
  return api.request('POST', '/api/v1/reserve', {
    key: key.secret,
    headers: { 'Idempotency-Key': `read-back-${++lastKey}` },
    body,
  });
}

test('the hold shows what was understood, with units', async () => {
  const intent = 'van, 2.1 m high, two hours, at most 9 CAD in total, the cheapest, tag 4KL 882';
  const { status, body } = await reserve({ intent, lot_id: lotId });
  expect(status).toBe(201);
  expect(body.hold.parsed).toMatchObject({
    vehicle_kind: 'van',
    height_cm: 210,
    max_rate: 9,
    max_rate_per: 'total',
    max_rate_currency: 'cad',
    sort: 'price',
    within_m: null,
    lot_types: null,
    plate: '4KL 882',
  });
  const again = await api.request('GET', `/api/v1/reserve/${body.hold.id}`, { key: key.secret });
  expect(again.body.hold.parsed).toEqual(body.hold.parsed);
});

test('a hold that an earlier version stored is shown as well', async () => {
  const { body } = await reserve({ intent: 'an hour', lot_id: lotId });
  await api.database.sql(
    `update holds set parsed = '{"place": null, "lat": null, "lng": null, "attribution": null,
       "features": [], "max_rate": 3}' where hold_id = $1`,
    [body.hold.id],
  );
  const { body: old } = await api.request('GET', `/api/v1/reserve/${body.hold.id}`, {
    key: key.secret,
  });
  expect(old.hold.parsed).toMatchObject({ max_rate: 3, max_rate_per: null, height_cm: null });
});

test('words that were not understood are in the details, never in the message', async () => {
  const { status, body } = await reserve({ intent: 'an hour unless it snows', lot_id: lotId });
  expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
  expect(body.error.message).toBe('the intent has words that were not understood');
  expect(body.error.details).toEqual({
    reason: 'not_understood',
    missing: [],
    candidates: [],
    problems: [
      { part: 'words', reason: 'not_accounted_for', text: 'unless' },
      { part: 'words', reason: 'not_accounted_for', text: 'snows' },
    ],
  });
});

test.each([
  ['yesterday at 5pm', 'past'],
  ['on 30 February at noon', 'impossible'],
  ['on Friday for two hours', 'incomplete'],
  ['every... on Mondays at 9am', 'recurring'],
])('a wrong time is refused with the reason: %s is %s', async (intent, reason) => {
  const { status, body } = await reserve({ intent, lot_id: lotId });
  expect(status).toBe(400);
  expect(body.error.details.missing).toEqual(['time']);
  expect(body.error.details.problems[0]).toEqual({ part: 'time', reason, text: null });
});

test.each([
  ['for 60 days', 'ends_at'],
  ['0 spaces for an hour', 'space_count'],
  ['51 spaces for an hour', 'space_count'],
])('a number out of range is refused naming its field: %s', async (intent, field) => {
  const { status, body } = await reserve({ intent, lot_id: lotId });
  expect(status).toBe(400);
  expect(body.error.details[0].field).toBe(field);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

let api: TestApi;
let key: TestKey;
let lastPlate = 0;

beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey({ rateLimits: { write: 10_000, read: 10_000 } });
});
afterAll(() => api.stop());

const nextPlate = () => `H${String(++lastPlate).padStart(6, '0')}`;
const newLot = (more: object = {}) =>
  addLot(api.database, { operator_id: key.operatorId, ...more });

async function post(path: string, body: unknown, headers = {}, as = key) {
  return api.request('POST', path, { key: as.secret, body, headers });
}

async function parked(more: object = {}) {
  const lotId = await newLot();
  const answer = await post('/api/v1/sessions', { lot_id: lotId, plate: nextPlate(), ...more });
  expect(answer.status).toBe(201);
  return answer.body.session;
}

test('a created session can be looked up, and ended once', async () => {
  const session = await parked({ duration_hours: 2 });
  expect(session).toMatchObject({ status: 'active', rate: 3.5, rate_unit: 'hour' });
  expect(session).toMatchObject({ estimated_amount: 7, currency: 'cad', livemode: true });
  expect(session.client_secret).toContain(session.payment_intent_id);
  expect(session.short_code).toBe(session.session_code.slice(-4));

  const found = await api.request('GET', `/api/v1/sessions/${session.id}`, { key: key.secret });
  expect(found.body.session).toEqual(session);

  const ending = { session_id: session.id, session_code: session.session_code };
  const ended = await post('/api/v1/sessions/end', ending);
  expect(ended.status).toBe(200);
  expect(ended.body.session).toMatchObject({ status: 'completed', subtotal: 0.06 });
  expect(ended.body.session.owner_payout + ended.body.session.platform_fee).toBeCloseTo(0.06, 9);
  const again = await post('/api/v1/sessions/end', ending);
  expect(again.status).toBe(409);
  expect(again.body.error.code).toBe('CONFLICT');
});

test('a repeated create gets exactly the first answer, marked as a replay', async () => {
  const body = {
    lot_id: await newLot(),
    plate: nextPlate(),
    vehicle: { vin: '1HGCM82633A004352' },
  };
  const headers = { 'idempotency-key': 'again' };
  const first = await post('/api/v1/sessions', body, headers);
  const second = await post('/api/v1/sessions', body, headers);
  expect(second.status).toBe(201);
  expect(second.body).toEqual(first.body);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(second.headers['idempotent-replayed']).toBe('true');
  const other = await post('/api/v1/sessions', { ...body, plate: nextPlate() }, headers);
  expect(other.status).toBe(409);
  expect(other.body.error.details).toEqual({ reason: 'idempotency_mismatch' });
});

test('the same key of another caller is another call', async () => {
  const other = await api.createKey();
  const headers = { 'idempotency-key': 'shared' };
  const body = { lot_id: await newLot(), plate: nextPlate() };
  const mine = await post('/api/v1/sessions', body, headers);
  const theirs = await post('/api/v1/sessions', { ...body, plate: nextPlate() }, headers, other);
  expect(theirs.status).toBe(201);
  expect(theirs.body.session.id).not.toBe(mine.body.session.id);
});

test('the secret is for the key that created the session, and only while it is unpaid', async () => {
  const session = await parked();
  const colleague = await api.createKey({ operatorId: key.operatorId });
  const seen = await api.request('GET', `/api/v1/sessions/${session.id}`, {
    key: colleague.secret,
  });
  expect(seen.status).toBe(200);
  expect(seen.body.session.client_secret).toBeUndefined();
  const ended = await post('/api/v1/sessions/end', { session_id: session.id });
  expect(ended.body.session.client_secret).toBeUndefined();
});

test("other operators' sessions, the other world's and unknown ones are 404 alike", async () => {
  const session = await parked();
  const stranger = await api.createKey();
  const sandbox = await api.createKey({ operatorId: key.operatorId, mode: 'test' });
  for (const as of [stranger, sandbox]) {
    const answer = await api.request('GET', `/api/v1/sessions/${session.id}`, { key: as.secret });
    expect(answer.status).toBe(404);
    expect((await post('/api/v1/sessions/end', { session_id: session.id }, {}, as)).status).toBe(
      404,
    );
  }
  const none = await api.request('GET', '/api/v1/sessions/ses_none', { key: key.secret });
  expect(none.status).toBe(404);
});

test.each([
  ['plate', { plate: '!' }],
  ['plate', { plate: 'ABCDEFGHIJKLMNOP' }],
  ['lot_id', { lot_id: 'nowhere' }],
  ['duration_hours', { duration_hours: 0 }],
  ['duration_hours', { duration_hours: 721 }],
  ['ends_at', { ends_at: '2001-01-01T00:00:00Z' }],
  ['vehicle.vin', { vehicle: { vin: 'IOQ' } }],
  ['colour', { colour: 'red' }],
  ['driver_email', { driver_email: 'nobody' }],
])('a bad %s is refused naming it, and nothing is written', async (field, more) => {
  const lotId = await newLot();
  const body = { lot_id: lotId, plate: nextPlate(), ...more };
  const answer = await post('/api/v1/sessions', body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.code).toBe('BAD_REQUEST');
  expect(answer.body.error.details.map((detail: { field: string }) => detail.field)).toEqual([
    field,
  ]);
  const rows = await api.database.sql('select from sessions where lot_id = $1', [lotId]);
  expect(rows).toEqual([]);
});

test.each(['', 'x'.repeat(256), 'naïve'])('the idempotency key "%s" is refused', async (value) => {
  const body = { lot_id: await newLot(), plate: nextPlate() };
  const answer = await post('/api/v1/sessions', body, { 'idempotency-key': value });
  expect(answer.status).toBe(400);
  expect(answer.body.error.details[0].field).toBe('Idempotency-Key');
});

test('a full lot is refused with a reason for programs', async () => {
  const lotId = await newLot({ total_spaces: 1 });
  expect((await post('/api/v1/sessions', { lot_id: lotId, plate: nextPlate() })).status).toBe(201);
  const full = await post('/api/v1/sessions', { lot_id: lotId, plate: nextPlate() });
  expect(full.status).toBe(409);
  expect(full.body.error.details).toEqual({ reason: 'lot_full' });
});

test('a key that may only read cannot start or end sessions', async () => {
  const reader = await api.createKey({ scopes: ['sessions:read'] });
  const body = { lot_id: await newLot(), plate: nextPlate() };
  expect((await post('/api/v1/sessions', body, {}, reader)).status).toBe(403);
  expect((await post('/api/v1/sessions/end', { session_id: 'x' }, {}, reader)).status).toBe(403);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

let api: TestApi;
let key: TestKey;
let lastKey = 0;

const HERE = { latitude: 43.6532, longitude: -79.3832 };

beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey({ rateLimits: { write: 1_000_000, agent_call: 1_000_000 } });
});
afterAll(() => api.stop());

const newLot = (more: Partial<Parameters<typeof addLot>[1]> = {}) =>
  addLot(api.database, { ...HERE, operator_id: key.operatorId, ...more });

function reserve(body: object, headers: Record<string, string> = {}) {
  return api.request('POST', '/api/v1/reserve', {
    key: key.secret,
    headers: { 'Idempotency-Key': `reserve-${++lastKey}`, ...headers },
    body,
  });
}

test('words become a hold: place, time, plate and price, and a quote that adds up', async () => {
  const lot_id = await newLot({ name: 'Yonge Street Garage', rate_minor: 400 });
  const intent = 'Yonge Street Garage for two hours, plate ab-123 cd, under $5 an hour';
  const { status, body } = await reserve({ intent });
  expect(status).toBe(201);
  expect(body.hold).toMatchObject({
    status: 'held',
    lot_id,
    lot_name: 'Yonge Street Garage',
    parsed: { place: expect.stringContaining('Yonge'), plate: 'ab-123 cd', max_rate: 5 },
    quote: { amount: 8, currency: 'cad' },
    ttl_seconds: 180,
    session_id: null,
  });
  expect(body.hold.intent).toContain('ab-123 cd');
  const lengthMs = Date.parse(body.hold.parsed.ends_at) - Date.parse(body.hold.parsed.starts_at);
  expect(lengthMs).toBe(2 * 3_600_000);
});

test('fields override words', async () => {
  const lot_id = await newLot({ name: 'Bay Street Lot', total_spaces: 5 });
  const starts_at = new Date(Date.now() + 3_600_000).toISOString();
  const ends_at = new Date(Date.now() + 3 * 3_600_000).toISOString();
  const { body } = await reserve({
    intent: 'somewhere in Paris tomorrow for 20 minutes, plate XX 111',
    lot_id,
    starts_at,
    ends_at,
    plate: 'YY 222',
    space_count: 2,
  });
  expect(body.hold).toMatchObject({
    lot_id,
    parsed: { starts_at, ends_at, plate: 'YY 222', space_count: 2 },
  });
  expect(Date.parse(body.hold.expires_at)).toBe(Date.parse(starts_at) + 15 * 60_000);
});

test('a clock that is ahead makes a hold begin now, and no longer than asked', async () => {
  const lot_id = await newLot({ name: 'Fast Clock Lot', rate_minor: 6_000 });
  const ahead = Date.now() + 20_000;
  const starts_at = new Date(ahead).toISOString();
  const ends_at = new Date(ahead + 3_600_000).toISOString();
  const { body } = await reserve({ intent: 'a space', lot_id, starts_at, ends_at, plate: 'AH 1' });
  expect(body.hold.quote.amount).toBe(60);
  const activated = await api.request('POST', `/api/v1/reserve/${body.hold.id}/activate`, {
    key: key.secret,
    body: {},
  });
  expect(activated.body.session.estimated_amount).toBe(60);
});

test('a town finds the nearest lot that fits, or the cheapest if asked for', async () => {
  const centre = { latitude: 45.42, longitude: -75.7 };
  const near = await newLot({ ...centre, name: 'Rideau', rate_minor: 900 });
  const cheap = await newLot({ ...centre, latitude: 45.425, name: 'Byward', rate_minor: 200 });
  expect((await reserve({ intent: 'parking in Ottawa for an hour' })).body.hold.lot_id).toBe(near);
  const cheapest = await reserve({ intent: 'the cheapest parking in Ottawa for an hour' });
  expect(cheapest.body.hold.lot_id).toBe(cheap);
  expect(cheapest.body.hold.parsed.attribution).toContain('GeoNames');
  const capped = await reserve({ intent: 'Ottawa, one hour, no more than $3' });
  expect(capped.body.hold.lot_id).toBe(cheap);
});

test('a lot that charges exactly the stated maximum fits', async () => {
  const lot_id = await newLot({ name: 'Harbord Cent Lot', rate_minor: 115 });
  const asked = (most: string) => reserve({ intent: `an hour, no more than $${most}`, lot_id });
  expect((await asked('1.15')).status).toBe(201);
  expect((await asked('1.14')).status).toBe(404);
});

test('an intent that is not understood is refused with what is missing and close guesses', async () => {
  await newLot({ name: 'Kensington Market Parking' });
  const { status, body } = await reserve({ intent: 'Kensingtn Markt Parkng for an hour' });
  expect(status).toBe(400);
  expect(body.error.details).toMatchObject({ reason: 'not_understood', missing: ['place'] });
  expect(body.error.details.candidates.length).toBeLessThanOrEqual(3);
});

test('lots of one name are candidates with what tells them apart, and none is held', async () => {
  const centre = { latitude: 45.41, longitude: -75.71, name: 'Wexcombe Garage' };
  const near = await newLot({ ...centre, rate_minor: 400 });
  const decoy = await newLot({ ...centre, latitude: 45.42, rate_minor: 12_000 });
  await api.database.sql(
    `update lots set city = 'Ottawa', address = case lot_id when $1 then '4 Elgin Street' end
     where lot_id in ($1, $2)`,
    [near, decoy],
  );
  const { status, body } = await reserve({ intent: 'Wexcombe Garage now for an hour' });
  expect(status).toBe(400);
  expect(body.error.details).toMatchObject({ reason: 'not_understood', missing: ['place'] });
  expect(body.error.details.candidates).toEqual([
    {
      lot_id: near,
      label: 'Wexcombe Garage, Ottawa, 4 Elgin Street',
      lat: 45.41,
      lng: -75.71,
      address: '4 Elgin Street',
      city: 'Ottawa',
      rate: 4,
      rate_unit: 'hour',
      currency: 'cad',
    },
    expect.objectContaining({ lot_id: decoy, rate: 120, address: null }),
  ]);
});

test('when the named lot is full, no other lot is held', async () => {
  const centre = { latitude: 45.4, longitude: -75.72 };
  await newLot({ ...centre, name: 'Dunmere Garage', total_spaces: 1 });
  await newLot({ ...centre, name: 'Dunmere Plaza' });
  expect((await reserve({ intent: 'Dunmere Garage for an hour' })).status).toBe(201);
  const { status, body } = await reserve({ intent: 'Dunmere Garage for an hour' });
  expect([status, body.error.details.reason]).toEqual([404, 'nothing_free']);
});

test('an intent that no lot fits is 404, and nothing is held', async () => {
  const lot_id = await newLot({ name: 'Tiny Lot', total_spaces: 1 });
  expect((await reserve({ intent: 'an hour', lot_id })).status).toBe(201);
  const second = await reserve({ intent: 'an hour', lot_id });
  expect(second.status).toBe(404);
  expect(second.body.error.details.reason).toBe('nothing_free');
  expect((await reserve({ intent: 'Atlantis Quay Parking' })).status).toBe(400);
});

test('without Idempotency-Key nothing is held, and the header is named', async () => {
  const lot_id = await newLot();
  const answer = await api.request('POST', '/api/v1/reserve', {
    key: key.secret,
    body: { intent: 'an hour', lot_id },
  });
  expect(answer.status).toBe(400);
  expect(answer.body.error.details).toEqual([
    expect.objectContaining({ field: 'Idempotency-Key' }),
  ]);
});

test('a hundred calls with one key make one hold, and all get its answer', async () => {
  const lot_id = await newLot({ total_spaces: 50 });
  const headers = { 'Idempotency-Key': 'the-same' };
  const body = { intent: 'one hour, plate SAME 1', lot_id };
  const answers = await Promise.all(Array.from({ length: 100 }, () => reserve(body, headers)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const [{ count } = { count: 0 }] = await api.database.sql<{ count: number }>(
    'select count(*)::integer as count from holds where lot_id = $1',
    [lot_id],
  );
  expect(count).toBe(1);
  const other = await reserve({ ...body, intent: 'two hours' }, headers);
  expect(other.body.error.details.reason).toBe('idempotency_mismatch');
});

test('plates and personal addresses are not stored with the words', async () => {
  const lot_id = await newLot();
  const intent = 'one hour, plate SECRET 77, mail me at jo@example.org';
  const { body } = await reserve({ intent, lot_id });
  expect(body.hold.parsed.plate).toBe('SECRET 77');
  const rows = await api.database.sql(
    `select to_jsonb(holds)::text as text from holds
     union all select to_jsonb(audit_log)::text from audit_log
     union all select to_jsonb(idempotency)::text from idempotency
     union all select to_jsonb(events)::text from events`,
  );
  expect(JSON.stringify(rows)).not.toMatch(/SECRET ?77|jo@example/);
});

test.each([
  [{ starts_at: '2020-01-01T00:00:00Z' }, 'starts_at'],
  [{ starts_at: new Date(Date.now() + 400 * 86_400_000).toISOString() }, 'starts_at'],
  [{ ends_at: '2020-01-01T00:00:00Z' }, 'ends_at'],
  [{ plate: '!' + '?' }, 'plate'],
  [{ space_count: 51 }, 'space_count'],
  [{ ttl_seconds: 59 }, 'ttl_seconds'],
  [{ vehicle: { autonomous: true } }, 'vehicle.fleet_id'],
  [{ vehicle: { fleet_id: 'f', vin: '1M8GDM9AXKP042789' } }, 'vehicle.vin'],
])('the field of %o is named in its refusal', async (more, field) => {
  const lot_id = await newLot();
  const { status, body } = await reserve({ intent: 'an hour', lot_id, ...more });
  expect(status).toBe(400);
  expect(body.error.details[0].field).toBe(field);
});

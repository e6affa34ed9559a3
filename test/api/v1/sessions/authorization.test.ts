import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

// Drivers who have not authorised their stays yet, as a test key rehearses them.

let api: TestApi;
let key: TestKey;
let lotId: string;

beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey({ mode: 'test', rateLimits: { sandbox: 10_000, write: 10_000 } });
  const place = { name: 'Gate', lat: 41, lng: -99, total_spaces: 100, base_rate: 6 };
  const access = { gate_code: '4711', gate_code_from: 'authorization' };
  const { body } = await call('POST', 'lots', { ...place, currency: 'usd', access });
  expect(body.lot.access).toMatchObject(access);
  lotId = body.lot.id;
});
afterAll(() => api.stop());

const call = (method: string, path: string, body?: object, as: TestKey = key) =>
  api.request(method, `/api/v1/${path}`, { key: as.secret, body });

const park = (plate: string, more: object = {}) =>
  call('POST', 'sessions', { lot_id: lotId, plate, ...more });

test('a stay says until when it has to be authorised, and only then shows its gate code', async () => {
  const { body } = await park('SIMAUTH1A');
  const { session } = body;
  expect(session).toMatchObject({ status: 'active', payment_status: 'requires_authorization' });
  expect(Date.parse(session.authorize_by) - Date.parse(session.created_at)).toBe(600_000);
  expect(session.client_secret).toEqual(expect.any(String));
  expect(session.entry_instructions.gate_code).toBeNull();
  const { body: later } = await call('GET', `sessions/${session.id}`);
  expect(later.session).toMatchObject({ payment_status: 'authorized', authorize_by: null });
  expect(later.session.entry_instructions.gate_code).toBe('4711');
});

test('a repeat of the call that began it gets its answer, with the secret', async () => {
  const repeated = { idempotency_key: 'authorization-1' };
  const first = await park('SIMAUTHXA', repeated);
  const again = await park('SIMAUTHXA', repeated);
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
});

test('until then it is neither ended nor extended', async () => {
  const { body } = await park('SIMAUTHXB');
  const named = { session_id: body.session.id };
  for (const answer of [
    await call('POST', 'sessions/end', named),
    await call('POST', 'sessions/extend', { ...named, extend_minutes: 30 }),
  ])
    expect(answer).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'CONFLICT',
          details: { reason: 'not_authorized', authorize_by: body.session.authorize_by },
        },
      },
    });
});

test('a longer stay that needs another payment is rehearsed with the calls of a real one', async () => {
  const { body } = await park('SIMINCRXA');
  const longer = { session_id: body.session.id, extend_minutes: 60 };
  const asked = await call('POST', 'sessions/extend', longer);
  expect(asked).toMatchObject({
    status: 409,
    body: {
      error: {
        details: {
          reason: 'authorize_extension',
          payment_intent_id: expect.stringMatching(/^pi_sim_/),
          client_secret: expect.any(String),
        },
      },
    },
  });
  expect((await call('POST', 'sessions/extend', longer)).status).toBe(200);
});

test('canceled stays can be listed', async () => {
  const { body } = await park('SIMAUTHXC');
  await api.database.sql(
    `update sessions set status = 'canceled', ended_at = authorize_by, subtotal_minor = 0,
       platform_fee_minor = 0 where session_id = $1`,
    [body.session.id],
  );
  const { body: list } = await call('GET', 'sessions?status=canceled');
  expect(list.data).toMatchObject([
    {
      id: body.session.id,
      status: 'canceled',
      payment_status: 'canceled',
      subtotal: 0,
      shortfall: 0,
      owner_payout: 0,
    },
  ]);
  const receipt = await call('GET', `sessions/${body.session.id}/receipt`);
  expect(receipt).toMatchObject({
    status: 409,
    body: { error: { details: { reason: 'not_paid' } } },
  });
  const { body: one } = await call('GET', `sessions/${body.session.id}`);
  expect(one.session.client_secret).toBeUndefined();
});

test('from when a gate code is shown is set, removed, and refused by name', async () => {
  const path = `lots/${lotId}`;
  const set = async (from: unknown) => call('PATCH', path, { access: { gate_code_from: from } });
  expect((await set('start')).body.lot.access.gate_code_from).toBe('start');
  expect((await park('SIMAUTHXD')).body.session.entry_instructions.gate_code).toBe('4711');
  expect((await set(null)).body.lot.access.gate_code_from).toBeNull();
  expect(await set('payment')).toMatchObject({
    status: 400,
    body: { error: { code: 'BAD_REQUEST', details: [{ field: 'access.gate_code_from' }] } },
  });
});

test('in live mode a gate code waits for the authorisation unless the lot says otherwise', async () => {
  const live = await api.createKey({ rateLimits: { write: 10_000 } });
  const place = { name: 'Live', lat: 41, lng: -98, total_spaces: 9, base_rate: 6 };
  const { body } = await call(
    'POST',
    'lots',
    { ...place, currency: 'usd', access: { gate_code: '1' } },
    live,
  );
  const asked = { lot_id: body.lot.id, plate: 'SIMAUTHX' };
  const { body: begun } = await call('POST', 'sessions', asked, live);
  // Rehearsals are for test keys: this one is authorised at once.
  expect(begun.session).toMatchObject({ payment_status: 'authorized', authorize_by: null });
  expect(begun.session.entry_instructions.gate_code).toBe('1');
  await api.database.sql('update sessions set authorize_by = now() where session_id = $1', [
    begun.session.id,
  ]);
  const other = await api.createKey({ operatorId: live.operatorId });
  const { body: seen } = await call('GET', `sessions/${begun.session.id}`, undefined, other);
  expect(seen.session.entry_instructions.gate_code).toBeNull();
});

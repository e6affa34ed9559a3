import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../../../api/routes.ts';
import type { Answer, TestKey } from '../../client.ts';
import { createEcho, getInsight, getThing } from '../../sample-operations.ts';
import { openStage, type Stage } from '../../stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ operations: [...routes, getThing, createEcho, getInsight] });
});
afterAll(() => stage.api.stop());

const idOf = ({ headers }: Answer) => headers['x-request-id'] ?? '';

async function lookUp(requestId: string, as: TestKey = stage.key): Promise<Answer> {
  await stage.api.app.calls.close();
  return stage.api.request('GET', `/api/v1/calls/${requestId}`, { key: as.secret });
}

test('a refused call says why, without what was sent', async () => {
  const refused = await stage.post('/api/v1/echoes', {
    plate: 7,
    hours: 'ZQ7MARKER',
    ZQ7MARKER: 1,
  });
  const { body } = await lookUp(idOf(refused));
  expect(body.call).toEqual({
    request_id: idOf(refused),
    at: expect.any(String),
    caller_id: stage.key.keyId,
    refusal: {
      operation: 'createEcho',
      status: 400,
      code: 'BAD_REQUEST',
      reason: null,
      fields: expect.arrayContaining(['plate', 'hours']),
      duration_ms: expect.any(Number),
    },
    charges: [],
    changes: [],
    has_more_changes: false,
  });
  expect(body.call.refusal.fields).toHaveLength(2);
  expect(Math.abs(Date.parse(body.call.at) - Date.now())).toBeLessThan(60_000);
});

test('a refusal has the reason of its answer, and a wrong path is one, too', async () => {
  const lot_id = await stage.parking.addLot();
  const body = { lot_id, plate: stage.parking.newPlate() };
  await stage.post('/api/v1/sessions', body);
  const twice = await stage.post('/api/v1/sessions', body);
  const { reason } = twice.body.error.details;
  expect(reason).toEqual(expect.any(String));
  expect((await lookUp(idOf(twice))).body.call.refusal).toMatchObject({
    ...{ operation: 'createSession', status: 409, code: 'CONFLICT', reason },
  });
  const astray = await stage.get('/api/v1/no-such-path/ZQ7MARKER');
  expect((await lookUp(idOf(astray))).body.call.refusal).toMatchObject({
    ...{ operation: 'unknownPath', status: 404, code: 'NOT_FOUND', fields: [] },
  });
});

test('of a call to which HEAD was sent the refusal is known, too', async () => {
  const { secret } = stage.key;
  const head = await stage.api.request('HEAD', `/api/v1/things/${'x'.repeat(30)}`, { key: secret });
  expect((await lookUp(idOf(head))).body.call.refusal).toMatchObject({ code: 'BAD_REQUEST' });
});

test('a write says what it changed, and a priced answer what it cost', async () => {
  const made = await stage.post('/api/v1/keys', { name: 'till', scopes: ['lots:read'] });
  const written = await lookUp(idOf(made));
  const [change] = written.body.call.changes;
  expect(written.body.call).toMatchObject({ refusal: null, caller_id: stage.key.keyId });
  expect(change).toMatchObject({ action: 'key.created', entity_id: made.body.key.id });
  const { body: log } = await stage.get('/api/v1/audit', { entity_id: made.body.key.id });
  expect(log.data.map(({ id }: { id: string }) => id)).toEqual([change.id]);
  const bought = await stage.get('/api/v2/intelligence/insight');
  expect(bought.status, bought.text).toBe(200);
  expect((await lookUp(idOf(bought))).body.call).toMatchObject({
    ...{ refusal: null, changes: [] },
    charges: [{ endpoint: expect.any(String), cost_cents: getInsight.price }],
  });
});

test('of more than a hundred changes the first hundred are shown', async () => {
  const requestId = idOf(await stage.post('/api/v1/keys', { name: 'till', scopes: ['lots:read'] }));
  const repeat = (times: number) =>
    stage.api.database.sql(
      `insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id,
         request_id, diff)
       select actor_type, actor_id, operator_id, livemode, action, entity_id, request_id, diff
       from audit_log cross join generate_series(1, $2) where request_id = $1`,
      [requestId, times],
    );
  await repeat(99);
  const shown = async () => {
    const { changes, has_more_changes } = (await lookUp(requestId)).body.call;
    return [changes.length, has_more_changes];
  };
  expect(await shown()).toEqual([100, false]);
  await repeat(1);
  expect(await shown()).toEqual([100, true]);
});

test('nothing is known of a read that was answered, and of calls of others', async () => {
  const read = await stage.get('/api/v1/things/one');
  expect(read.status).toBe(200);
  expect((await lookUp(idOf(read))).status).toBe(404);
  const { operatorId } = stage.key;
  const refused = idOf(await stage.post('/api/v1/echoes', { plate: 7 }));
  const made = idOf(await stage.post('/api/v1/keys', { name: 'till', scopes: ['lots:read'] }));
  const strangers = [{}, { operatorId, mode: 'test' as const }];
  for (const requestId of [refused, made]) {
    for (const one of strangers)
      expect((await lookUp(requestId, await stage.api.createKey(one))).status).toBe(404);
    const fleet = await stage.api.createKey({ operatorId, fleetId: 'north' });
    expect((await lookUp(requestId, fleet)).status).toBe(403);
    const maker = await stage.api.createKey({ operatorId, scopes: ['keys:write'] });
    expect((await lookUp(requestId, maker)).status).toBe(403);
  }
  for (const id of ['req_1', 'x', `req_${'0'.repeat(32)}`])
    expect((await lookUp(id)).status).toBe(404);
});

test('a stay on the lot of another is a call of whoever parked, and not of the other', async () => {
  const guest = await stage.api.createKey();
  const lot_id = await stage.parking.addLot();
  const asked = { lot_id, plate: stage.parking.newPlate() };
  const parked = await stage.post('/api/v1/sessions', asked, {}, guest as never);
  expect(parked.status, parked.text).toBe(201);
  expect((await lookUp(idOf(parked), guest)).body.call.changes).toMatchObject([
    { action: 'session.created', entity_id: parked.body.session.id },
  ]);
  expect((await lookUp(idOf(parked))).status).toBe(404);
});

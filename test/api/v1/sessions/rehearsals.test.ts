import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSimulatedGateway } from '../../../../src/money/payments/simulated-gateway.ts';
import { settleRefunds } from '../../../../src/money/refunds/settle-refunds.ts';
import { closeSessions } from '../../../../src/parking/sessions/close-sessions.ts';
import type { Querier } from '../../../../src/stores/postgres.ts';
import { addLot } from '../../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

// Failures of payments, which any caller can rehearse with a test key.

let api: TestApi;
let key: TestKey;
let lotId: string;
const waits: number[] = [];

const LOT = { total_spaces: 1_000, rate_minor: 600 };
const RATE_LIMITS = { sandbox: 10_000, write: 10_000 };

beforeAll(async () => {
  const db: Querier = { query: (name, values) => api.database.db.query(name, values) };
  const payments = createSimulatedGateway(db, { wait: async (ms) => waits.push(ms) });
  api = await startTestApi({ app: { payments } });
  key = await api.createKey({ mode: 'test', rateLimits: RATE_LIMITS });
  const { operatorId } = key;
  lotId = await addLot(api.database, { ...LOT, operator_id: operatorId, livemode: false });
});
afterAll(() => api.stop());

const post = (path: string, body: object, idempotencyKey?: string) =>
  api.request('POST', `/api/v1/${path}`, {
    key: key.secret,
    body,
    ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
  });
const park = async (plate: string): Promise<string> => {
  const created = await post('sessions', { lot_id: lotId, plate });
  expect(created.status).toBe(201);
  return created.body.session.id;
};
const end = (sessionId: string, idempotencyKey?: string) =>
  post('sessions/end', { session_id: sessionId }, idempotencyKey);
const refund = (sessionId: string, idempotencyKey?: string) =>
  post(`sessions/${sessionId}/refunds`, { reason: 'test', amount: 0.05 }, idempotencyKey);
const statusOf = async (sessionId: string) =>
  (await api.request('GET', `/api/v1/sessions/${sessionId}`, { key: key.secret })).body.session
    .status;
const failed = (reason: string) => ({
  status: 502,
  body: { error: { code: 'BAD_GATEWAY', details: { reason } } },
});

const tidying = () => ({
  db: api.database.pipelines,
  payments: createSimulatedGateway(api.database.pipelines),
  log: pino({ level: 'silent' }),
});

test('SIMINITX: no stay begins and no space is taken', async () => {
  const created = await post('sessions', { lot_id: lotId, plate: 'SIMINITX1' });
  expect(created).toMatchObject(failed('processor_down'));
  const [lot] = await api.database.sql('select taken_spaces from lots where lot_id = $1', [lotId]);
  expect(lot).toEqual({ taken_spaces: 0 });
});

test.each([undefined, 'end-captx'])('SIMCAPTX: no end captures it (key %s)', async (as) => {
  const session = await park(`SIMCAPTX${as ? 'K' : 'N'}`);
  for (const _ of [1, 2, 3]) expect(await end(session, as)).toMatchObject(failed('payment_failed'));
  expect(await statusOf(session)).toBe('payment_failed');
  const types = await api.database.sql('select type from events where entity_id = $1', [session]);
  expect(types).toContainEqual({ type: 'payment.failed' });
});

test.each([undefined, 'end-capt1'])('SIMCAPT1: ending again captures it (key %s)', async (as) => {
  const session = await park(`SIMCAPT1${as ? 'K' : 'N'}`);
  expect(await end(session, as)).toMatchObject(failed('payment_failed'));
  expect(await statusOf(session)).toBe('payment_failed');
  const ended = await end(session, as);
  expect(ended).toMatchObject({ status: 200, body: { session: { status: 'completed' } } });
  expect((await end(session, as)).status).toBe(as === undefined ? 409 : 200);
});

test('SIMCAPT1: of two concurrent ends one is refused, and the stay is paid once', async () => {
  const session = await park('SIMCAPT1TWO');
  const answers = await Promise.all([end(session), end(session)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 502]);
  expect(await statusOf(session)).toBe('completed');
});

test('SIMDOWNX: 502 at every try, and the job gives it up after a day', async () => {
  const session = await park('SIMDOWNX');
  expect(await end(session)).toMatchObject(failed('processor_down'));
  await api.database.sql(
    `update sessions set ended_at = ended_at - interval '1 minute',
    started_at = started_at - interval '1 minute' where session_id = $1`,
    [session],
  );
  await closeSessions(tidying());
  await api.database.sql(
    `update setbacks set retry_at = now(), first_failed_at = now() - interval '1 day'`,
  );
  await closeSessions(tidying());
  expect(await statusOf(session)).toBe('payment_failed');
  expect(await end(session)).toMatchObject(failed('processor_down'));
  const health = await api.request('GET', '/api/v1/health');
  expect(health.body.checks.jobs).toMatchObject({ status: 'pass', given_up: 0 });
});

test('SIMDOWN1: the stay and the refund are paid at the second try', async () => {
  const session = await park('SIMDOWN1');
  expect(await end(session)).toMatchObject(failed('processor_down'));
  expect((await end(session)).status).toBe(200);
  const refused = await refund(session, 'refund-down1');
  expect(refused).toMatchObject(failed('processor_down'));
  const paid = await refund(session, 'refund-down1');
  expect(paid).toMatchObject({
    status: 201,
    body: { refund: { id: refused.body.error.details.refund_id, status: 'succeeded' } },
  });
});

test('SIMDOWN1: a refund whose call is not repeated is paid by the job', async () => {
  const session = await park('SIMDOWN1JOB');
  await end(session);
  await end(session);
  expect(await refund(session)).toMatchObject(failed('processor_down'));
  await api.database.sql(`update refunds set created_at = created_at - interval '1 minute'`);
  expect(await settleRefunds(tidying())).toEqual({ rows: 1 });
});

test.each([undefined, 'refund-x'])('SIMREFUX: nothing is refunded (key %s)', async (as) => {
  const session = await park(`SIMREFUX${as ? 'K' : 'N'}`);
  expect((await end(session)).status).toBe(200);
  for (const _ of [1, 2]) expect(await refund(session, as)).toMatchObject(failed('refund_failed'));
  const receipt = await api.request('GET', `/api/v1/sessions/${session}/receipt`, {
    key: key.secret,
  });
  expect(receipt.body.receipt).toMatchObject({ refunded: 0 });
});

test.each([undefined, 'refund-1'])('SIMREFU1: the second refund is paid (key %s)', async (as) => {
  const session = await park(`SIMREFU1${as ? 'K' : 'N'}`);
  expect((await end(session)).status).toBe(200);
  expect(await refund(session, as)).toMatchObject(failed('refund_failed'));
  expect(await refund(session, as)).toMatchObject({
    status: 201,
    body: { refund: { status: 'succeeded', amount: 0.05 } },
  });
});

test('SIMSLOW5: the capture and the refund are slow, and succeed', async () => {
  const session = await park('SIMSLOW5');
  expect(waits).toEqual([]);
  expect((await end(session)).status).toBe(200);
  expect((await refund(session)).status).toBe(201);
  expect(waits).toEqual([5_000, 5_000]);
});

test('a hold can be rehearsed too, by the plate of its activation', async () => {
  const held = await post('reserve', { lot_id: lotId, intent: 'for one hour' }, 'hold-1');
  const { id } = held.body.hold;
  const created = await post(`reserve/${id}/activate`, { plate: 'sim-capt-1 hold' });
  expect(created.status).toBe(201);
  expect(await end(created.body.session.id)).toMatchObject(failed('payment_failed'));
  expect((await end(created.body.session.id)).status).toBe(200);
});

test('in the live world such a plate is an ordinary one', async () => {
  const live = await api.createKey({ rateLimits: RATE_LIMITS });
  const lot_id = await addLot(api.database, { ...LOT, operator_id: live.operatorId });
  const call = (path: string, body: object) =>
    api.request('POST', `/api/v1/${path}`, { key: live.secret, body });
  for (const plate of ['SIMINITX', 'SIMCAPTX', 'SIMCAPT1', 'SIMDOWNX', 'SIMDOWN1', 'SIMREFUX']) {
    const { body } = await call('sessions', { lot_id, plate });
    expect(body.session.payment_intent_id).toMatch(/^pi_sim_[0-9a-f]{32}_[0-9]+$/);
    const { id } = body.session;
    expect((await call('sessions/end', { session_id: id })).status).toBe(200);
    expect((await call(`sessions/${id}/refunds`, { reason: 'test' })).status).toBe(201);
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

let api: TestApi;
let key: TestKey;

beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey();
});
afterAll(() => api.stop());

async function newSession(): Promise<string> {
  const lot_id = await addLot(api.database, { operator_id: key.operatorId, rate_minor: 600 });
  const body = { lot_id, plate: 'RECEIPT1' };
  const created = await api.request('POST', '/api/v1/sessions', { key: key.secret, body });
  return created.body.session.id;
}

const receipt = (id: string) =>
  api.request('GET', `/api/v1/sessions/${id}/receipt`, { key: key.secret });
const end = (session_id: string) =>
  api.request('POST', '/api/v1/sessions/end', { key: key.secret, body: { session_id } });
const refund = (id: string, body: object, headers: Record<string, string> = {}) =>
  api.request('POST', `/api/v1/sessions/${id}/refunds`, { key: key.secret, body, headers });

test('a paid session has a receipt whose lines and refunds add up to its total', async () => {
  const id = await newSession();
  expect((await receipt(id)).body.error.details.reason).toBe('not_paid');
  await end(id);
  const refunded = await refund(id, { amount: 0.04, reason: 'the gate did not open' });
  expect(refunded.status).toBe(201);
  expect(refunded.body.refund).toMatchObject({
    session_id: id,
    status: 'succeeded',
    amount: 0.04,
    platform_fee_reversed: 0,
    currency: 'cad',
  });
  const { body } = await receipt(id);
  expect(body.receipt).toMatchObject({
    session_id: id,
    lot: { name: expect.stringMatching(/^Test lot/) },
    plate: 'RECEIPT1',
    duration_minutes: 1,
    pricing: { lines: [{ minutes: 1, amount: 0.1 }] },
    subtotal: 0.1,
    refunded: 0.04,
    total: 0.06,
    refunds: [{ amount: 0.04, reason: 'the gate did not open' }],
  });
});

test('the lines of a receipt say who has what, by which share', async () => {
  const id = await newSession();
  await end(id);
  await refund(id, { amount: 0.04, reason: 'first' });
  await refund(id, { reason: 'the rest' });
  const { lines } = (await receipt(id)).body.receipt;
  const shares = { of: 0.01, whole: 0.1 };
  expect(lines).toMatchObject([
    { kind: 'stay', amount: 0.1, share: null },
    {
      ...{ kind: 'platform_fee', amount: -0.01, description: 'platform fee: 10 %' },
      share: { of: 0.1, part: 10, whole: 100, less: 0 },
    },
    { kind: 'refund', amount: -0.04, refund_id: expect.stringMatching(/^re_/) },
    { kind: 'platform_fee_reversed', amount: 0, share: { ...shares, part: 0.04, less: 0 } },
    { kind: 'refund', amount: -0.06 },
    { kind: 'platform_fee_reversed', amount: 0.01, share: { ...shares, part: 0.1, less: 0 } },
  ]);
});

test('a stay that an earlier version ended does not say by which share its fee was', async () => {
  const id = await newSession();
  await end(id);
  await api.database.sql('update sessions set fee_basis_points = null where session_id = $1', [id]);
  expect((await receipt(id)).body.receipt.lines[1]).toEqual({
    ...{ kind: 'platform_fee', description: 'platform fee', amount: -0.01, share: null },
  });
});

test('a repeated refund gets the first answer; another body with its key is refused', async () => {
  const id = await newSession();
  await end(id);
  const headers = { 'Idempotency-Key': 'refund-key' };
  const first = await refund(id, { amount: 0.01, reason: 'once' }, headers);
  const again = await refund(id, { amount: 0.01, reason: 'once' }, headers);
  expect(again.status).toBe(201);
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect((await refund(id, { amount: 0.02, reason: 'once' }, headers)).status).toBe(409);
});

test.each([
  [{ amount: 0, reason: 'x' }, 'amount'],
  [{ amount: -1, reason: 'x' }, 'amount'],
  [{ amount: 0.001, reason: 'x' }, 'amount'],
  [{ amount: 1 }, 'reason'],
])('the refund %o is refused naming %s', async (body, field) => {
  const id = await newSession();
  await end(id);
  const answer = await refund(id, body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.details[0].field).toBe(field);
});

test('a refund needs its scope', async () => {
  const id = await newSession();
  await end(id);
  const { secret } = await api.createKey({
    operatorId: key.operatorId,
    scopes: ['sessions:write', 'sessions:read'],
  });
  const body = { reason: 'x' };
  const answer = await api.request('POST', `/api/v1/sessions/${id}/refunds`, { key: secret, body });
  expect(answer.status).toBe(403);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeKey } from '../../../src/access/keys/revoke-key.ts';
import { untilHolds } from '../../stage/until-holds.ts';
import { type NewTestKey, startTestApi, type TestApi } from '../client.ts';
import { sampleOperations } from '../sample-operations.ts';

const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };
const PUBLIC = ['GET', '/api/v1/things/search'] as const;
const V1 = ['POST', '/api/v1/echoes'] as const;
const V2 = ['GET', '/api/v2/intelligence/insight'] as const;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ operations: sampleOperations, clock });
});
afterAll(() => api.stop());

async function statusOf(
  [method, path]: readonly [string, string],
  authorization: string | undefined,
) {
  // A minute later every bucket is full again.
  clock.ms += 60_000;
  const { status, headers, body } = await api.request(method, path, {
    headers: authorization === undefined ? {} : { authorization },
    ...(method === 'POST' && { body: { plate: 'AB' } }),
  });
  if (status === 401) expect(headers['www-authenticate']).toBe('Bearer');
  return { status, code: body?.error?.code, message: body?.error?.message, headers };
}

async function bearer(more: NewTestKey = {}): Promise<string> {
  return `Bearer ${(await api.createKey(more)).secret}`;
}

describe('authentication', () => {
  test.each<[string, string | undefined]>([
    ['no key', undefined],
    ['an empty header', ''],
    ['no scheme', `pk_live_${'A'.repeat(43)}`],
    ['another scheme', 'Basic cGs6'],
    ['a scheme without a key', 'Bearer'],
    ['a key of the wrong form', 'Bearer pk_live_short'],
    ['two keys', `Bearer pk_live_${'A'.repeat(43)} pk_live_${'B'.repeat(43)}`],
    ['an unknown key', `Bearer pk_live_${'A'.repeat(43)}`],
    ['a quote in the key', `Bearer pk_live_${'A'.repeat(42)}'`],
  ])('%s: 401 if the operation needs a key', async (_name, authorization) => {
    for (const where of [V1, V2])
      expect(await statusOf(where, authorization)).toMatchObject({
        status: 401,
        code: 'UNAUTHORIZED',
      });
  });

  test('a public operation answers without a key, but refuses an invalid one', async () => {
    expect((await statusOf(PUBLIC, undefined)).status).toBe(200);
    expect((await statusOf(PUBLIC, await bearer())).status).toBe(200);
    for (const wrong of ['', 'Basic cGs6', `Bearer pk_live_${'A'.repeat(43)}`])
      expect((await statusOf(PUBLIC, wrong)).status).toBe(401);
  });

  test('the word Bearer may be written in any case', async () => {
    expect((await statusOf(V1, (await bearer()).replace('Bearer', 'bEARER'))).status).toBe(201);
  });

  test('a revoked key is 401 at once, though it was used a moment before', async () => {
    const key = await api.createKey();
    const authorization = `Bearer ${key.secret}`;
    expect((await statusOf(V1, authorization)).status).toBe(201);
    await revokeKey(api.database.owner, { keyId: key.keyId, actorId: 'test' });
    await untilHolds(async () => expect((await statusOf(V1, authorization)).status).toBe(401));
  });

  test('an expired key is 401', async () => {
    const authorization = await bearer({ expiresAt: new Date(clock.ms + 90_000) });
    expect((await statusOf(V1, authorization)).status).toBe(201);
    expect((await statusOf(V1, authorization)).status).toBe(401);
  });

  test('unknown, revoked and expired keys get the same answer', async () => {
    const revoked = await api.createKey();
    await revokeKey(api.database.owner, { keyId: revoked.keyId, actorId: 'test' });
    const messages = [
      await statusOf(V1, `Bearer pk_live_${'A'.repeat(43)}`),
      await statusOf(V1, `Bearer ${revoked.secret}`),
      await statusOf(V1, await bearer({ expiresAt: new Date(clock.ms) })),
    ].map(({ message }) => message);
    expect(new Set(messages).size).toBe(1);
  });
});

describe('what a caller may do', () => {
  const plans = ['free', 'starter', 'pro', 'enterprise'] as const;

  test.each(plans)('plan %s may call v1', async (plan) => {
    expect((await statusOf(V1, await bearer({ plan }))).status).toBe(201);
  });

  test.each(plans)('plan %s: v2 needs Pro or Enterprise, else 403 says so', async (plan) => {
    const { status, code, message } = await statusOf(V2, await bearer({ plan }));
    if (plan === 'pro' || plan === 'enterprise') return expect(status).toBe(200);
    expect({ status, code }).toEqual({ status: 403, code: 'FORBIDDEN' });
    expect(message).toContain('Pro or Enterprise');
  });

  test('a missing scope is 401 UNAUTHORIZED on v2 and 403 FORBIDDEN elsewhere', async () => {
    const authorization = await bearer({ scopes: ['lots:read'] });
    expect(await statusOf(V2, authorization)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    expect(await statusOf(V1, authorization)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });

  test('a plan that is too low is 403 on v2, even if the scope is missing too', async () => {
    const authorization = await bearer({ scopes: ['lots:read'], plan: 'free' });
    expect((await statusOf(V2, authorization)).status).toBe(403);
  });

  test('a refused caller cannot learn whether the request itself was well-formed', async () => {
    const { secret } = await api.createKey({ scopes: ['lots:read'] });
    const answer = await api.request('POST', V1[1], {
      key: secret,
      raw: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(403);
  });
});

describe('what a caller sees', () => {
  test.each(['live', 'test'] as const)('a %s key sees only its own world', async (mode) => {
    const { secret: key } = await api.createKey({ mode });
    const { body } = await api.request('POST', V1[1], { key, body: { plate: 'AB' } });
    expect(body.livemode).toBe(mode === 'live');
  });

  test('without a key the live world is shown', async () => {
    expect((await api.request('GET', '/api/v1/things/1')).body.livemode).toBe(true);
  });

  test("the key's agent platform wins over the one the body names", async () => {
    const body = { plate: 'AB', agent: { agent_platform: 'named' } };
    const send = async (more: NewTestKey) =>
      (await api.request('POST', V1[1], { key: (await api.createKey(more)).secret, body })).body;
    expect((await send({})).agent_platform).toBe('named');
    expect((await send({ agentPlatform: 'own' })).agent_platform).toBe('own');
  });

  test('answers to a key and errors must not be cached, whatever the operation says', async () => {
    expect((await statusOf(PUBLIC, undefined)).headers['cache-control']).toBe('public');
    expect((await statusOf(PUBLIC, await bearer())).headers['cache-control']).toBe('no-store');
    expect((await statusOf(V1, undefined)).headers['cache-control']).toBe('no-store');
  });
});

describe('what a caller pays', () => {
  const usage = (keyId: string) =>
    api.database.sql('select endpoint, cost_cents, request_id from usage where key_id = $1', [
      keyId,
    ]);

  test('a live key is charged for an answer of 200 before it gets the answer', async () => {
    const { secret: key, keyId } = await api.createKey();
    const { headers } = await api.request('GET', V2[1], { key });
    expect(await usage(keyId)).toEqual([
      { endpoint: V2[1], cost_cents: 10, request_id: headers['x-request-id'] },
    ]);
  });

  test('a repeat under the same Idempotency-Key costs nothing more', async () => {
    const { secret: key, keyId } = await api.createKey();
    const headers = { 'Idempotency-Key': 'once' };
    await api.request('GET', V2[1], { key, headers });
    expect((await api.request('GET', V2[1], { key, headers })).status).toBe(200);
    expect(await usage(keyId)).toHaveLength(1);
  });

  test('errors, empty answers and test keys are not charged', async () => {
    const live = await api.createKey();
    const sandbox = await api.createKey({ mode: 'test' });
    await api.request('GET', V2[1], { key: live.secret, query: { wrong: 1 } });
    await api.request('GET', V2[1], { key: live.secret, query: { is_empty: true } });
    await api.request('GET', V2[1], { key: sandbox.secret });
    expect([...(await usage(live.keyId)), ...(await usage(sandbox.keyId))]).toEqual([]);
  });
});

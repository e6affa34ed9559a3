import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../../src/access/keys/create-key.ts';
import { rotateKey } from '../../../../src/access/keys/rotate-key.ts';
import { updateOperator } from '../../../../src/access/operators/update-operator.ts';
import { KEY_BUDGETS } from '../../../../src/access/principals/rate-limits.ts';
import { SCOPES } from '../../../../src/access/principals/scopes.ts';
import { addStays, stayOf } from '../../../src/money/payouts/ledger.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';
import { type NewTestKey, startTestApi, type TestApi } from '../../client.ts';

const PATH = '/api/v1/me';
// It stands still, so that no budget is refilled between two calls.
const clock = { ms: Date.now(), now: () => clock.ms };

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());

const ask = (key: string | undefined, headers = {}) => api.request('GET', PATH, { key, headers });
const budgetsOf = async (more: NewTestKey, headers = {}) => {
  const { body } = await ask((await api.createKey(more)).secret, headers);
  return Object.fromEntries(
    body.budgets.map(({ name, ...rest }: { name: string }) => [name, rest]),
  );
};

test('says who the key is, its operator, and nothing secret', async () => {
  const expiresAt = new Date(clock.ms + 3_600_000);
  const key = await api.createKey({ fleetId: 'north', scopes: ['audit:read'], expiresAt });
  const { status, body, text } = await ask(key.secret);
  expect(status, text).toBe(200);
  expect(body.key).toEqual({
    id: key.keyId,
    name: expect.any(String),
    prefix: 'pk_live_',
    last4: key.secret.slice(-4),
    mode: 'live',
    scopes: ['audit:read'],
    fleet_id: 'north',
    agent_platform: null,
    expires_at: expiresAt.toISOString(),
    last_used_at: null,
  });
  expect(body.operator).toEqual({
    id: key.operatorId,
    name: expect.any(String),
    plan: 'pro',
    figures_public: false,
  });
  expect(body).toMatchObject({ agent: null, mandate: null });
  expect(text).not.toContain(key.secret.slice(8, 30));
});

test('says whether its operator has declared its figures public', async () => {
  const key = await api.createKey({});
  await updateOperator(api.database.owner, {
    operatorId: key.operatorId,
    figuresPublic: true,
    actorId: 'test',
  });
  expect((await ask(key.secret)).body.operator).toMatchObject({ figures_public: true });
});

test.each(SCOPES)('a key with the scope %s alone may ask', async (scope) => {
  expect((await ask((await api.createKey({ scopes: [scope] })).secret)).status).toBe(200);
});

test('without a valid key it is 401', async () => {
  for (const key of [undefined, 'pk_live_short', `pk_live_${'A'.repeat(43)}`]) {
    const { status, headers } = await ask(key);
    expect({ status, asks: headers['www-authenticate'] }).toEqual({ status: 401, asks: 'Bearer' });
  }
});

test('says what is left of each budget, and draws one read', async () => {
  const { secret } = await api.createKey();
  await api.request('GET', '/api/v1/lots', { key: secret });
  const { read, write, dispatcher, intelligence, dry_run } = KEY_BUDGETS;
  const full = { dispatcher, intelligence, write, dry_run };
  const expected = [
    { name: 'read', per_minute: read, remaining: read - 2 },
    ...Object.entries(full).map(([name, figure]) => ({
      name,
      per_minute: figure,
      remaining: figure,
    })),
  ];
  const { body, headers } = await ask(secret);
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
  expect(body.budgets.toSorted(byName)).toEqual(expected.toSorted(byName));
  expect(headers['x-ratelimit-remaining']).toBe(String(read - 2));
});

test('shows the budgets of agents, fleets and test keys to those that draw from them', async () => {
  expect(await budgetsOf({ agentPlatform: 'openai' })).toMatchObject({
    agent_call: { per_minute: KEY_BUDGETS.agent_call },
    agent_session: { per_minute: KEY_BUDGETS.agent_session },
  });
  expect(await budgetsOf({}, { 'X-Agent-Platform': 'openai' })).toHaveProperty('agent_call');
  expect(await budgetsOf({ fleetId: 'north' })).toHaveProperty('fleet');
  expect(await budgetsOf({ mode: 'test' })).toMatchObject({
    sandbox: { per_minute: KEY_BUDGETS.sandbox, remaining: KEY_BUDGETS.sandbox - 1 },
  });
  expect(await budgetsOf({ rateLimits: { read: 5 } })).toMatchObject({
    read: { per_minute: 5, remaining: 4 },
  });
});

test('an agent that is named by the call is no platform of the key', async () => {
  const { secret } = await api.createKey();
  const { body } = await ask(secret, { 'X-Agent-Platform': 'openai' });
  expect(body.key.agent_platform).toBeNull();
});

test('says what is spent and left in this month, by the keys before it, too', async () => {
  const first = await api.createKey({ spendCapCents: 1_000 });
  await api.database.sql(
    `insert into usage (operator_id, key_id, livemode, endpoint, cost_cents, request_id)
     values ($1, $2, true, '/x', 300, 'req_me')`,
    [first.operatorId, first.keyId],
  );
  const { secret } = await rotateKey(api.database.owner, { keyId: first.keyId, actorId: 'test' });
  expect((await ask(secret)).body.spend).toEqual({
    cap_cents: 1_000,
    spent_cents: 300,
    left_cents: 700,
    month: new Date().toISOString().slice(0, 'yyyy-mm'.length),
  });
  const { secret: other } = await createKey(api.database.owner, {
    operatorId: first.operatorId,
    name: 'other',
    mode: 'live',
    scopes: ['lots:read'],
    actorId: 'test',
  });
  expect((await ask(other)).body.spend).toMatchObject({ spent_cents: 0, left_cents: null });
});

test('says what the platform keeps before anything is sold, by the plan', async () => {
  const { secret } = await api.createKey({ scopes: ['payouts:read'] });
  const { fees, spend } = (await ask(secret)).body;
  const tiers = [{ above: 0, percent: 10 }];
  expect(fees).toEqual({ month: spend.month, tiers, gross: [] });
});

test('says what the gross of this month is to keys that may see payouts, and to no others', async () => {
  const caller = await addCaller(api.database, { plan: 'enterprise' });
  const { operatorId } = caller;
  const lotId = await addLot(api.database, { operator_id: operatorId });
  const large = { lotId, currency: 'eur', subtotalMinor: 5_000_001, feeMinor: 250_000 };
  await addStays(api.database, [
    stayOf(caller, { ...large, capturedAt: new Date() }),
    stayOf(caller, {
      ...large,
      currency: 'jpy',
      subtotalMinor: 900,
      feeMinor: 45,
      capturedAt: new Date(),
    }),
    stayOf(caller, { ...large, currency: 'usd', capturedAt: new Date('2026-02-03T04:05:06Z') }),
  ]);
  const feesOf = async (more: NewTestKey) =>
    (await ask((await api.createKey({ operatorId, ...more })).secret)).body.fees;
  const tiers = [
    { above: 0, percent: 5 },
    { above: 50_000, percent: 3.3 },
  ];
  expect(await feesOf({ scopes: ['payouts:read'] })).toMatchObject({
    tiers,
    gross: [
      { currency: 'eur', amount: 50_000.01, percent_now: 3.3 },
      { currency: 'jpy', amount: 900, percent_now: 5 },
    ],
  });
  expect(await feesOf({ scopes: ['payouts:read'], mode: 'test' })).toMatchObject({ gross: [] });
  for (const more of [{ scopes: ['lots:read'] }, { scopes: ['payouts:read'], fleetId: 'north' }])
    expect(await feesOf(more as NewTestKey)).toMatchObject({ tiers, gross: null });
});

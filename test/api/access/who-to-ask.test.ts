import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewTestKey, startTestApi, type TestApi } from '../client.ts';
import { callTool } from '../mcp/connect.ts';

const CONTACT = 'ask@parking.test';
const PLACE = '/api/v2/intelligence/market-rate?lat=1&lng=1';
const STAY = { lot_id: '00000000-0000-4000-8000-000000000000', plate: 'AB 12' };

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ config: { contactEmail: CONTACT } });
});
afterAll(() => api.stop());

const ACTION = { action: 'search_parking', parameters: { lat: 1, lng: 1 } };
const DISPATCHER = '/api/agents/openai/actions';

/** Of each endpoint: the call, the status, and what it needs. */
const ENDPOINTS: [string, (secret: string) => ReturnType<TestApi['request']>, number, object][] = [
  [
    'v1',
    (key) => api.request('POST', '/api/v1/sessions', { key, body: STAY }),
    403,
    { scopes_needed: ['sessions:write'], plans_needed: null },
  ],
  [
    'v2',
    (key) => api.request('GET', PLACE, { key }),
    401,
    { scopes_needed: ['intelligence'], plans_needed: ['pro', 'enterprise'] },
  ],
  [
    'v2 as CSV',
    (key) =>
      api.request('GET', '/api/v2/intelligence/history?city=Omaha', {
        key,
        headers: { accept: 'text/csv' },
      }),
    401,
    { scopes_needed: ['intelligence'], plans_needed: ['pro', 'enterprise'] },
  ],
  [
    'the dispatcher',
    (key) => api.request('POST', DISPATCHER, { key, body: ACTION }),
    403,
    { scopes_needed: ['lots:read'], plans_needed: ['pro', 'enterprise'] },
  ],
  [
    'the events that a program waits for',
    (key) => api.request('GET', '/api/v1/events/next', { key }),
    403,
    { scopes_needed: ['webhooks:read'], plans_needed: null },
  ],
];

test.each(ENDPOINTS)(
  '%s says which scope is needed and held, and whom to ask',
  async (...endpoint) => {
    const [, call, status, needs] = endpoint;
    const key = await api.createKey({ scopes: ['audit:read', 'payouts:read'] });
    const { operatorId } = key;
    const answer = await call(key.secret);
    expect(answer.status).toBe(status);
    const { message, details } = answer.body.error;
    const [scope] = details.scopes_needed;
    expect(details).toEqual({
      reason: 'scope_needed',
      ...needs,
      scopes_held: ['audit:read', 'payouts:read'],
      plan_held: 'pro',
      contact_email: CONTACT,
      command:
        `hexlot key create --operator ${operatorId} --mode live ` +
        `--scopes audit:read,payouts:read,${scope}`,
    });
    expect(message).toContain(`lacks the scope ${scope}; it has audit:read, payouts:read.`);
    expect(message).toContain('POST /api/v1/keys');
    expect(message).toContain(CONTACT);
  },
);

test.each(ENDPOINTS.filter(([, , , needs]) => 'plans_needed' in needs && needs.plans_needed))(
  '%s says which plan is needed and held, and how it is changed',
  async (_door, call) => {
    const key = await api.createKey({ plan: 'starter' });
    const { status, body } = await call(key.secret);
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(body.error.details).toMatchObject({
      reason: 'plan_needed',
      plans_needed: ['pro', 'enterprise'],
      plan_held: 'starter',
      contact_email: CONTACT,
      command: `hexlot operator update --id ${key.operatorId} --plan pro`,
    });
    expect(body.error.message).toMatch(/need a Pro or Enterprise plan; yours is Starter\. .*ask@/);
  },
);

test.each<NewTestKey>([
  { fleetId: 'north' },
  { spendCapCents: 100 },
  { agentPlatform: 'openai' },
  { rateLimits: { write: 5 } },
  { expiresAt: new Date('2100-01-01T00:00:00Z') },
])('no command is given that would make a key without its limits: %j', async (limits) => {
  const { secret: key } = await api.createKey({ scopes: ['lots:read'], ...limits });
  const { body } = await api.request('POST', '/api/v1/sessions', { key, body: STAY });
  expect(body.error.details).toMatchObject({ scopes_needed: ['sessions:write'], command: null });
});

test('a tool says the same as its operation', async () => {
  const key = await api.createKey({ scopes: ['lots:read'] });
  const { error } = (await callTool(api, 'create_parking_session', STAY, { key }))
    .structuredContent;
  expect(error).toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining(CONTACT),
    details: { scopes_needed: ['sessions:write'], scopes_held: ['lots:read'] },
  });
});

test('without a key the answer says how to get one', async () => {
  const { status, body } = await api.request('POST', '/api/v1/sessions', { body: STAY });
  expect(status).toBe(401);
  expect(body.error.message).toMatch(/^send one header Authorization: .*keys:write.*ask@parking/);
});

test('an invalid key learns nothing', async () => {
  const key = `pk_live_${'A'.repeat(43)}`;
  const { status, body } = await api.request('POST', '/api/v1/sessions', { key, body: STAY });
  expect(status).toBe(401);
  expect(body.error).toEqual({
    code: 'UNAUTHORIZED',
    message: 'the API key is not valid',
    request_id: body.error.request_id,
  });
});

test('where the owner gave no address, the answer says so', async () => {
  const silent = await startTestApi({ config: { contactEmail: undefined } });
  const { secret } = await silent.createKey({ plan: 'free' });
  const { body } = await silent.request('POST', DISPATCHER, { key: secret, body: ACTION });
  const manifest = await silent.request('GET', '/.well-known/ai-plugin.json');
  await silent.stop();
  expect(body.error.details.contact_email).toBeNull();
  expect(body.error.message).toContain('whoever runs this service (no address is set)');
  expect(manifest.body.contact_email).toMatch(/@/);
});

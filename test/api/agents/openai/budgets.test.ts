import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOperator } from '../../../../src/access/operators/create-operator.ts';
import { type Answer, type NewTestKey, startTestApi, type TestApi } from '../../client.ts';

const PATH = '/api/agents/openai/actions';
const PLACE = { lat: 43.6532, lng: -79.3832 };
const SEARCH = { action: 'search_parking', parameters: PLACE };
const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());
beforeEach(() => {
  clock.ms += 60_000;
});

const call = (key: string, body: unknown = SEARCH, headers = {}) =>
  api.request('POST', PATH, { key, body, headers });

const standing = ({ headers }: Answer) => [
  Number(headers['x-ratelimit-limit']),
  Number(headers['x-ratelimit-remaining']),
];

test.each<[string, NewTestKey, number]>([
  ['a key without a platform', {}, 60],
  ['a key of an agent', { agentPlatform: 'openai' }, 60],
  ['a key with more for the dispatcher', { rateLimits: { dispatcher: 1_000 } }, 240],
  ['a test key', { mode: 'test' }, 30],
  ['a fleet key', { fleetId: 'f', rateLimits: { dispatcher: 100 } }, 60],
])('%s (%j): %i calls a minute, the tightest of its budgets', async (_who, more, limit) => {
  const { secret } = await api.createKey(more);
  const first = await call(secret);
  expect([first.status, ...standing(first)]).toEqual([200, limit, limit - 1]);
  const rest = await Promise.all(Array.from({ length: limit }, () => call(secret)));
  const refused = rest.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(rest.filter(({ status }) => status === 200)).toHaveLength(limit - 1);
  clock.ms += 1_000 * Number(refused[0]?.headers['retry-after']);
  expect((await call(secret)).status).toBe(200);
});

test('the dispatcher and the calls of agents elsewhere draw from one budget', async () => {
  const { secret: key } = await api.createKey({ rateLimits: { dispatcher: 1_000 } });
  const headers = { 'X-Agent-Platform': 'claude' };
  await api.request('GET', '/api/v1/lots/search', { key, query: PLACE, headers });
  await api.request('GET', '/api/v1/lots/search', { key, query: PLACE });
  expect(standing(await call(key))).toEqual([240, 238]);
});

test('calls for one end user are 20 a minute, also of a key without a platform', async () => {
  const request = { name: 'Op', plan: 'pro', limitsEndUsers: true, actorId: 'test' };
  const { id: operatorId } = await createOperator(api.database.owner, request);
  const { secret } = await api.createKey({ operatorId });
  const named = { 'X-End-User-Id': 'user-1' };
  const answers: Answer[] = [];
  for (let i = 0; i < 21; i += 1) answers.push(await call(secret, SEARCH, named));
  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429]);
  expect((await call(secret)).status).toBe(200);
});

test('refused calls draw like any other, and one over the budget draws nothing', async () => {
  const { secret } = await api.createKey();
  const bodies = [{}, [], { action: 'x' }, { action: 'get_rates', parameters: { lot_id: 'x' } }];
  const left: unknown[] = [];
  for (const body of bodies) left.push(standing(await call(secret, body)));
  expect(left).toEqual([59, 58, 57, 56].map((remaining) => [60, remaining]));
  for (const more of [{ plan: 'free' }, { scopes: ['lots:write'] }] as const) {
    const poor = await api.createKey(more);
    expect(standing(await call(poor.secret))).toEqual([60, 59]);
  }
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answer, type Call, type NewTestKey, startTestApi, type TestApi } from '../client.ts';
import { sampleOperations } from '../sample-operations.ts';

const START_MS = Date.parse('2026-11-20T12:00:00Z');
const clock = { ms: START_MS, now: () => clock.ms };
const READ = '/api/v1/things/search';
const WRITE = '/api/v1/echoes';
const V2 = '/api/v2/intelligence/insight';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ operations: sampleOperations, clock });
});
afterAll(() => api.stop());
beforeEach(() => {
  clock.ms += 60_000;
});

const standing = ({ headers }: Answer) => ({
  limit: Number(headers['x-ratelimit-limit']),
  remaining: Number(headers['x-ratelimit-remaining']),
  reset: Number(headers['x-ratelimit-reset']),
});

async function callTimes(count: number, method: string, path: string, call: Call = {}) {
  const answers: Answer[] = [];
  for (let index = 0; index < count; index += 1)
    answers.push(await api.request(method, path, call));
  return answers;
}

async function writer(more: NewTestKey = {}): Promise<Call> {
  return { key: (await api.createKey(more)).secret, body: { plate: 'AB' } };
}

test('an address has 120 public reads a minute, and learns when the next one succeeds', async () => {
  const answers = await callTimes(121, 'GET', READ);
  const last = answers.at(-1);
  if (last === undefined) throw new Error('no answer');
  expect(answers.slice(0, 120).map(({ status }) => status)).toEqual(Array(120).fill(200));
  expect(answers.slice(0, 120).map((answer) => standing(answer).remaining)).toEqual(
    Array.from({ length: 120 }, (_, index) => 119 - index),
  );
  expect(last.status).toBe(429);
  expect(last.body.error).toMatchObject({ code: 'RATE_LIMITED' });
  expect(standing(last)).toEqual({ limit: 120, remaining: 0, reset: clock.ms / 1_000 + 60 });
  expect(last.headers['retry-after']).toBe('1');
  clock.ms += 1_000;
  expect((await api.request('GET', READ)).status).toBe(200);
});

test.each<[string, NewTestKey, string, string, number]>([
  ['a live key', {}, 'GET', READ, 600],
  ['a live key', {}, 'POST', WRITE, 120],
  ['a test key', { mode: 'test' }, 'POST', WRITE, 30],
  ['a fleet key', { fleetId: 'f' }, 'POST', WRITE, 60],
  ['an agent', { agentPlatform: 'a' }, 'POST', WRITE, 60],
  ['a granted key', { rateLimits: { write: 130 } }, 'POST', WRITE, 130],
  ['a live key', {}, 'GET', V2, 100],
])('%s (%o) on %s %s: %i per minute', async (_name, more, method, path, limit) => {
  const { key, body } = await writer(more);
  const call = { key, ...(method === 'POST' && { body }) };
  const [first] = await callTimes(1, method, path, call);
  expect(first && standing(first)).toMatchObject({ limit, remaining: limit - 1 });
  // The rest are sent at once: the order in which they draw does not matter.
  const rest = await Promise.all(
    Array.from({ length: limit }, () => api.request(method, path, call)),
  );
  const refused = rest.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  const wait = Number(refused[0]?.headers['retry-after']);
  expect(wait).toBe(Math.max(1, Math.ceil(60 / limit)));
  clock.ms += wait * 1_000;
  expect((await api.request(method, path, call)).status).toBeLessThan(300);
});

test('keys do not draw from the budget of the address they come from', async () => {
  await callTimes(121, 'GET', READ);
  const { key } = await writer();
  expect((await api.request('GET', READ, { key })).status).toBe(200);
});

test('each key of an operator has its own budgets', async () => {
  const first = await api.createKey({ mode: 'test' });
  const second = await api.createKey({ mode: 'test', operatorId: first.operatorId });
  await callTimes(31, 'GET', READ, { key: first.secret });
  expect((await api.request('GET', READ, { key: second.secret })).status).toBe(200);
});

test('an agent named by the body draws from the agent budget; a refusal costs no write', async () => {
  const { key } = await writer();
  const asAgent = { key, body: { plate: 'AB', agent: { agent_platform: 'openai' } } };
  const answers = await callTimes(61, 'POST', WRITE, asAgent);
  expect(answers.map(({ status }) => status)).toEqual([...Array(60).fill(201), 429]);
  const last = answers.at(-1);
  expect(last && standing(last)).toMatchObject({ limit: 60, remaining: 0 });
  // 60 writes were taken, not 61; this one is the next.
  const plain = await api.request('POST', WRITE, { key, body: { plate: 'AB' } });
  expect(standing(plain)).toMatchObject({ limit: 120, remaining: 59 });
});

test.each<[string, number, string, string, Call]>([
  ['an unknown path', 404, 'GET', '/nowhere', {}],
  ['another method', 405, 'DELETE', READ, {}],
  ['a refused key', 401, 'GET', READ, { key: 'pk_live_wrong' }],
  ['a missing key', 401, 'POST', WRITE, { body: {} }],
  ['a path that cannot be decoded', 400, 'GET', '/api/v1/things/%ff', {}],
])('%s draws from the address: %i, and 429 once it is empty', async (_name, status, ...call) => {
  const [method, path, more] = call;
  const answers = await callTimes(121, method, path, more);
  expect(answers.map((answer) => answer.status)).toEqual([...Array(120).fill(status), 429]);
  expect(answers.map((answer) => standing(answer).remaining)).toEqual([
    ...Array.from({ length: 120 }, (_, index) => 119 - index),
    0,
  ]);
});

test.each<[string, number, string, string, number, NewTestKey]>([
  ['an unknown path', 404, 'GET', '/nowhere', 600, {}],
  ['an unknown path', 404, 'HEAD', '/nowhere', 600, {}],
  ['an unknown path', 404, 'POST', '/nowhere', 120, {}],
  ['an unknown path', 404, 'GET', '/nowhere', 30, { mode: 'test' }],
  ['an unknown path', 404, 'GET', '/nowhere', 60, { fleetId: 'f' }],
  ['an unknown path', 404, 'POST', '/nowhere', 150, { rateLimits: { write: 150 } }],
  ['another method', 405, 'DELETE', READ, 120, {}],
  ['a path that cannot be decoded', 400, 'GET', '/api/v1/things/%ff', 600, {}],
])('%s with a good key draws from the key: %i on %s %s', async (...row) => {
  const [, status, method, path, limit, more] = row;
  // Use up the budget of the address.
  await callTimes(121, 'GET', READ);
  const { key } = await writer(more);
  const [first] = await callTimes(1, method, path, { key });
  expect(first?.status).toBe(status);
  expect(first && standing(first)).toMatchObject({ limit, remaining: limit - 1 });
  const rest = await Promise.all(
    Array.from({ length: limit }, () => api.request(method, path, { key })),
  );
  expect(rest.filter((answer) => answer.status === 429)).toHaveLength(1);
});

test('an unknown path with an unknown key is 404, and draws from the address', async () => {
  const key = `pk_live_${'A'.repeat(43)}`;
  const answers = await callTimes(121, 'GET', '/nowhere', { key });
  expect(answers.map((answer) => answer.status)).toEqual([...Array(120).fill(404), 429]);
});

test('a refused request draws like any other', async () => {
  const { key } = await writer();
  const wrong = await callTimes(2, 'POST', WRITE, { key, body: {} });
  expect(wrong.map((answer) => standing(answer).remaining)).toEqual([119, 118]);
});

test('a key without the scope draws like any other', async () => {
  const { key, body } = await writer({ scopes: ['lots:read'] });
  const answers = await callTimes(121, 'POST', WRITE, { key, body });
  expect(answers.map(({ status }) => status)).toEqual([...Array(120).fill(403), 429]);
});

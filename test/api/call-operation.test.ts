import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callOperation } from '../../api/call-operation.ts';
import { searchParkingOperation } from '../../api/v1/lots/search.ts';
import { createSessionOperation } from '../../api/v1/sessions/create.ts';
import { createOperator } from '../../src/access/operators/create-operator.ts';
import { isWithheld } from '../../src/kit/web/reply/body.ts';
import { addLot } from '../stage/fixtures.ts';
import { type Asked, type BothWays, openBothWays, plainCall, type Told } from './both-ways.ts';
import type { NewTestKey, TestKey } from './client.ts';
import { createEcho, getInsight, getThing, getThingSearch } from './sample-operations.ts';

// Each row is calls made one after another, over HTTP with one key and without HTTP with another
// key like it.

const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };
const PLACE = { lat: '43.6532', lng: '-79.3832', radius_km: '2' };
const ENOUGH = { read: 1_000, write: 1_000, intelligence: 1_000 };

let both: BothWays;
let lotId: string;
beforeAll(async () => {
  const operations = [getThing, getThingSearch, createEcho, getInsight, searchParkingOperation];
  both = await openBothWays([...operations, createSessionOperation], clock);
  const { operatorId } = await both.api.createKey();
  lotId = await addLot(both.api.database, { operator_id: operatorId, total_spaces: 50 });
});
afterAll(() => both.close());

const echo = (body: unknown, more: Partial<Asked> = {}): Asked => ({
  operation: createEcho,
  body,
  ...more,
});
const insight = (query: Asked['query'] = {}, more: Partial<Asked> = {}): Asked => ({
  operation: getInsight,
  query,
  ...more,
});
const thing = (query: Asked['query'] = {}, more: Partial<Asked> = {}): Asked => ({
  operation: getThing,
  params: { thing_id: 'one' },
  query,
  ...more,
});
const repeated = { headers: { 'idempotency-key': 'once' } };
const raw = (body: string | Buffer, type = 'application/json'): Asked =>
  echo(undefined, { raw: body, headers: { 'content-type': type } });
const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

type Row = [what: string, key: NewTestKey | 'none', calls: Asked[], statuses: number[]];

const rows: Row[] = [
  ['a public read without a key', 'none', [thing({ limit: '3' })], [200]],
  ['a public read with one', {}, [thing({}, { headers: { 'if-none-match': '"a"' } })], [200]],
  ['HEAD', 'none', [thing({}, { isHead: true })], [200]],
  ['HEAD of what is refused', 'none', [thing({ limit: '0' }, { isHead: true })], [400]],
  ['a wrong path', 'none', [thing({}, { params: { thing_id: 'x'.repeat(21) } })], [400]],
  ['a wrong and an unknown parameter', 'none', [thing({ lat: '91', colour: 'red' })], [400]],
  ['a parameter that is there twice', 'none', [thing({ lat: ['1', '2'] })], [400]],
  ['a wrong header', 'none', [thing({}, { headers: { 'idempotency-key': '' } })], [400]],
  [
    'a header that is there twice',
    'none',
    [thing({}, { headers: { 'idempotency-key': ['a', 'b'] } })],
    [400],
  ],
  ['no key', 'none', [echo({ plate: 'AB' })], [401]],
  ['an empty key', 'none', [echo({ plate: 'AB' }, { authorization: '' })], [401]],
  [
    'keys of nobody',
    'none',
    ['A', 'B'].map((one) =>
      thing({}, { authorization: `Bearer pk_live_${one.repeat(43)}`, operation: getThing }),
    ),
    [401, 401],
  ],
  ['a missing scope', { scopes: ['lots:read'] }, [echo({ plate: 'AB' })], [403]],
  ['a missing scope of v2', { scopes: ['lots:read'] }, [insight()], [401]],
  ['a plan that is too low', { plan: 'starter' }, [insight()], [403]],
  ['a write', {}, [echo({ plate: 'AB', hours: 2, metadata: { a: [1, null] } })], [201]],
  ['a test key', { mode: 'test' }, [echo({ plate: 'AB' }), insight()], [201, 200]],
  ['a wrong field', {}, [echo({ plate: 'AB', hours: '2' })], [400]],
  ['an unknown field', {}, [echo({ plate: 'AB', vehicle: { wheels: 4 } })], [400]],
  ['no body', {}, [echo(undefined)], [400]],
  ['an empty body', {}, [raw('')], [400]],
  ['a body that is no JSON', {}, [raw('{"plate":')], [400]],
  ['a body with a mark of its byte order', {}, [raw('\ufeff{"plate":"AB"}')], [201]],
  ['bytes that are no text', {}, [raw(Buffer.from([0x22, 0xff, 0x22]))], [400]],
  ['a body of another type', {}, [raw('{"plate":"AB"}', 'text/plain')], [415]],
  ['a body in another charset', {}, [raw('{}', 'application/json; charset=latin1')], [415]],
  [
    'a charset in other words',
    {},
    [raw('{"plate":"AB"}', 'Application/JSON;charset="UTF-8"')],
    [201],
  ],
  ['a body over 1 MB', {}, [raw(`{"plate":"${'A'.repeat(1_048_576)}"}`)], [413]],
  ['a NUL character', {}, [echo({ plate: 'A\0' })], [400]],
  ['half a character', {}, [raw('{"plate":"A\\ud800"}')], [400]],
  ['a number past all bounds', {}, [raw('{"plate":"AB","anything":1e999}')], [400]],
  ['a body that is nested too deep', {}, [echo({ plate: 'AB', anything: deep(40) })], [400]],
  ['too many members', {}, [echo(Object.fromEntries(Array(1_001).entries()))], [400]],
  ['a name of JavaScript', {}, [raw('{"plate":"AB","metadata":{"__proto__":1}}')], [400]],
  [
    'calls over a budget',
    { mode: 'test' },
    Array(31).fill(echo({ plate: 'AB' })),
    [...Array(30).fill(201), 429],
  ],
  [
    'calls over a budget of agents that the body names',
    {},
    Array(61).fill(echo({ plate: 'AB', agent: { agent_platform: 'openai' } })),
    [...Array(60).fill(201), 429],
  ],
  [
    'an agent that the key names',
    { agentPlatform: 'claude' },
    [...Array(61).fill(echo({ plate: 'AB' })), thing()],
    [...Array(60).fill(201), 429, 200],
  ],
  [
    'an agent that a header names',
    {},
    [
      ...Array(61).fill(echo({ plate: 'AB' }, { headers: { 'x-agent-platform': 'claude' } })),
      echo({ plate: 'AB' }),
    ],
    [...Array(60).fill(201), 429, 201],
  ],
  ['a wrong name', {}, [thing({}, { headers: { 'x-agent-platform': ['a', 'b'] } })], [400]],
  [
    'a wrong name without a key',
    'none',
    [thing({}, { headers: { 'x-agent-platform': '' } })],
    [200],
  ],
  ['what is sold', {}, [insight()], [200]],
  ['an answer without data', {}, [insight({ is_empty: 'true' })], [204]],
  ['a repeat of what is sold', {}, [insight({}, repeated), insight({}, repeated)], [200, 200]],
  [
    'another question under its Idempotency-Key',
    {},
    [insight({}, repeated), insight({ is_empty: 'true' }, repeated)],
    [200, 409],
  ],
  ['a price the caller would not pay', {}, [insight({ max_cost_cents: '9' })], [403]],
  ['a price the caller would pay', {}, [insight({ max_cost_cents: '10' })], [200]],
  ['HEAD of what is sold', {}, [insight({}, { ...repeated, isHead: true })], [200]],
  ['a price over the cap', { spendCapCents: 15 }, [insight(), insight()], [200, 403]],
];

async function allOf(
  way: (asked: Asked, key?: TestKey) => Promise<Told>,
  calls: readonly Asked[],
  key: TestKey | undefined,
): Promise<Told[]> {
  const told: Told[] = [];
  for (const call of calls) told.push(await way(call, key));
  return told;
}

const newKey = async (key: NewTestKey | 'none') =>
  key === 'none' ? undefined : both.api.createKey({ rateLimits: ENOUGH, ...key });

/** Makes the calls both ways, a minute later, so that all buckets are full. */
async function ask(keys: readonly (TestKey | undefined)[], calls: readonly Asked[]) {
  clock.ms += 60_000;
  const http = await allOf(both.overHttp, calls, keys[0]);
  const plain = await allOf(both.plainly, calls, keys[1]);
  return { http, plain };
}

const paidBy = async (key: TestKey | undefined) =>
  both.api.database.sql('select endpoint, cost_cents from usage where key_id = $1', [key?.keyId]);

const asTold = ({ status, headers, body }: Told) => ({ status, headers, body });

describe('without HTTP a call is answered, and charged, as over it', () => {
  test.each(rows)('%s', async (_what, newTestKey, calls, statuses) => {
    const keys = [await newKey(newTestKey), await newKey(newTestKey)];
    const { http, plain } = await ask(keys, calls);
    expect(http.map(({ status }) => status)).toEqual(statuses);
    expect(plain.map(asTold)).toEqual(http);
    expect(await paidBy(keys[1])).toEqual(await paidBy(keys[0]));
  });

  test('a write with an Idempotency-Key, its repeat and another write with that key', async () => {
    const start = (plate: string): Asked => ({
      operation: createSessionOperation,
      ...repeated,
      body: { lot_id: lotId, plate },
    });
    const calls = (plate: string) => [start(plate), start(plate), start('OTHER1')];
    const [one, other] = [await newKey({}), await newKey({})];
    const http = await allOf(both.overHttp, calls('HTTP1'), one);
    const plain = await allOf(both.plainly, calls('PLAIN1'), other);
    expect(http.map(({ status }) => status)).toEqual([201, 201, 409]);
    expect(http[1]?.headers).toMatchObject({ 'idempotent-replayed': 'true' });
    const alike = (told: Told[]) => JSON.stringify(told.map(asTold)).replaceAll('PLAIN1', 'HTTP1');
    expect(alike(plain)).toEqual(alike(http));
  });

  test('an end user, if the operator limits them', async () => {
    const newOperator = async () => {
      const request = { name: 'Op', plan: 'pro', limitsEndUsers: true, actorId: 'test' };
      const { id } = await createOperator(both.api.database.owner, request);
      return newKey({ operatorId: id, agentPlatform: 'openai' });
    };
    const keys = [await newOperator(), await newOperator()];
    const naming = (lines: string | string[]) =>
      echo({ plate: 'AB' }, { headers: { 'x-end-user-id': lines } });
    const calls = [naming(['a', 'b']), naming('a b'), ...Array(21).fill(naming('u1'))];
    const { http, plain } = await ask(keys, calls);
    const statuses = [400, 400, ...Array(20).fill(201), 429];
    expect(http.map(({ status }) => status)).toEqual(statuses);
    expect(plain.map(asTold)).toEqual(http);
  });

  test('many look-ups of unknown keys end in 429', async () => {
    const calls = Array.from({ length: 125 }, (_, index) =>
      thing({}, { authorization: `Bearer pk_live_${String(index).padStart(43, '0')}` }),
    );
    const { http, plain } = await ask([], calls);
    expect(http.at(-1)?.status).toBe(429);
    expect(plain.map(asTold)).toEqual(http);
  });
});

test('a body is not read before its caller is known, let in and within its budgets', async () => {
  const unscoped = await newKey({ scopes: ['lots:read'] });
  const eager = await newKey({ mode: 'test' });
  clock.ms += 60_000;
  const refused = [
    await both.plainly(echo({ plate: 'AB' })),
    await both.plainly(echo({ plate: 'AB' }), unscoped),
    ...(await allOf(both.plainly, Array(31).fill(echo({ plate: 'AB' })), eager)).slice(30),
    await both.plainly(raw('{}', 'text/plain'), await newKey({})),
  ];
  expect(refused.map(({ status, isRead }) => [status, isRead])).toEqual([
    [401, false],
    [403, false],
    [429, false],
    [415, false],
  ]);
});

test('an answer to HEAD brings no data with it', async () => {
  const key = await newKey({});
  const authorization = `Bearer ${key?.secret}`;
  const call = plainCall(getInsight, { authorization, isHead: true });
  const reply = await callOperation(both.context, call);
  expect(isWithheld(reply.body)).toBe(true);
  expect(Object.keys(reply.body ?? {})).toEqual(['byteLength']);
  expect(await paidBy(key)).toEqual([]);
});

test('plaintext from elsewhere is refused without HTTP as well', async () => {
  const peer = { ip: '192.0.2.1', isSecure: false, isAnswered: false };
  const reply = await callOperation(both.context, plainCall(getThingSearch, { peer }));
  expect(reply.status).toBe(426);
  expect(reply.headers).toMatchObject({ Upgrade: 'TLS/1.3, HTTP/1.1' });
});

test("an agent's call has its audit row before its answer", async () => {
  const agent = await newKey({ agentPlatform: 'claude' });
  const search: Asked = { operation: searchParkingOperation, query: PLACE };
  const { status } = await both.plainly(search, agent);
  expect(status).toBe(200);
  const rows = await both.api.database.sql(
    "select agent_platform from audit_log where action = 'lots.searched' and actor_id = $1",
    [agent?.keyId],
  );
  expect(rows).toEqual([{ agent_platform: 'claude' }]);
});

test('a text and the number it spells are the same parameter', async () => {
  const ask = (limit: unknown) => both.plainly(thing({ limit } as Asked['query']));
  expect((await ask('7')).body).toBe((await ask(7)).body);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireKey } from '../../../stage/fixtures.ts';
import { untilHolds } from '../../../stage/until-holds.ts';
import type { NewTestKey, TestKey } from '../../client.ts';
import { openStage, type Stage } from '../../stage.ts';

const PATH = '/api/v1/agents';

let stage: Stage;
let key: TestKey;
beforeAll(async () => {
  stage = await openStage();
  key = stage.key;
});
afterAll(() => stage.api.stop());

const newKey = (more: NewTestKey = {}) => stage.newKey(more);
const register = (keyId: string, more: object = {}, as: TestKey = key, headers = {}) =>
  stage.post(PATH, { name: 'Valet', platform: 'openai', key_id: keyId, ...more }, headers, as);
const get = (path: string, as: TestKey, query = {}) =>
  stage.api.request('GET', `${PATH}${path}`, { key: as.secret, query });
const me = async (as: { secret: string }) =>
  (await stage.api.request('GET', '/api/v1/me', { key: as.secret })).body;

/** Parks with a key, once the API knows that the key is an agent's. */
async function park(as: { secret: string }, agent?: object) {
  const lotId = await stage.parking.addLot();
  const body = { lot_id: lotId, plate: stage.parking.newPlate(), ...(agent && { agent }) };
  const answer = await stage.api.request('POST', '/api/v1/sessions', { key: as.secret, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.session;
}

test('an agent is registered with an audit row, and shown by id and in the list', async () => {
  const { keyId } = await newKey();
  const answer = await register(keyId);
  expect(answer.status, answer.text).toBe(201);
  const { agent } = answer.body;
  expect(agent).toEqual({
    id: expect.stringMatching(/^agt_[0-9a-f]{32}$/),
    name: 'Valet',
    platform: 'openai',
    key_id: keyId,
    created_at: expect.stringMatching(/Z$/),
  });
  expect((await get(`/${agent.id}`, key)).body).toEqual({ agent });
  expect((await get('', key, { limit: 1 })).body.data).toEqual([agent]);
  const rows = await stage.api.database.sql(
    `select action, actor_type, actor_id, operator_id, livemode, request_id, diff from audit_log
     where entity_id = $1`,
    [agent.id],
  );
  expect(rows).toEqual([
    {
      action: 'agent.registered',
      actor_type: 'key',
      actor_id: key.keyId,
      operator_id: key.operatorId,
      livemode: true,
      request_id: answer.headers['x-request-id'],
      diff: { before: null, after: { name: 'Valet', platform: 'openai', key_id: keyId } },
    },
  ]);
});

describe('a key of an agent', () => {
  test('is of its platform, and its stays have its name, in a running API within moments', async () => {
    const own = await newKey();
    expect((await park(own)).agent_name).toBeNull();
    const { agent } = (await register(own.keyId)).body;
    await untilHolds(async () => expect((await park(own)).agent_name).toBe('Valet'));
    expect(await park(own)).toMatchObject({ agent_platform: 'openai', source: 'agent' });
    const { key_id: _key, ...shown } = agent;
    expect(await me(own)).toMatchObject({ agent: shown, key: { agent_platform: 'openai' } });
  });

  test('keeps its platform when a call names another, and the name that a call gives', async () => {
    const own = await newKey();
    await register(own.keyId);
    await untilHolds(async () => expect((await me(own)).key.agent_platform).toBe('openai'));
    const named = { agent_platform: 'other', agent_name: 'Concierge' };
    const nameless = { agent_platform: 'other' };
    await untilHolds(async () => expect((await park(own, nameless)).agent_name).toBe('Valet'));
    expect(await park(own, named)).toMatchObject({
      agent_platform: 'openai',
      agent_name: 'Concierge',
    });
  });

  test('hands the agent on when it is rotated, and not to keys that it makes', async () => {
    const own = await newKey();
    const { agent } = (await register(own.keyId)).body;
    const rotated = await stage.post(`/api/v1/keys/${own.keyId}/rotate`, {}, {}, key);
    expect(rotated.body.key).toMatchObject({ agent_id: agent.id, agent_platform: 'openai' });
    expect((await park(rotated.body)).agent_name).toBe('Valet');
    expect((await get(`/${agent.id}`, key)).body.agent.key_id).toBe(rotated.body.key.id);
    const as = { ...own, secret: rotated.body.secret };
    const asked = { name: 'till', scopes: ['lots:read'] };
    const made = await stage.post('/api/v1/keys', asked, {}, as);
    expect(made.body.key).toMatchObject({ agent_id: null, agent_platform: 'openai' });
    expect((await register(rotated.body.key.id)).status).toBe(409);
  });
});

describe('refused, with nothing written:', () => {
  const rows: [string, () => Promise<string>, object, number, string?][] = [
    ['a key of another operator', async () => (await stage.api.createKey()).keyId, {}, 404],
    ['a test key', async () => (await newKey({ mode: 'test' })).keyId, {}, 404],
    ['an id that nothing has', async () => `key_${'0'.repeat(32)}`, {}, 404],
    ['no id', async () => 'my key', {}, 404],
    ['an operator', async () => key.operatorId, {}, 404],
    ['a blank name', async () => (await newKey()).keyId, { name: ' ' }, 400],
    ['no name', async () => (await newKey()).keyId, { name: '' }, 400],
    ['a long name', async () => (await newKey()).keyId, { name: 'x'.repeat(101) }, 400],
    ['a blank platform', async () => (await newKey()).keyId, { platform: '\t' }, 400],
    ['an unknown field', async () => (await newKey()).keyId, { scopes: ['lots:read'] }, 400],
    [
      'a key of another platform',
      async () => (await newKey({ agentPlatform: 'anthropic' })).keyId,
      {},
      409,
      'other_platform',
    ],
    [
      'a key of the platform in capitals',
      async () => (await newKey({ agentPlatform: 'OpenAI' })).keyId,
      {},
      409,
      'other_platform',
    ],
    ['a key of an agent', async () => (await registered()).key_id, {}, 409, 'agent_registered'],
    ['a revoked key', async () => (await revoked()).keyId, {}, 409, 'key_over'],
    ['an expired key', async () => (await expired()).keyId, {}, 409, 'key_over'],
    ['a key that may do more', async () => (await better()).keyId, {}, 403],
  ];
  const registered = async () => (await register((await newKey()).keyId)).body.agent;
  const better = () => newKey({ rateLimits: { read: 1_000_000 } });
  async function revoked() {
    const made = await newKey();
    await stage.api.request('DELETE', `/api/v1/keys/${made.keyId}`, { key: key.secret });
    return made;
  }
  async function expired() {
    const made = await newKey();
    await expireKey(stage.api.database, made.keyId, new Date(Date.now() - 1_000));
    return made;
  }

  test.each(rows)('%s', async (_what, keyIdOf, more, status, reason) => {
    const keyId = await keyIdOf();
    const everything = () =>
      stage.api.database.sql(
        'select (select count(*) from agents) as agents, (select count(*) from audit_log) as rows',
      );
    const before = await everything();
    const answer = await register(keyId, more);
    expect(answer.status, answer.text).toBe(status);
    if (reason !== undefined) expect(answer.body.error.details.reason).toBe(reason);
    expect(await everything()).toEqual(before);
  });

  test('by a key of one platform, a key of none, and its own for another', async () => {
    const agentKey = await newKey({ agentPlatform: 'openai' });
    const { keyId } = await newKey();
    const other = await register(keyId, {}, agentKey);
    expect([other.status, other.body.error.details[0].field]).toEqual([403, 'agent_platform']);
    expect((await register(agentKey.keyId, { platform: 'x' }, agentKey)).status).toBe(409);
    expect((await register(agentKey.keyId, {}, agentKey)).status).toBe(201);
  });
});

test('of many calls at once for one key one registers an agent', async () => {
  const { keyId } = await newKey();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) => register(keyId, { name: `Valet ${i}` })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
});

test('repeats with one Idempotency-Key register one agent and get one answer', async () => {
  const { keyId } = await newKey();
  const headers = { 'idempotency-key': 'valet' };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => register(keyId, {}, key, headers)),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.agent.id)).size).toBe(1);
});

test('a fleet sees the agents of its keys, a test key those of the test world', async () => {
  const { operatorId } = await stage.api.createKey();
  const [all, fleet, sandbox] = await Promise.all([
    newKey({ operatorId }),
    newKey({ operatorId, fleetId: 'north' }),
    newKey({ operatorId, mode: 'test' }),
  ]);
  const ids: string[] = [];
  for (const as of [all, fleet, sandbox])
    ids.push((await register(as.keyId, {}, as)).body.agent.id);
  const seen = async (as: TestKey) => {
    const listed = (await get('', as)).body.data.map(({ id }: { id: string }) => ids.indexOf(id));
    const found = await Promise.all(ids.map(async (id) => (await get(`/${id}`, as)).status));
    return [listed, found];
  };
  expect(await seen(all)).toEqual([
    [1, 0],
    [200, 200, 404],
  ]);
  expect(await seen(fleet)).toEqual([[1], [404, 200, 404]]);
  expect(await seen(sandbox)).toEqual([[2], [404, 404, 200]]);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealed } from '../../../plates.ts';
import type { NewTestKey, TestKey } from '../../client.ts';
import { openStage, type Stage } from '../../stage.ts';

const PATH = '/api/v1/audit';
const FLEET = 'secret-fleet';
const PLATFORM = 'secret-platform';

type Row = {
  id: string;
  at: string;
  actor: { type: string; id: string | null };
  action: string;
  entity_id: string | null;
  diff: { after: Record<string, unknown> };
};

let stage: Stage;
let owner: TestKey;
let stranger: TestKey;
let lotId: string;
/** Of a stay that the stranger's key began and ended on the owner's lot. */
let stay: { id: string; requestId: string };
const plate = 'AUDIT123';

beforeAll(async () => {
  stage = await openStage();
  owner = stage.key;
  stranger = await stage.api.createKey({ fleetId: FLEET, agentPlatform: PLATFORM });
  lotId = await stage.parking.addLot({ total_spaces: 100 });
  const body = { lot_id: lotId, plate };
  const begun = await stage.post('/api/v1/sessions', body, {}, stranger);
  expect(begun.status, begun.text).toBe(201);
  stay = { id: begun.body.session.id, requestId: begun.headers['x-request-id'] ?? '' };
  const held = { intent: 'now for an hour', lot_id: lotId, plate: 'AUDIT124' };
  await stage.post('/api/v1/reserve', held, { 'idempotency-key': 'hold' }, stranger);
  const vehicles = [{ plate: 'AUDIT125', vin: '1HGCM82633A004352' }];
  const wish = { fleet_id: FLEET, lot_id: lotId, vehicles };
  const sent = await stage.post('/av-fleet/dispatch', wish, {}, stranger);
  expect(sent.status, sent.text).toBe(201);
  const named = { session_id: stay.id, extend_minutes: 30 };
  expect((await stage.post('/api/v1/sessions/extend', named, {}, stranger)).status).toBe(200);
  await stage.post('/api/v1/sessions/end', { session_id: stay.id }, {}, stranger);
  await stage.post('/api/v1/sessions', { lot_id: lotId, plate });
});
afterAll(() => stage.api.stop());

const ask = (query: object = {}, as: TestKey = owner) =>
  stage.api.request('GET', PATH, { key: as.secret, query: { ...query } });
const rowsOf = async (query: object = {}, as: TestKey = owner): Promise<Row[]> => {
  const answer = await ask({ limit: 100, ...query }, as);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
/** All rows, read in pages of `limit` rows. */
async function pagesOf(limit: number, as: TestKey = owner): Promise<Row[]> {
  const seen: Row[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await ask({ limit, ...(cursor && { cursor }) }, as);
    seen.push(...body.data);
    cursor = body.next_cursor;
  }
  return seen;
}
const newKey = (more: NewTestKey = {}) => stage.newKey(more);

describe('a row', () => {
  test('says who did what to what, with which call and what it changed', async () => {
    const answer = await stage.post('/api/v1/keys', { name: 'till', scopes: ['lots:read'] });
    const { id } = answer.body.key;
    expect(await rowsOf({ entity_id: id })).toEqual([
      {
        id: expect.stringMatching(/^aud_[0-9a-f]{32}$/),
        at: answer.body.key.created_at,
        actor: { type: 'key', id: owner.keyId },
        agent_platform: null,
        action: 'key.created',
        entity_id: id,
        request_id: answer.headers['x-request-id'],
        diff: { before: null, after: expect.objectContaining({ name: 'till' }) },
      },
    ]);
  });

  test('of a call of an agent has its platform', async () => {
    const agent = await newKey({ agentPlatform: 'openai' });
    await stage.api.request('GET', '/api/v1/lots/search?lat=1&lng=1', { key: agent.secret });
    expect(await rowsOf({ actor_id: agent.keyId, action: 'lots.searched' })).toMatchObject([
      { agent_platform: 'openai', actor: { id: agent.keyId }, entity_id: 'lots' },
    ]);
  });

  test('never has a plate, the number of a vehicle or whether others know it', async () => {
    for (const sought of [plate, 'NEVERSEEN']) {
      const query = { plate: sought };
      await stage.api.request('GET', '/api/v1/sessions/search', { key: owner.secret, query });
    }
    const looked = await rowsOf({ action: 'session.searched' });
    expect(looked.map(({ entity_id }) => entity_id)).toEqual([null, null]);
    const [vehicle] = await stage.api.database.sql<{ vehicle_id: number }>(
      'select vehicle_id::integer from vehicles where plate = $1',
      [sealed(plate)],
    );
    for (const entity of [String(vehicle?.vehicle_id), 'unknown'])
      expect(await rowsOf({ entity_id: entity })).toEqual([]);
    const text = JSON.stringify(await rowsOf());
    expect(text).not.toMatch(/AUDIT12|NEVERSEEN|vehicle_id|vin_id/);
  });
});

describe('of another operator that parked on a lot', () => {
  test('the operator of the lot sees what was done, and not by whom', async () => {
    const rows = (await rowsOf({ entity_id: stay.id })).toReversed();
    expect(rows.map(({ action }) => action)).toEqual([
      'session.created',
      'session.extended',
      'session.closed',
      'payment.completed',
    ]);
    for (const row of rows)
      expect(row).toMatchObject({
        actor: { type: 'key', id: null },
        agent_platform: null,
        request_id: null,
      });
    expect(rows[0]?.diff.after).toMatchObject({ status: 'active', lot_id: lotId });
    expect(rows[0]?.diff.after).not.toHaveProperty('fleet_id');
    const held = await rowsOf({ action: 'hold.created' });
    expect(held).toHaveLength(2);
    for (const { diff } of held)
      expect(diff.after).toMatchObject({ space_count: 1, lot_id: lotId });
  });

  test('no row of any kind has its key, its name, its fleet, its platform or its calls', async () => {
    const text = JSON.stringify(await rowsOf());
    const secrets = [stranger.keyId, stranger.operatorId, FLEET, PLATFORM, stay.requestId, 'dsp_'];
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/creator_operator_id|dispatch_id/);
  });

  test('its keys cannot be asked for, so nobody learns whose they are', async () => {
    expect(await rowsOf({ actor_id: stranger.keyId })).toEqual([]);
    expect(await rowsOf({ actor_id: stranger.keyId, entity_id: stay.id })).toEqual([]);
  });

  test('has in its own log what its keys did, and nothing of who owns the lot', async () => {
    const all = await stage.api.createKey({ operatorId: stranger.operatorId });
    const rows = await rowsOf({ actor_id: stranger.keyId, entity_id: stay.id }, all);
    expect(rows.map(({ action }) => action)).toContain('session.created');
    for (const row of rows)
      expect(row).toMatchObject({
        actor: { type: 'key', id: stranger.keyId },
        agent_platform: PLATFORM,
        request_id: expect.stringMatching(/^req_/),
      });
    const every = await rowsOf({}, all);
    expect(JSON.stringify(every)).not.toContain(owner.operatorId);
    expect(every.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['key.created', 'hold.created', 'session.closed']),
    );
    expect(await pagesOf(3, all)).toEqual(every);
  });
});

describe('a page', () => {
  test('goes on where the previous one ended, newest first, with each row once', async () => {
    const all = await rowsOf();
    expect(await pagesOf(3)).toEqual(all);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(6);
  });

  test('has the rows of one transaction once, too, though they are of one instant', async () => {
    const { operatorId, ...key } = await stage.api.createKey();
    await stage.api.database.sql(
      `insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
       select 'system', 'test', $1, true, 'lots.searched', 'lots', '{"found_count": 1}'
       from generate_series(1, 7)`,
      [operatorId],
    );
    const first = await ask({ limit: 4, action: 'lots.searched' }, { operatorId, ...key });
    const { next_cursor: cursor } = first.body;
    const next = await ask({ limit: 4, action: 'lots.searched', cursor }, { operatorId, ...key });
    const ids = [...first.body.data, ...next.body.data].map(({ id }) => id);
    expect(new Set(ids).size).toBe(7);
    expect(next.body.has_more).toBe(false);
  });

  test('begins and ends where it is asked to', async () => {
    const rows = await rowsOf();
    const middle = rows[Math.floor(rows.length / 2)]?.at ?? '';
    const [since, until] = [await rowsOf({ since: middle }), await rowsOf({ until: middle })];
    expect(since.every(({ at }) => at >= middle)).toBe(true);
    expect(until.every(({ at }) => at < middle)).toBe(true);
    expect(since.length + until.length).toBe(rows.length);
  });

  test('has what every filter that is given lets through', async () => {
    const rows = await rowsOf({ action: 'session.created', actor_id: owner.keyId });
    expect(rows).toHaveLength(1);
    expect(await rowsOf({ action: 'session.created', entity_id: lotId })).toEqual([]);
    expect(await rowsOf({ actor_id: 'nobody' })).toEqual([]);
  });
});

test.each<[string, object]>([
  ['action', { action: 'session.began' }],
  ['action', { action: '' }],
  ['cursor', { cursor: 'x' }],
  ['cursor', { cursor: Buffer.from(`1_aud_${'0'.repeat(32)}`).toString('base64url') }],
  ['cursor', { cursor: Buffer.from('1_17').toString('base64url') }],
  ['since', { since: 'yesterday' }],
  ['until', { until: '2026-02-30T00:00:00Z' }],
  ['entity_id', { entity_id: '' }],
  ['actor_id', { actor_id: 'x'.repeat(201) }],
  ['limit', { limit: 101 }],
  ['operator_id', { operator_id: 'op_1' }],
])('a bad %s is 400 by name: %o', async (field, query) => {
  const { status, body } = await ask(query);
  expect([status, body.error.details[0].field]).toEqual([400, field]);
});

test('a test key sees what test keys did, a fleet’s key nothing, nor one without the scope', async () => {
  const sandbox = await newKey({ mode: 'test' });
  const rows = await rowsOf({}, sandbox);
  expect(rows.map(({ action }) => action)).toContain('key.created');
  expect(rows.filter(({ entity_id }) => entity_id === stay.id)).toEqual([]);
  expect((await ask({}, await newKey({ fleetId: 'north' }))).status).toBe(403);
  expect((await ask({}, await newKey({ scopes: ['keys:write'] }))).status).toBe(403);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember } from '../../../src/access/people.ts';
import { addApp } from '../../oauth/add-app.ts';
import { openStage, type Stage } from '../../stage.ts';

let stage: Stage;
let lotId: string;
beforeAll(async () => {
  stage = await openStage();
  const lot = { name: 'Harbor Deck', lat: 40.7, lng: -74, total_spaces: 9 };
  lotId = (await stage.post('/api/v1/lots', lot)).body.lot.id;
});
afterAll(() => stage.api.stop());

let count = 0;
/** As if somebody had done to the lot what its own operator did. Returns the id of the call. */
async function doAs(type: 'person' | 'token', id: string): Promise<string> {
  const requestId = `req_${String(++count).padStart(32, '0')}`;
  await stage.api.database.sql(
    `insert into audit_rows
     select action, entity_id, operator_id, livemode, diff, $2, $3, null, $4
     from audit_log where entity_id = $1 and actor_type = 'key'`,
    [lotId, type, id, requestId],
  );
  return requestId;
}

async function actorsOf(key: string, query: Record<string, string> = {}) {
  const asked = { key, query: { entity_id: lotId, ...query } };
  const { body } = await stage.api.request('GET', '/api/v1/audit', asked);
  return body.data.map((row: { actor: object }) => row.actor);
}

/** Somebody of an operator, or an app that they connected. */
async function actorAt(type: 'person' | 'token', operatorId: string): Promise<string> {
  const { memberId } = (await addMember(stage.api.database, operatorId)).signIn;
  return type === 'person' ? memberId : addApp(stage.api.database, operatorId, { memberId });
}

test.each(['person', 'token'] as const)(
  'a %s of another operator is not named, and has its own operator see what it did',
  async (type) => {
    const other = await stage.api.createKey();
    const id = await actorAt(type, other.operatorId);
    const requestId = await doAs(type, id);
    const own = stage.key.secret;
    expect((await actorsOf(own))[0]).toEqual({ type, id: null });
    expect(await actorsOf(own, { actor_id: id })).toEqual([]);
    expect(await actorsOf(other.secret)).toEqual([{ type, id }]);
    const path = `/api/v1/calls/${requestId}`;
    expect((await stage.api.request('GET', path, { key: own })).status).toBe(404);
    const { status, body } = await stage.api.request('GET', path, { key: other.secret });
    expect([status, body.call.caller_id]).toEqual([200, id]);
  },
);

test.each(['person', 'token'] as const)('a %s of the operator is named', async (type) => {
  const id = await actorAt(type, stage.key.operatorId);
  const requestId = await doAs(type, id);
  expect(await actorsOf(stage.key.secret, { actor_id: id })).toEqual([{ type, id }]);
  const { body } = await stage.get(`/api/v1/calls/${requestId}`);
  expect(body.call.caller_id).toBe(id);
});

test('somebody who was removed is named as before', async () => {
  const id = await actorAt('person', stage.key.operatorId);
  await doAs('person', id);
  await stage.api.database.sql('update members set removed_at = now() where member_id = $1', [id]);
  expect(await actorsOf(stage.key.secret, { actor_id: id })).toEqual([{ type: 'person', id }]);
});

import { afterAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../../src/access/keys/create-key.ts';
import { revokeKey } from '../../../../src/access/keys/revoke-key.ts';
import { PLAN_LIMITS } from '../../../../src/access/plans/plan-limits.ts';
import type { Querier } from '../../../../src/stores/postgres.ts';
import { expireKey } from '../../../stage/fixtures.ts';
import { meanwhile } from '../../../stage/meanwhile.ts';
import { untilHolds } from '../../../stage/until-holds.ts';
import { openKeys } from './operator.ts';

const { api, newKey, post, get, made, rotate, remove, statusOf, audits } = await openKeys();
afterAll(() => api.stop());

const { keys_max: KEYS_MAX } = PLAN_LIMITS.pro;
const SECRET = /^pk_live_[A-Za-z0-9_-]{43}$/;

const endsSoon = (as: { secret: string }) =>
  untilHolds(async () => expect(await statusOf(as)).toBe(401));

const countOf = async (operatorId: string) => {
  const text = 'select count(*)::int as count from api_keys where operator_id = $1';
  return (await api.database.sql<{ count: number }>(text, [operatorId]))[0]?.count;
};

/** Valid keys of an operator that nobody calls with. */
const addKeys = (operatorId: string, count: number) =>
  api.database.sql(
    `insert into api_keys (key_id, operator_id, name, prefix, last4, secret_sha256, livemode,
       scopes)
     select 'key_' || md5($1 || n), $1, 'many', 'pk_live_', 'last',
       sha256(convert_to($1 || n, 'UTF8')), true, '{lots:read}'
     from generate_series(1, $2::integer) as n`,
    [operatorId, count],
  );

describe('a new key', () => {
  test('is answered with its secret, which works at once, and audited without it', async () => {
    const key = await newKey();
    const answer = await post(key, '', { name: 'till', scopes: ['lots:read', 'audit:read'] });
    expect(answer.status, answer.text).toBe(201);
    const { secret, key: shown } = answer.body;
    expect(secret).toMatch(SECRET);
    expect(shown).toEqual({
      id: expect.stringMatching(/^key_[0-9a-f]{32}$/),
      name: 'till',
      prefix: 'pk_live_',
      last4: secret.slice(-4),
      mode: 'live',
      scopes: ['lots:read', 'audit:read'],
      fleet_id: null,
      agent_platform: null,
      agent_id: null,
      rate_limits: {},
      spend_cap_cents: null,
      mandate: null,
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
    });
    expect(await statusOf({ secret })).toBe(200);
    expect(await audits(shown.id)).toEqual([
      {
        action: 'key.created',
        actor_type: 'key',
        actor_id: key.keyId,
        operator_id: key.operatorId,
        livemode: true,
        request_id: answer.headers['x-request-id'],
        diff: expect.anything(),
      },
    ]);
    expect(JSON.stringify(await audits(shown.id))).not.toContain(secret.slice(8, 30));
    const got = await get(key, `/${shown.id}`);
    expect(got.text).not.toContain(secret.slice(8, 30));
    expect(got.body.key).toMatchObject({ id: shown.id, scopes: shown.scopes });
  });

  test('is made once for all calls with an Idempotency-Key, and its secret is shown once', async () => {
    const key = await newKey();
    const headers = { 'idempotency-key': 'till' };
    const asked = { name: 'till', scopes: ['lots:read'] };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(key, '', asked, headers)),
    );
    const again = await post(key, '', asked, headers);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const all = [...answers, again];
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(all.map(({ body }) => body.key.id)).size).toBe(1);
    expect(all.filter(({ body }) => 'secret' in body)).toHaveLength(1);
    expect(await countOf(key.operatorId)).toBe(2);
    const other = await post(key, '', { ...asked, name: 'other' }, headers);
    expect([other.status, other.body.error.details.reason]).toEqual([409, 'idempotency_mismatch']);
    const stored = await api.database.sql<{ text: string }>(
      'select i::text as text from idempotency i where key_id = $1',
      [key.keyId],
    );
    expect(JSON.stringify(stored)).not.toMatch(/pk_live_[A-Za-z0-9_-]{5}/);
  });

  test('that is refused leaves nothing, and a repeat under the same key may succeed', async () => {
    const key = await newKey({ scopes: ['keys:write', 'lots:read'] });
    const headers = { 'idempotency-key': 'later' };
    const bad = await post(key, '', { name: 'a', scopes: ['lots:write'] }, headers);
    expect([bad.status, bad.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(await countOf(key.operatorId)).toBe(1);
    const good = await post(key, '', { name: 'a', scopes: ['lots:read'] }, headers);
    expect(good.status).toBe(201);
  });

  test(`is the last of ${KEYS_MAX} valid ones, also of many keys at once`, async () => {
    const key = await newKey();
    const { operatorId } = key;
    const makers = [key];
    while (makers.length < 6) makers.push(await newKey({ operatorId }));
    await addKeys(operatorId, KEYS_MAX - makers.length - 2);
    const asked = { name: 'one more', scopes: ['lots:read'] };
    const answers = await Promise.all(makers.map((maker) => post(maker, '', asked)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, 201, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    const details = { reason: 'key_limit', keys_max: KEYS_MAX, plan: 'pro' };
    expect(refused?.body.error.details).toEqual(details);
    const [other] = (await get(key, '', { limit: 1 })).body.data;
    expect((await rotate(key, other.id)).status).toBe(201);
    expect((await post(key, '', asked)).status).toBe(409);
    const [last] = (await get(key, '', { limit: 1 })).body.data;
    expect((await remove(key, last.id)).status).toBe(204);
    expect((await post(key, '', asked)).status).toBe(201);
  });
});

describe('a rotated key', () => {
  test('ends at once, and the new one has its rights and its line', async () => {
    const key = await newKey();
    const old = await made(key, { agent_platform: 'a', spend_cap_cents: 5 });
    const { status, body } = await rotate(key, old.id);
    expect(status).toBe(201);
    const { secret: _hidden, ...record } = old;
    const { id, last4, created_at } = body.key;
    expect(body.key).toEqual({ ...record, id, last4, created_at });
    expect(await statusOf(body)).toBe(200);
    await endsSoon(old);
    const [, ended] = await audits(old.id);
    expect(ended).toMatchObject({
      action: 'key.revoked',
      actor_type: 'key',
      actor_id: key.keyId,
      diff: { after: { rotated_to: id } },
    });
  });

  test('may be the one that calls: then the new one calls on', async () => {
    const key = await newKey();
    const { status, body } = await rotate(key, key.keyId);
    expect(status).toBe(201);
    await endsSoon(key);
    expect((await get(body, `/${key.keyId}`)).body.key.revoked_at).not.toBeNull();
  });

  test('is rotated once for an Idempotency-Key, and the secret is shown once', async () => {
    const key = await newKey();
    const { id } = await made(key);
    const headers = { 'idempotency-key': 'rotate' };
    const first = await rotate(key, id, headers);
    const again = await rotate(key, id, headers);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual({ key: first.body.key });
  });

  test('that has ended before is 409', async () => {
    const key = await newKey();
    const [revoked, expired] = [await made(key), await made(key)];
    await remove(key, revoked.id);
    await expireKey(api.database, expired.id, new Date(Date.now() - 1_000));
    for (const { id } of [revoked, expired]) {
      const { status, body } = await rotate(key, id);
      expect([status, body.error.details.reason]).toEqual([409, 'key_over']);
    }
  });
});

describe('a deleted key', () => {
  test('ends at once, stays in the list, and is deleted as often as it is asked', async () => {
    const key = await newKey();
    const other = await made(key);
    expect((await remove(key, other.id)).status).toBe(204);
    await endsSoon(other);
    const { revoked_at } = (await get(key, `/${other.id}`)).body.key;
    expect((await remove(key, other.id)).status).toBe(204);
    expect((await get(key, '')).body.data).toMatchObject([{ id: other.id, revoked_at }, {}]);
    const actions = (await audits(other.id)).map(({ action }) => action);
    expect(actions).toEqual(['key.created', 'key.revoked']);
  });

  test('may be the last one that may make keys', async () => {
    const key = await newKey();
    expect((await remove(key, key.keyId)).status).toBe(204);
    await endsSoon(key);
  });

  test('never becomes valid again, whoever writes', async () => {
    const key = await newKey();
    await revokeKey(api.database.owner, { keyId: key.keyId, actorId: 'test' });
    const revive = 'update api_keys set revoked_at = null where key_id = $1';
    await expect(api.database.sql(revive, [key.keyId])).rejects.toThrow('stays revoked');
  });
});

describe('keys of others', () => {
  test('of another operator, world or fleet are 404, as are ids that nothing has', async () => {
    const key = await newKey({ fleetId: 'north' });
    const { operatorId } = key;
    const others = [
      await newKey(),
      await newKey({ operatorId, mode: 'test', fleetId: 'north' }),
      await newKey({ operatorId, fleetId: 'south' }),
      await newKey({ operatorId }),
    ];
    const ids = others.map(({ keyId }) => keyId);
    for (const id of [...ids, `key_${'0'.repeat(32)}`, 'key_1', key.operatorId, "'"]) {
      const path = encodeURIComponent(id);
      const answers = [
        await get(key, `/${path}`),
        await rotate(key, path),
        await remove(key, path),
      ];
      expect(
        answers.map(({ status }) => status),
        id,
      ).toEqual([404, 404, 404]);
    }
    for (const other of others) expect(await statusOf(other)).toBe(200);
  });

  test('are not listed: of a fleet only its own, of an operator those of one world', async () => {
    const key = await newKey();
    const { operatorId } = key;
    const fleet = await newKey({ operatorId, fleetId: 'north' });
    const sandbox = await newKey({ operatorId, mode: 'test' });
    const idsFor = async (as: { secret: string }) =>
      (await get(as, '')).body.data.map(({ id }: { id: string }) => id);
    expect(await idsFor(key)).toEqual([fleet.keyId, key.keyId]);
    expect(await idsFor(fleet)).toEqual([fleet.keyId]);
    expect(await idsFor(sandbox)).toEqual([sandbox.keyId]);
  });

  test('are listed page by page, each key once', async () => {
    const key = await newKey();
    const ids = [key.keyId];
    for (let i = 0; i < 4; i++) ids.unshift((await made(key)).id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: object = { limit: 2, ...(cursor && { cursor }) };
      const { body } = await get(key, '', query);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(ids);
    expect((await get(key, '', { cursor: 'x' })).status).toBe(400);
  });
});

describe('at the same moment', () => {
  test('a key that is being revoked makes, rotates and revokes none', async () => {
    for (const act of [
      (key: { secret: string }) => post(key, '', { name: 'late', scopes: ['lots:read'] }),
      (key: { secret: string }, id: string) => rotate(key, id),
      (key: { secret: string }, id: string) => remove(key, id),
      (key: { secret: string; keyId?: string }) => rotate(key, key.keyId ?? ''),
    ]) {
      const key = await newKey();
      const other = await made(key);
      const revoke = (connection: Parameters<typeof revokeKey>[0]) =>
        revokeKey(connection, { keyId: key.keyId, actorId: 'test' });
      const answer = await meanwhile(api.database, revoke, () => act(key, other.id));
      expect(answer).toMatchObject({ status: 401 });
      expect(await countOf(key.operatorId)).toBe(2);
      expect(await statusOf(other)).toBe(200);
    }
  });

  test('a key is counted that another key is making, though it is not there yet', async () => {
    const one = await newKey();
    const { operatorId } = one;
    await addKeys(operatorId, KEYS_MAX - 2);
    const other = { operatorId, name: 'first', mode: 'live', scopes: ['lots:read'] } as const;
    const make = async (connection: Querier) => {
      await connection.query('api_keys_count', { operatorId });
      await createKey(connection, { ...other, actorId: 'test' });
    };
    const asked = { name: 'second', scopes: ['lots:read'] };
    expect(await meanwhile(api.database, make, () => post(one, '', asked))).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'key_limit' } } },
    });
  });

  test('two keys that rotate each other do not deadlock, and one of them succeeds', async () => {
    for (let i = 0; i < 5; i++) {
      const one = await newKey();
      const two = await newKey({ operatorId: one.operatorId });
      const answers = await Promise.all([rotate(one, two.keyId), rotate(two, one.keyId)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401]);
    }
  });

  test('of many rotations of one key, by itself and by others, one succeeds', async () => {
    const one = await newKey();
    const two = await newKey({ operatorId: one.operatorId });
    const calls = Array.from({ length: 6 }, (_, i) => rotate(i % 2 ? one : two, one.keyId));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.every((status) => [201, 401, 409].includes(status))).toBe(true);
  });
});

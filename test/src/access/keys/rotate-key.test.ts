import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey, type NewKey } from '../../../../src/access/keys/create-key.ts';
import { findKeys } from '../../../../src/access/keys/find-keys.ts';
import { listKeys } from '../../../../src/access/keys/list-keys.ts';
import { revokeKey } from '../../../../src/access/keys/revoke-key.ts';
import { rotateKey } from '../../../../src/access/keys/rotate-key.ts';
import { hashSecret } from '../../../../src/access/keys/secret.ts';
import { createOperator } from '../../../../src/access/operators/create-operator.ts';
import { createMeter } from '../../../../src/money/usage/meter.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { expireKey } from '../../../stage/fixtures.ts';
import { faultsOfRecords } from '../../../stage/records.ts';

let database: TestDatabase;
let request: NewKey;
beforeAll(async () => {
  database = await openTestDatabase();
  const { id } = await createOperator(database.owner, { name: 'Op', plan: 'pro', actorId: 'test' });
  request = {
    operatorId: id,
    name: 'till',
    mode: 'live',
    scopes: ['lots:read', 'sessions:write'],
    fleetId: 'fleet-7',
    agentPlatform: 'openai',
    rateLimits: { write: 500, read: 700 },
    spendCapCents: 1_000,
    expiresAt: new Date(Date.now() + 3_600_000),
    actorId: 'test',
  };
});
afterAll(() => database.drop());

const make = (more: Partial<NewKey> = {}) => createKey(database.owner, { ...request, ...more });
const rotate = (keyId: string) => rotateKey(database.owner, { keyId, actorId: 'test' });
async function holderOf(secret: string) {
  const secretSha256 = hashSecret(secret);
  return (await findKeys(database.owner, [secretSha256])).get(secretSha256);
}
const audits = (keyId: string) =>
  database.sql<{ action: string; operator_id: string; livemode: boolean; diff: { after: object } }>(
    `select action, actor_id, operator_id, livemode, diff from audit_log where entity_id = $1
     order by audit_id`,
    [keyId],
  );

test.each(['live', 'test'] as const)(
  'the new %s key has all rights of the old one, and the old one has none',
  async (mode) => {
    const old = await make({ mode });
    const made = await rotate(old.key.id);
    const { id, last4, createdAt } = made.key;
    expect(made.key).toEqual({ ...old.key, id, last4, createdAt });
    expect(made.secret).toMatch(new RegExp(`^pk_${mode}_[A-Za-z0-9_-]{43}$`));
    expect(made.secret.slice(-4)).toBe(last4);
    expect(made.secret).not.toBe(old.secret);
    expect(await holderOf(old.secret)).toBeUndefined();
    expect((await holderOf(made.secret))?.id).toBe(id);
  },
);

test('both keys have their audit rows, which name each other and no secret', async () => {
  const old = await make();
  const made = await rotate(old.key.id);
  const row = { actor_id: 'test', operator_id: request.operatorId, livemode: true };
  const [created, revoked] = await audits(old.key.id);
  expect(revoked).toMatchObject({
    ...row,
    action: 'key.revoked',
    diff: { after: { rotated_to: made.key.id } },
  });
  const after = { ...created?.diff.after, last4: made.key.last4 };
  expect(await audits(made.key.id)).toEqual([
    {
      ...row,
      action: 'key.created',
      diff: { before: null, after: { ...after, rotated_from: old.key.id } },
    },
  ]);
  const texts = JSON.stringify([await audits(old.key.id), await audits(made.key.id)]);
  expect(texts).not.toContain(made.secret.slice(8, 30));
});

test('of many concurrent rotations of a key one succeeds', async () => {
  const old = await make({ name: 'at once' });
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => rotate(old.key.id)));
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refusals.map(({ details }) => details.reason)).toEqual(Array(5).fill('key_over'));
  const keys = await listKeys(database.owner, request.operatorId);
  expect(keys.filter(({ name }) => name === 'at once')).toHaveLength(2);
});

test('a key that was revoked, has expired or is unknown cannot be rotated', async () => {
  const [revoked, expired] = [await make(), await make()];
  await revokeKey(database.owner, { keyId: revoked.key.id, actorId: 'test' });
  await expireKey(database, expired.key.id, new Date(Date.now() - 1_000));
  const count = 'select count(*)::int as count from api_keys';
  const before = await database.sql(count);
  for (const { key } of [revoked, expired])
    await expect(rotate(key.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'key_over' },
    });
  await expect(rotate('key_nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await database.sql(count)).toEqual(before);
});

test('what the old keys spent in this month counts against the cap of the new one', async () => {
  const meter = createMeter(database.db, pino({ level: 'silent' }));
  let last = 0;
  const buy = async (secret: string, costCents: number) => {
    const caller = await holderOf(secret);
    if (caller === undefined) throw new Error('no such key');
    const call = { endpoint: '/x', requestId: `req_${++last}` };
    return meter.charge({ caller, costCents, ...call });
  };
  const first = await make();
  await buy(first.secret, 400);
  const second = await rotate(first.key.id);
  await buy(second.secret, 400);
  const third = await rotate(second.key.id);
  await expect(buy(third.secret, 201)).rejects.toMatchObject({
    details: { reason: 'spend_cap_reached' },
  });
  await buy(third.secret, 200);
  await meter.close();
});

test('its events and audit rows have the shapes that their types declare', async () => {
  expect(await faultsOfRecords(database.sql)).toEqual([]);
});

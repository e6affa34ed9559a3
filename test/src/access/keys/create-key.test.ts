import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey, type NewKey } from '../../../../src/access/keys/create-key.ts';
import { revokeKey } from '../../../../src/access/keys/revoke-key.ts';
import { createOperator } from '../../../../src/access/operators/create-operator.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';

let database: TestDatabase;
let request: NewKey;
beforeAll(async () => {
  database = await openTestDatabase();
  const operator = await createOperator(database.owner, {
    name: 'Op',
    plan: 'pro',
    actorId: 'test',
  });
  request = {
    operatorId: operator.id,
    name: 'till',
    mode: 'live',
    scopes: ['lots:read', 'lots:read', 'sessions:write'],
    actorId: 'test',
  };
});
afterAll(() => database.drop());

test.each(['live', 'test'] as const)('a %s key has its world in its prefix', async (mode) => {
  const { key, secret } = await createKey(database.owner, { ...request, mode });
  expect(secret).toMatch(new RegExp(`^pk_${mode}_[A-Za-z0-9_-]{43}$`));
  expect(key).toMatchObject({ mode, prefix: `pk_${mode}_`, last4: secret.slice(-4) });
});

test('the secret is stored nowhere: not in the row, not in the audit log, only its SHA-256', async () => {
  const { key, secret } = await createKey(database.owner, request);
  const [stored] = await database.sql<{ secret_sha256: Buffer; text: string }>(
    'select secret_sha256, k::text as text from api_keys k where key_id = $1',
    [key.id],
  );
  expect(stored?.secret_sha256).toEqual(createHash('sha256').update(secret).digest());
  const audit = await database.sql<{ text: string }>('select a::text as text from audit_log a');
  for (const { text } of [...audit, ...(stored ? [stored] : [])])
    expect(text).not.toContain(secret.slice(8));
});

test('a key is made with exactly one audit row that shows its rights', async () => {
  const { key } = await createKey(database.owner, {
    ...request,
    fleetId: 'fleet-7',
    agentPlatform: 'openai',
    rateLimits: { write: 500 },
    spendCapCents: 0,
    expiresAt: new Date('2030-01-01T00:00:00.000Z'),
  });
  const rows = await database.sql<{ diff: { after: object } }>(
    `select diff from audit_log where entity_id = $1 and action = 'key.created'`,
    [key.id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.diff.after).toEqual({
    operator_id: request.operatorId,
    name: 'till',
    prefix: 'pk_live_',
    last4: key.last4,
    mode: 'live',
    scopes: ['lots:read', 'sessions:write'],
    fleet_id: 'fleet-7',
    agent_platform: 'openai',
    rate_limits: { write: 500 },
    spend_cap_cents: 0,
    expires_at: '2030-01-01T00:00:00.000Z',
  });
});

test.each<[string, Partial<NewKey>]>([
  ['name', { name: '' }],
  ['scopes', { scopes: [] }],
  ['scopes', { scopes: ['lots:read', 'everything'] }],
  ['fleet_id', { fleetId: '' }],
  ['spend_cap_cents', { spendCapCents: -1 }],
  ['spend_cap_cents', { spendCapCents: 0.5 }],
  ['spend_cap_cents', { spendCapCents: 100_000_000_001 }],
  ['spend_cap_cents', { spendCapCents: 1e308 }],
  ['spend_cap_cents', { spendCapCents: Number.NaN }],
  ['expires_at', { expiresAt: new Date(Date.now() - 60_000) }],
  ['expires_at', { expiresAt: new Date('1960-01-01T00:00:00Z') }],
  ['expires_at', { expiresAt: new Date('2200-01-01T00:00:00Z') }],
  ['expires_at', { expiresAt: new Date(Number.NaN) }],
  ['rate_limits.parties', { rateLimits: { parties: 1_000 } }],
  ['rate_limits.write', { rateLimits: { write: 0 } }],
  ['rate_limits.constructor', { rateLimits: { constructor: 1_000 } }],
])('a bad %s is refused by name and nothing is written', async (field, change) => {
  const count = 'select count(*)::int as count from audit_log';
  const before = await database.sql(count);
  await expect(createKey(database.owner, { ...request, ...change })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: [{ field }],
  });
  expect(await database.sql(count)).toEqual(before);
});

test('a key for an unknown operator is NOT_FOUND', async () => {
  await expect(
    createKey(database.owner, { ...request, operatorId: 'op_nobody' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('revoking twice keeps the first instant and writes one audit row', async () => {
  const { key } = await createKey(database.owner, request);
  const first = await revokeKey(database.owner, { keyId: key.id, actorId: 'test' });
  const second = await revokeKey(database.owner, { keyId: key.id, actorId: 'test' });
  expect(second).toEqual(first);
  const rows = await database.sql(
    `select 1 from audit_log where entity_id = $1 and action = 'key.revoked'`,
    [key.id],
  );
  expect(rows).toHaveLength(1);
});

test('revoking an unknown key is NOT_FOUND', async () => {
  const revoking = revokeKey(database.owner, { keyId: 'key_nobody', actorId: 'test' });
  await expect(revoking).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

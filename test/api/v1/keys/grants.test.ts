import { afterAll, describe, expect, test } from 'vitest';
import { KEY_BUDGETS, type KeyBudget } from '../../../../src/access/principals/rate-limits.ts';
import { SCOPES } from '../../../../src/access/principals/scopes.ts';
import { createRandom, seedOfRun } from '../../../stage/random.ts';
import type { NewTestKey } from '../../client.ts';
import { fieldsOf } from '../../stage.ts';
import { BUDGETS, openKeys } from './operator.ts';

const { api, newKey, post, get, rotate, remove } = await openKeys();
afterAll(() => api.stop());

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const SOON = at(1);
const LATER = at(2);
const MANY: NewTestKey = { scopes: ['lots:read', 'sessions:write', 'keys:write'] };
const without = (scope: string) => SCOPES.filter((one) => one !== scope);

/** What the call gets: the fields that a 403 or 400 names, or what the new key has. */
type Outcome = { 403: string[] } | { 400: string[] } | { 201: object };
type Row = [what: string, maker: NewTestKey, asked: object, outcome: Outcome];

const ROWS: Row[] = [
  ['the scopes of the key', MANY, { scopes: [...(MANY.scopes ?? [])] }, { 201: {} }],
  ['fewer scopes', MANY, { scopes: ['sessions:write'] }, { 201: { scopes: ['sessions:write'] } }],
  ['a scope that the key lacks', MANY, { scopes: ['lots:write'] }, { 403: ['scopes'] }],
  [
    'one more scope than the key has',
    MANY,
    { scopes: [...(MANY.scopes ?? []), 'intelligence'] },
    { 403: ['scopes'] },
  ],
  [
    'the writing scope of what it reads',
    MANY,
    { scopes: ['reservations:write'] },
    { 403: ['scopes'] },
  ],
  ['no scope', {}, { scopes: [] }, { 400: ['scopes'] }],
  ['all scopes as a star', {}, { scopes: ['*'] }, { 400: ['scopes.0'] }],
  ['scopes as text', {}, { scopes: 'lots:read' }, { 400: ['scopes'] }],
  ['one scope twice', {}, { scopes: ['lots:read', 'lots:read'] }, { 400: ['scopes'] }],
  ['a scope in capitals', {}, { scopes: ['LOTS:READ'] }, { 400: ['scopes.0'] }],
  ['the world of the key', { mode: 'test' }, { mode: 'test' }, { 201: { mode: 'test' } }],
  ['no world', { mode: 'test' }, {}, { 201: { mode: 'test', prefix: 'pk_test_' } }],
  ['the live world with a test key', { mode: 'test' }, { mode: 'live' }, { 403: ['mode'] }],
  ['the test world with a live key', {}, { mode: 'test' }, { 403: ['mode'] }],
  ['a fleet', {}, { fleet_id: 'north' }, { 201: { fleet_id: 'north' } }],
  ['its own fleet', { fleetId: 'north' }, { fleet_id: 'north' }, { 201: { fleet_id: 'north' } }],
  ['no fleet', { fleetId: 'north' }, {}, { 201: { fleet_id: 'north' } }],
  ['null for the fleet', { fleetId: 'north' }, { fleet_id: null }, { 201: { fleet_id: 'north' } }],
  ['an empty fleet', { fleetId: 'north' }, { fleet_id: '' }, { 400: ['fleet_id'] }],
  ['another fleet', { fleetId: 'north' }, { fleet_id: 'south' }, { 403: ['fleet_id'] }],
  ['its fleet in capitals', { fleetId: 'north' }, { fleet_id: 'North' }, { 403: ['fleet_id'] }],
  ['a platform', {}, { agent_platform: 'a' }, { 201: { agent_platform: 'a' } }],
  ['no platform', { agentPlatform: 'a' }, {}, { 201: { agent_platform: 'a' } }],
  [
    'another platform',
    { agentPlatform: 'a' },
    { agent_platform: 'b' },
    { 403: ['agent_platform'] },
  ],
  ['no end', { expiresAt: SOON }, {}, { 201: { expires_at: SOON.toISOString() } }],
  [
    'null for the end',
    { expiresAt: SOON },
    { expires_at: null },
    { 201: { expires_at: SOON.toISOString() } },
  ],
  [
    'its own end',
    { expiresAt: SOON },
    { expires_at: SOON },
    { 201: { expires_at: SOON.toISOString() } },
  ],
  ['a later end', { expiresAt: SOON }, { expires_at: LATER }, { 403: ['expires_at'] }],
  [
    'an earlier end',
    { expiresAt: LATER },
    { expires_at: SOON },
    { 201: { expires_at: SOON.toISOString() } },
  ],
  ['any end with a key without one', {}, { expires_at: LATER }, { 201: {} }],
  ['an end in the past', {}, { expires_at: at(-1) }, { 400: ['expires_at'] }],
  ['no cap', { spendCapCents: 500 }, {}, { 201: { spend_cap_cents: 500 } }],
  [
    'null for the cap',
    { spendCapCents: 500 },
    { spend_cap_cents: null },
    { 201: { spend_cap_cents: 500 } },
  ],
  ['a lower cap', { spendCapCents: 500 }, { spend_cap_cents: 0 }, { 201: { spend_cap_cents: 0 } }],
  ['a cent more', { spendCapCents: 500 }, { spend_cap_cents: 501 }, { 403: ['spend_cap_cents'] }],
  ['a cap of zero with a cap of zero', { spendCapCents: 0 }, {}, { 201: { spend_cap_cents: 0 } }],
  ['a negative cap', {}, { spend_cap_cents: -1 }, { 400: ['spend_cap_cents'] }],
  [
    'intelligence, with a cap',
    { spendCapCents: 500 },
    { scopes: ['intelligence'] },
    { 403: ['scopes'] },
  ],
  [
    'intelligence with a cap of zero, with a cap',
    { spendCapCents: 500 },
    { scopes: ['intelligence'], spend_cap_cents: 0 },
    { 403: ['scopes'] },
  ],
  [
    'a cap with intelligence, without a cap',
    {},
    { scopes: ['intelligence'], spend_cap_cents: 5 },
    { 201: { spend_cap_cents: 5 } },
  ],
  ['no limits, with higher ones', { rateLimits: { read: 900 } }, {}, { 201: { rate_limits: {} } }],
  [
    'no limits, with lower ones',
    { rateLimits: { read: 9 } },
    {},
    { 201: { rate_limits: { read: 9 } } },
  ],
  [
    'its own higher limit',
    { rateLimits: { read: 900 } },
    { rate_limits: { read: 900 } },
    { 201: { rate_limits: { read: 900 } } },
  ],
  ['a lower limit', {}, { rate_limits: { write: 1 } }, { 201: { rate_limits: { write: 1 } } }],
  ['a higher limit', {}, { rate_limits: { read: 601 } }, { 403: ['rate_limits.read'] }],
  [
    'the usual limit, with a lower one',
    { rateLimits: { read: 9 } },
    { rate_limits: { read: 600 } },
    { 403: ['rate_limits.read'] },
  ],
  [
    'limits that only other callers draw from',
    {},
    { rate_limits: { sandbox: 31, fleet: 61, agent_call: 241 } },
    { 403: ['rate_limits.agent_call', 'rate_limits.sandbox', 'rate_limits.fleet'] },
  ],
  [
    'no limits, with more or fewer calls for each end user',
    { rateLimits: { end_user: 50, read: 900 } },
    {},
    { 201: { rate_limits: { end_user: 50 } } },
  ],
  ['a limit of zero', {}, { rate_limits: { read: 0 } }, { 400: ['rate_limits.read'] }],
  ['half a call', {}, { rate_limits: { read: 1.5 } }, { 400: ['rate_limits.read'] }],
  ['an unknown budget', {}, { rate_limits: { fun: 1 } }, { 400: ['rate_limits.fun'] }],
  [
    'a limit of end users, which would give each one more calls',
    {},
    { rate_limits: { end_user: 19 } },
    { 400: ['rate_limits.end_user'] },
  ],
  ['another operator', {}, { operator_id: 'op_1' }, { 400: ['operator_id'] }],
  ['a blank name', {}, { name: ' ' }, { 400: ['name'] }],
  [
    'too much of everything',
    {
      fleetId: 'north',
      agentPlatform: 'a',
      expiresAt: SOON,
      spendCapCents: 1,
      scopes: without('audit:read'),
    },
    {
      scopes: ['audit:read'],
      fleet_id: 'south',
      agent_platform: 'b',
      expires_at: LATER,
      spend_cap_cents: 2,
      rate_limits: { read: 601 },
    },
    {
      403: [
        ...['scopes', 'fleet_id', 'agent_platform', 'expires_at', 'spend_cap_cents'],
        'rate_limits.read',
      ],
    },
  ],
];

describe('a key that asks for', () => {
  test.each(ROWS)('%s', async (_what, maker, asked, outcome) => {
    const key = await api.createKey(maker);
    const answer = await post(key, '', { name: 'till', scopes: ['lots:read'], ...asked });
    const [[status, expected] = []] = Object.entries(outcome);
    expect(String(answer.status), answer.text).toBe(status);
    if (status === '201') expect(answer.body.key).toMatchObject(expected as object);
    else expect(fieldsOf(answer)).toEqual(expected);
    expect((await get(key, '')).body.data).toHaveLength(status === '201' ? 2 : 1);
  });
});

describe('a key manages no key that it could not have made', () => {
  const BETTER: [string, NewTestKey, NewTestKey][] = [
    ['scopes', MANY, { scopes: ['lots:write'] }],
    ['agent_platform', { agentPlatform: 'a' }, { agentPlatform: 'b' }],
    ['agent_platform', { agentPlatform: 'a' }, {}],
    ['expires_at', { expiresAt: SOON }, { expiresAt: LATER }],
    ['expires_at', { expiresAt: SOON }, {}],
    ['spend_cap_cents', { spendCapCents: 5 }, { scopes: ['lots:read'] }],
    ['spend_cap_cents', { spendCapCents: 5 }, { scopes: ['lots:read'], spendCapCents: 6 }],
    ['scopes', { spendCapCents: 5 }, { scopes: ['intelligence'], spendCapCents: 5 }],
    ['rate_limits.read', { rateLimits: { read: 599 } }, {}],
    ['rate_limits.read', {}, { rateLimits: { read: 601 } }],
    ['rate_limits.end_user', {}, { rateLimits: { end_user: 21 } }],
  ];

  test.each(BETTER)('%s: %o rotates and revokes no %o', async (field, maker, better) => {
    const key = await api.createKey(maker);
    const other = await api.createKey({ operatorId: key.operatorId, ...better });
    for (const answer of [await rotate(key, other.keyId), await remove(key, other.keyId)]) {
      expect(answer.status, answer.text).toBe(403);
      expect(fieldsOf(answer)).toContain(field);
    }
    expect((await get(key, `/${other.keyId}`)).body.key.revoked_at).toBeNull();
  });

  test('but every key rotates itself, whatever it has', async () => {
    const limits = { ...BUDGETS, end_user: 50 };
    const key = await newKey({
      spendCapCents: 5,
      expiresAt: SOON,
      fleetId: 'north',
      rateLimits: limits,
    });
    const { status, body } = await rotate(key, key.keyId);
    expect([status, body.key.rate_limits]).toEqual([201, limits]);
    expect(body.key).toMatchObject({ spend_cap_cents: 5, fleet_id: 'north' });
  });
});

test('down any line of keys that make keys, none may do more than the first', async () => {
  const seed = seedOfRun();
  const { next, integer, pick } = createRandom(seed);
  const first = await newKey({ expiresAt: LATER, spendCapCents: 100, fleetId: 'north' });
  const keys: { secret: string }[] = [first];
  let refusedCount = 0;
  for (let i = 0; i < 60; i++) {
    const scopes = [...new Set(['keys:write', pick(SCOPES), pick(SCOPES)])];
    const budget = pick(
      Object.keys(KEY_BUDGETS).filter((name) => name !== 'end_user'),
    ) as KeyBudget;
    const asked = {
      name: 'till',
      scopes,
      ...(next() < 0.3 && { expires_at: at(integer(1, 3)) }),
      ...(next() < 0.3 && { spend_cap_cents: integer(0, 150) }),
      ...(next() < 0.3 && { fleet_id: pick(['north', 'south']) }),
      ...(next() < 0.3 && { rate_limits: { [budget]: integer(1, 700) } }),
      ...(next() < 0.2 && { agent_platform: pick(['a', 'b']) }),
    };
    const { status, body, text } = await post(pick(keys), '', asked);
    expect([201, 403], `seed ${seed}: ${text}`).toContain(status);
    if (status === 403) {
      refusedCount += 1;
      continue;
    }
    const { key, secret } = body;
    keys.push({ secret });
    const told = `seed ${seed}: ${text}`;
    expect(key.scopes, told).not.toContain('intelligence');
    expect(key.fleet_id, told).toBe('north');
    expect(key.spend_cap_cents, told).toBeLessThanOrEqual(100);
    expect(new Date(key.expires_at).getTime(), told).toBeLessThanOrEqual(LATER.getTime());
    for (const [name, usual] of Object.entries({ ...KEY_BUDGETS, ...BUDGETS }))
      expect(key.rate_limits[name] ?? 0, told).toBeLessThanOrEqual(usual);
  }
  expect(refusedCount).toBeGreaterThan(0);
  expect(keys.length).toBeGreaterThan(1);
});

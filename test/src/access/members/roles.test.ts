import { expect, test } from 'vitest';
import { memberGrant } from '../../../../src/access/keys/grants.ts';
import { checkRole } from '../../../../src/access/members/check-role.ts';
import { ROLES, SCOPES_OF_ROLE } from '../../../../src/access/principals/roles.ts';
import { SCOPES } from '../../../../src/access/principals/scopes.ts';

/** Whom each may make, change and remove. */
const MAY = {
  owner: ['owner', 'manager', 'viewer'],
  manager: ['manager', 'viewer'],
  viewer: ['viewer'],
};
const PAIRS = ROLES.flatMap((maker) => ROLES.map((made) => ({ maker, made })));

test.each(PAIRS)('$maker and $made: nobody hands on more than it has', ({ maker, made }) => {
  const check = () => checkRole(memberGrant(maker), made);
  if (MAY[maker].includes(made)) check();
  else expect(check).toThrow(`role: ${made} is more than you may do`);
});

test('an owner may do everything, a viewer only read, and neither buys for others', () => {
  expect(SCOPES_OF_ROLE.owner).toEqual(SCOPES);
  expect(SCOPES_OF_ROLE.viewer).toEqual([
    ...['lots:read', 'sessions:read', 'reservations:read', 'webhooks:read', 'payouts:read'],
    ...['audit:read', 'members:read'],
  ]);
  const withheld = SCOPES.filter((scope) => !SCOPES_OF_ROLE.manager.includes(scope));
  expect(withheld).toEqual([
    ...['plan:write', 'keys:write', 'members:write', 'privacy:write', 'server:read'],
  ]);
});

test.each([
  [{ spendCapCents: 100 }],
  [{ expiresAt: new Date('2030-01-01') }],
  [{ fleetId: 'fleet_1' }],
  [{ agentPlatform: 'openai' }],
  [{ mandate: { mandateId: 'man_1' } }],
  [{ rateLimits: { write: 1 } }],
])('a key with a limit makes no member, who has none: %j', (limit) => {
  expect(() => checkRole({ ...memberGrant('owner'), ...limit }, 'viewer')).toThrow(/^role: /);
});

import { revokeKey } from '../../../src/access/keys/revoke-key.ts';
import { rotateKey } from '../../../src/access/keys/rotate-key.ts';
import type { KeyMode } from '../../../src/access/keys/secret.ts';
import type { Plan } from '../../../src/access/plans/platform-fee.ts';
import { SCOPES, type Scope } from '../../../src/access/principals/scopes.ts';
import type { NewTestKey, TestApi } from '../../api/client.ts';

const PLANS: readonly Plan[] = ['free', 'starter', 'pro', 'enterprise'];

/** The fleet of the stays, holds and dispatches in the calls. */
export const FLEET = 'fleet-7';

/** Scopes that a key may lack: each alone, and sets where an operation requires any one. */
const LACKING: readonly (readonly Scope[])[] = [
  ...SCOPES.map((scope) => [scope]),
  ['reservations:read', 'reservations:write'],
  ['reservations:read', 'fleet:write'],
  ['payouts:read', 'plan:write'],
];

/** The sender of a call; `worth` says what a valid key may see. */
export type Who = {
  name: string;
  key: string | undefined;
  worth?: {
    isOwner: boolean;
    mode: KeyMode;
    plan: Plan;
    fleet: string | null;
    lacks?: readonly Scope[];
  };
};

/** Every kind of caller, relative to the things of one operator in one of the two worlds. */
export async function everyCaller(api: TestApi, operatorId: string, mode: KeyMode): Promise<Who[]> {
  const otherMode = mode === 'live' ? 'test' : 'live';
  const stranger = await api.createKey({ mode });
  const bare = stranger.secret.slice(`pk_${mode}_`.length);
  const newKey = async (more: NewTestKey = {}) => api.createKey({ operatorId, mode, ...more });

  async function good(
    name: string,
    more: NewTestKey & { lacks?: readonly Scope[] } = {},
    owner = operatorId,
  ): Promise<Who> {
    const { lacks, ...asked } = more;
    const scopes = SCOPES.filter((scope) => !lacks?.includes(scope));
    const { secret } = await newKey({ operatorId: owner, scopes, ...asked });
    const worth = {
      isOwner: owner === operatorId,
      mode: more.mode ?? mode,
      plan: more.plan ?? 'pro',
      fleet: more.fleetId ?? null,
      ...(lacks && { lacks }),
    };
    return { name, key: secret, worth };
  }

  const revoked = await newKey();
  await revokeKey(api.database.owner, { keyId: revoked.keyId, actorId: 'test' });
  const expired = await newKey({ expiresAt: new Date(api.app.clock.now() - 1) });
  const rotated = await newKey();
  await rotateKey(api.database.owner, { keyId: rotated.keyId, actorId: 'test' });
  const other = stranger.operatorId;
  return Promise.all([
    { name: 'no key', key: undefined },
    { name: 'an unknown key', key: `pk_${mode}_${'A'.repeat(43)}` },
    { name: 'a malformed key', key: `pk_${mode}_short` },
    { name: 'a key with one character more', key: `${stranger.secret}A` },
    { name: 'a key of the other world by its prefix', key: `pk_${otherMode}_${bare}` },
    { name: 'a revoked key', key: revoked.secret },
    { name: 'a rotated key', key: rotated.secret },
    { name: 'an expired key', key: expired.secret },
    good('another operator', {}, other),
    good('another operator, with a fleet of the same name', { fleetId: FLEET }, other),
    good('another operator, in the other world', { mode: otherMode }, other),
    good('another fleet of the operator', { fleetId: 'fleet-8' }),
    good('the operator in the other world', { mode: otherMode }),
    good('the fleet in the other world', { mode: otherMode, fleetId: FLEET }),
    ...LACKING.map((lacks) => good(`the operator without ${lacks}`, { lacks })),
    ...PLANS.map(async (plan) => {
      const { operatorId: owner } = await api.createKey({ plan });
      return good(`an operator on the plan ${plan}`, { plan }, owner);
    }),
    good('the fleet', { fleetId: FLEET }),
    good('the operator'),
  ]);
}

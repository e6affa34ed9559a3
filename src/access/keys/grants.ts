import { AppError, type FieldProblem } from '../../kit/errors.ts';
import type { MandateRules, SharedMandate } from '../mandates/mandate.ts';
import {
  BUDGET_NAMES,
  KEY_BUDGETS,
  type KeyBudget,
  type RateLimits,
} from '../principals/rate-limits.ts';
import { type Role, SCOPES_OF_ROLE } from '../principals/roles.ts';
import type { Scope } from '../principals/scopes.ts';

/** What a key may do, as far as one key hands it on to another. */
export type Grant = {
  scopes: readonly Scope[];
  fleetId: string | null;
  agentPlatform: string | null;
  rateLimits: RateLimits;
  spendCapCents: number | null;
  expiresAt: Date | null;
  /** Rules are those of a mandate that is still to be made. */
  mandate: MandateRules | SharedMandate | null;
};

/** What a member may hand on: it has no limits but the scopes of its role. */
export function memberGrant(role: Role): Grant {
  return {
    scopes: SCOPES_OF_ROLE[role],
    ...{ fleetId: null, agentPlatform: null, rateLimits: {}, spendCapCents: null },
    ...{ expiresAt: null, mandate: null },
  };
}

/** What is asked for a new key; what is left out is as with the key that makes it. */
export type AskedGrant = Pick<Grant, 'scopes'> & Partial<Omit<Grant, 'scopes'>>;

type Rule = {
  field: string;
  /** Whether `maker` may not make a key with the grant `made`. */
  isBroken(maker: Grant, made: Grant): boolean;
  reason(maker: Grant, made: Grant): string;
};

/** Nothing else limits what a key may hand on: a new kind of right needs a rule here. */
const RULES: readonly Rule[] = [
  {
    field: 'scopes',
    isBroken: (maker, made) => lacked(maker, made).length > 0,
    reason: (maker, made) => `your key lacks ${lacked(maker, made).join(', ')}`,
  },
  {
    // Each key has a cap of its own, so many of them could together spend more than the maker may.
    field: 'scopes',
    isBroken: (maker, made) => maker.spendCapCents !== null && made.scopes.includes('intelligence'),
    reason: () => 'a key with a spend cap cannot grant intelligence',
  },
  {
    field: 'fleet_id',
    isBroken: (maker, made) => maker.fleetId !== null && made.fleetId !== maker.fleetId,
    reason: ({ fleetId }) => `your key is of the fleet ${fleetId}, and so are those that it makes`,
  },
  {
    field: 'agent_platform',
    isBroken: (maker, made) =>
      maker.agentPlatform !== null && made.agentPlatform !== maker.agentPlatform,
    reason: ({ agentPlatform }) =>
      `your key is of the platform ${agentPlatform}, and so are those that it makes`,
  },
  {
    field: 'expires_at',
    isBroken: (maker, made) =>
      maker.expiresAt !== null && (made.expiresAt === null || made.expiresAt > maker.expiresAt),
    reason: ({ expiresAt }) => `must not be after your key expires, ${expiresAt?.toISOString()}`,
  },
  {
    field: 'spend_cap_cents',
    isBroken: (maker, made) =>
      maker.spendCapCents !== null &&
      (made.spendCapCents === null || made.spendCapCents > maker.spendCapCents),
    reason: ({ spendCapCents }) => `must be at most that of your key, ${spendCapCents}`,
  },
  {
    field: 'mandate',
    isBroken: (maker, made) =>
      maker.mandate !== null && mandateIdOf(made.mandate) !== mandateIdOf(maker.mandate),
    reason: () => 'your key has a mandate, and the keys that it makes have the same one',
  },
  ...BUDGET_NAMES.map((name) => ({
    field: `rate_limits.${name}`,
    isBroken: (maker: Grant, made: Grant) => limitOf(made, name) > limitOf(maker, name),
    reason: (maker: Grant) =>
      `must be at most that of your key, ${limitOf(maker, name)} per minute`,
  })),
];

/**
 * Refuses a key that this one could not have made, whether it is to be made, rotated or revoked:
 * FORBIDDEN naming each field that stands against it.
 */
export function checkGrant(maker: Grant, made: Grant): void {
  const problems = grantProblems(maker, made);
  if (problems.length === 0) return;
  const message = problems.map(({ field, reason }) => `${field}: ${reason}`).join('; ');
  throw new AppError('FORBIDDEN', message, { details: problems });
}

/** What of a grant its maker may not hand on; nothing where it may hand on all. */
export function grantProblems(maker: Grant, made: Grant): FieldProblem[] {
  return RULES.filter((rule) => rule.isBroken(maker, made)).map(({ field, reason }) => ({
    field,
    reason: reason(maker, made),
  }));
}

/**
 * The whole grant of a new key. What was not asked for is as with its maker; a rate limit is the
 * usual one if that is lower.
 */
export function completeGrant(maker: Grant, asked: AskedGrant): Grant {
  const rateLimits = BUDGET_NAMES.map((name): [KeyBudget, number] => [
    name,
    asked.rateLimits?.[name] ?? usualLimit(maker, name),
  ]);
  return {
    scopes: asked.scopes,
    fleetId: asked.fleetId ?? maker.fleetId,
    agentPlatform: asked.agentPlatform ?? maker.agentPlatform,
    rateLimits: Object.fromEntries(
      rateLimits.filter(([name, figure]) => figure !== KEY_BUDGETS[name]),
    ),
    spendCapCents: asked.spendCapCents ?? maker.spendCapCents,
    expiresAt: asked.expiresAt ?? maker.expiresAt,
    mandate: asked.mandate ?? maker.mandate,
  };
}

/**
 * Keys with the same limit for end users share a budget for each end user. With another limit than
 * its maker a key would give each of them more calls.
 */
function usualLimit(maker: Grant, name: KeyBudget): number {
  const limit = limitOf(maker, name);
  return name === 'end_user' ? limit : Math.min(KEY_BUDGETS[name], limit);
}

const lacked = (maker: Grant, made: Grant) =>
  made.scopes.filter((scope) => !maker.scopes.includes(scope));

const mandateIdOf = (mandate: Grant['mandate']) =>
  mandate !== null && 'mandateId' in mandate ? mandate.mandateId : undefined;

const limitOf = ({ rateLimits }: Grant, name: KeyBudget) => rateLimits[name] ?? KEY_BUDGETS[name];

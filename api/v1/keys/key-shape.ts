import { type Static, Type } from 'typebox';
import type { KeyRecord } from '../../../src/access/keys/create-key.ts';
import { toMandate } from '../../../src/access/mandates/mandate.ts';
import {
  BUDGET_NAMES,
  type KeyBudget,
  type RateLimits,
} from '../../../src/access/principals/rate-limits.ts';
import { SCOPES } from '../../../src/access/principals/scopes.ts';
import { MAY_GROW } from '../../../src/kit/web/document/annotations.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { Instant } from '../../fields/field-types.ts';
import { AgentId, KeyId } from '../../fields/ids.ts';
import { MandateSchema, presentMandate } from '../../fields/mandate-shape.ts';

const CallsPerMinute = Type.Optional(Type.Integer({ minimum: 1, description: 'calls per minute' }));
const RateLimitsSchema = named(
  'RateLimits',
  Object.fromEntries(BUDGET_NAMES.map((name) => [name, CallsPerMinute])) as Record<
    KeyBudget,
    typeof CallsPerMinute
  >,
  { description: 'Only the budgets that differ from the usual ones' },
);

/** What says which key it is and what it may do. */
export const KEY_FIELDS = {
  id: KeyId(),
  name: Type.String(),
  prefix: Type.Enum(['pk_live_', 'pk_test_']),
  last4: Type.String({ description: 'The end of the secret' }),
  mode: Type.Enum(['live', 'test'], { description: 'Which of the two modes it sees' }),
  scopes: Type.Array(Type.Enum([...SCOPES], { [MAY_GROW]: true })),
  fleet_id: nullable(Type.String({ description: 'It sees only what is of this fleet' })),
  agent_platform: nullable(Type.String({ description: 'Its calls are those of an agent of it' })),
  last_used_at: nullable(
    Type.String({ format: 'date-time', description: 'Written every few seconds' }),
  ),
  expires_at: nullable(Instant),
};

export const KeySchema = named('Key', {
  ...KEY_FIELDS,
  agent_id: nullable(AgentId('The agent whose key it is')),
  rate_limits: RateLimitsSchema,
  spend_cap_cents: nullable(
    Type.Integer({ description: 'US cents of priced answers in a calendar month (UTC)' }),
  ),
  mandate: nullable(MandateSchema),
  created_at: Instant,
  revoked_at: nullable(Instant),
});

export type KeyShape = Static<typeof KeySchema>;

/** The part of a key that KEY_FIELDS describes. */
export function toKeyFields(key: KeyRecord) {
  const { id, name, prefix, last4, mode, scopes, fleetId, agentPlatform } = key;
  return {
    ...{ id, name, prefix, last4, mode, scopes, fleet_id: fleetId, agent_platform: agentPlatform },
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
  };
}

export function toKeyShape(key: KeyRecord): KeyShape {
  return {
    ...toKeyFields(key),
    agent_id: key.agentId,
    rate_limits: toRateLimits(key.rateLimits),
    spend_cap_cents: key.spendCapCents,
    mandate: key.mandate && presentMandate(toMandate(key.mandate)),
    created_at: key.createdAt.toISOString(),
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}

const toRateLimits = (limits: RateLimits): KeyShape['rate_limits'] => limits;

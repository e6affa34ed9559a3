import type { Plan } from '../pricing/platform-fee.ts';
import type { Querier } from '../stores/postgres.ts';
import type { Caller } from './caller.ts';
import { type MandateRow, toMandate } from './mandate.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Scope } from './scopes.ts';

type KeyRow = {
  key_id: string;
  operator_id: string;
  plan: Plan;
  limits_end_users: boolean;
  livemode: boolean;
  scopes: Scope[];
  fleet_id: string | null;
  agent_platform: string | null;
  agent_name: string | null;
  rate_limits: RateLimits;
  spend_cap_cents: number | null;
  mandate: MandateRow | null;
  expires_at: Date | null;
};

/**
 * The caller whose secret has this SHA-256 (hex); undefined when there is no such key, or it was
 * revoked.
 */
export async function findKey(db: Querier, secretSha256: string): Promise<Caller | undefined> {
  const [row] = await db.query<KeyRow>('api_keys_find', {
    secret_sha256: Buffer.from(secretSha256, 'hex'),
  });
  if (row === undefined) return undefined;
  return {
    keyId: row.key_id,
    operatorId: row.operator_id,
    plan: row.plan,
    limitsEndUsers: row.limits_end_users,
    livemode: row.livemode,
    scopes: row.scopes,
    fleetId: row.fleet_id,
    agentPlatform: row.agent_platform,
    agentName: row.agent_name,
    rateLimits: row.rate_limits,
    spendCapCents: row.spend_cap_cents,
    mandate: row.mandate && toMandate(row.mandate),
    expiresAt: row.expires_at,
  };
}

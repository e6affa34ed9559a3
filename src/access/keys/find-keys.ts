import type { Querier } from '../../stores/postgres.ts';
import type { Plan } from '../plans/platform-fee.ts';
import type { Caller } from './caller.ts';
import { type MandateRow, toMandate } from './mandate.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Scope } from './scopes.ts';

type KeyRow = {
  secret_sha256: Buffer;
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
 * The callers whose secrets have these SHA-256 (hex), by it. A secret of no key, or of a revoked
 * one, is missing.
 */
export async function findKeys(
  db: Querier,
  secretsSha256: readonly string[],
): Promise<ReadonlyMap<string, Caller>> {
  const rows = await db.query<KeyRow>('api_keys_find', {
    secrets_sha256: secretsSha256.map((hex) => Buffer.from(hex, 'hex')),
  });
  return new Map(rows.map((row) => [row.secret_sha256.toString('hex'), toCaller(row)]));
}

function toCaller(row: KeyRow): Caller {
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

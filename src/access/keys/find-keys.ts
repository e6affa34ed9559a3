import type { Querier } from '../../stores/postgres.ts';
import type { Plan } from '../plans/platform-fee.ts';
import type { Caller } from './caller.ts';
import { type MandateRow, toMandate } from './mandate.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Scope } from './scopes.ts';

type KeyRow = {
  secretSha256: Buffer;
  keyId: string;
  operatorId: string;
  plan: Plan;
  limitsEndUsers: boolean;
  livemode: boolean;
  scopes: Scope[];
  fleetId: string | null;
  agentPlatform: string | null;
  agentName: string | null;
  rateLimits: RateLimits;
  spendCapCents: number | null;
  mandate: MandateRow | null;
  expiresAt: Date | null;
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
    secretsSha256: secretsSha256.map((hex) => Buffer.from(hex, 'hex')),
  });
  return new Map(rows.map((row) => [row.secretSha256.toString('hex'), toCaller(row)]));
}

function toCaller(row: KeyRow): Caller {
  return {
    keyId: row.keyId,
    operatorId: row.operatorId,
    plan: row.plan,
    limitsEndUsers: row.limitsEndUsers,
    livemode: row.livemode,
    scopes: row.scopes,
    fleetId: row.fleetId,
    agentPlatform: row.agentPlatform,
    agentName: row.agentName,
    rateLimits: row.rateLimits,
    spendCapCents: row.spendCapCents,
    mandate: row.mandate && toMandate(row.mandate),
    expiresAt: row.expiresAt,
  };
}

import type { Querier } from '../../stores/postgres.ts';
import type { Caller } from './caller.ts';
import { type MandateRow, toMandate } from './mandate.ts';

type KeyRow = Omit<Caller, 'mandate'> & { secretSha256: Buffer; mandate: MandateRow | null };

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

function toCaller({ secretSha256: _secret, mandate, ...key }: KeyRow): Caller {
  return { ...key, mandate: mandate && toMandate(mandate) };
}

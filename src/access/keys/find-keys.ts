import type { Querier } from '../../stores/postgres.ts';
import { type MandateRow, toMandate } from '../mandates/mandate.ts';
import type { Principal } from '../principals/principal.ts';

type KeyRow = Omit<Principal, 'type' | 'id' | 'mandate'> & {
  keyId: string;
  secretSha256: Buffer;
  mandate: MandateRow | null;
};

/**
 * The callers whose secrets have these SHA-256 (hex), by it. A secret of no key, or of a revoked
 * one, is missing.
 */
export async function findKeys(
  db: Querier,
  secretsSha256: readonly string[],
): Promise<ReadonlyMap<string, Principal>> {
  const rows = await db.query<KeyRow>('api_keys_find', {
    secretsSha256: secretsSha256.map((hex) => Buffer.from(hex, 'hex')),
  });
  return new Map(rows.map((row) => [row.secretSha256.toString('hex'), toPrincipal(row)]));
}

function toPrincipal({ secretSha256: _secret, keyId, mandate, ...key }: KeyRow): Principal {
  return { type: 'key', id: keyId, ...key, mandate: mandate && toMandate(mandate) };
}

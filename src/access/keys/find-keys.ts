import type { Querier } from '../../stores/postgres.ts';
import { type MandateRow, toMandate } from '../mandates/mandate.ts';
import type { Principal } from '../principals/principal.ts';
import { type Role, SCOPES_OF_ROLE } from '../principals/roles.ts';

/** What the row of a connected app says beside what all rows of keys say; null: it is a key. */
type OfApp =
  | { memberId: string; memberRole: Role; resource: string }
  | { memberId: null; memberRole: null; resource: null };

type KeyRow = Omit<Principal, 'type' | 'id' | 'mandate'> &
  OfApp & { keyId: string; secretSha256: Buffer; mandate: MandateRow | null };

/** Whose key it is. `app`: it is no key but the row of a connected app. */
export type FoundKey = Principal &
  Readonly<{ app?: Readonly<{ memberId: string; resource: string }> }>;

/**
 * The callers whose secrets have these SHA-256 (hex), by it. A secret of no key, or of a revoked
 * one, is missing.
 */
export async function findKeys(
  db: Querier,
  secretsSha256: readonly string[],
): Promise<ReadonlyMap<string, FoundKey>> {
  const rows = await db.query<KeyRow>('api_keys_find', {
    secretsSha256: secretsSha256.map((hex) => Buffer.from(hex, 'hex')),
  });
  return new Map(rows.map((row) => [row.secretSha256.toString('hex'), toPrincipal(row)]));
}

function toPrincipal(row: KeyRow): FoundKey {
  const { secretSha256: _secret, keyId: id, mandate, ...rest } = row;
  const { memberId, memberRole, resource, ...key } = rest;
  const known = { id, ...key, mandate: mandate && toMandate(mandate) };
  if (memberId === null || memberRole === null) return { type: 'key', ...known };
  const scopes = key.scopes.filter((scope) => SCOPES_OF_ROLE[memberRole].includes(scope));
  return { type: 'token', ...known, scopes, app: { memberId, resource } };
}

import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { badField, conflict, notFound } from '../../../kit/errors.ts';
import { visibleText } from '../../../kit/text/visible-text.ts';
import type { Postgres, Querier } from '../../../stores/postgres.ts';
import { type ActingMember, actingValues } from '../acting-member.ts';

/** Of one person. */
export const PASSKEYS_MAX = 20;
/** Characters. */
const PASSKEY_NAME_LENGTH_MAX = 100;

const PASSKEY_ID = /^psk_[0-9a-f]{32}$/;

export type Passkey = {
  passkeyId: string;
  credentialId: string;
  transports: AuthenticatorTransport[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** The passkeys of a person, first made first. */
export function listPasskeys(db: Querier, personId: string): Promise<Passkey[]> {
  return db.query<Passkey>('passkeys_list', { personId });
}

/**
 * Removes a passkey of a person, with the audit row `passkey.removed`. `passkeyId` may be any text.
 * Whoever calls has asked for step-up. Errors: NOT_FOUND; CONFLICT `last_passkey` where the person
 * could not sign in any more.
 */
export async function removePasskey(
  db: Postgres,
  member: ActingMember,
  passkeyId: string,
  requestId: string | null,
): Promise<void> {
  if (!PASSKEY_ID.test(passkeyId)) throw notFound('passkey');
  const values = { ...actingValues(member, requestId), passkeyId };
  const [asked] = await db.transaction(async (connection) => {
    await connection.query('people_lock', { personId: member.personId });
    return connection.query<{ isLast: boolean }>('passkeys_remove', values);
  });
  if (asked === undefined) throw notFound('passkey');
  if (asked.isLast)
    throw conflict('last_passkey', 'you sign in with it alone: add another or set a password');
}

/** Errors: BAD_REQUEST naming `name`. */
export function readPasskeyName(name: string): string {
  const plain = visibleText(name.trim(), PASSKEY_NAME_LENGTH_MAX);
  if (plain.length === 0 || plain.length > PASSKEY_NAME_LENGTH_MAX)
    throw badField('name', `must be 1 to ${PASSKEY_NAME_LENGTH_MAX} characters`);
  return plain;
}

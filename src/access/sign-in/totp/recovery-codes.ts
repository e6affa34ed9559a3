import { randomBytes } from 'node:crypto';
import type { Postgres, Querier } from '../../../stores/postgres.ts';
import { secretDigest } from '../../keys/secret.ts';
import { type ActingMember, actingValues } from '../acting-member.ts';
import { toBase32 } from './totp.ts';

const CODE_COUNT = 10;
/** 80 bits: 16 characters of base 32, which nobody finds by trying. */
const CODE_BYTES = 10;
const GROUP_LENGTH = 4;

/**
 * Gives a person ten new recovery codes in place of all others, with the audit row
 * `recovery_codes.set`. They are shown only now: their hashes are stored. Each works once. Whoever
 * calls has asked for step-up.
 */
export async function newRecoveryCodes(
  db: Postgres,
  member: ActingMember,
  requestId: string | null,
): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, () => toBase32(randomBytes(CODE_BYTES)));
  const codesSha256 = codes.map((code) => secretDigest(code));
  await db.transaction(async (connection) => {
    await connection.query('people_lock', { personId: member.personId });
    const values = { ...actingValues(member, requestId), codesSha256 };
    await connection.query('recovery_codes_replace', values);
  });
  return codes.map((code) =>
    (code.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g')) ?? []).join('-').toLowerCase(),
  );
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(db: Querier, personId: string): Promise<number> {
  const [row] = await db.query<{ codeCount: number }>('recovery_codes_count', { personId });
  return row?.codeCount ?? 0;
}

/** Uses a recovery code of a person, in any spelling; false: it is none, or was used before. */
export async function useRecoveryCode(
  db: Querier,
  personId: string,
  code: string,
): Promise<boolean> {
  const plain = code.replace(/[\s-]/g, '').toUpperCase();
  const values = { personId, codeSha256: secretDigest(plain) };
  const [used] = await db.query('recovery_codes_use', values);
  return used !== undefined;
}

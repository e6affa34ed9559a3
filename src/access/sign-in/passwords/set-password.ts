import { badField } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { type ActingMember, actingValues } from '../acting-member.ts';
import { hashPassword } from './password-hash.ts';

/** Characters. Long enough where no code is asked for beside it (NIST SP 800-63B). */
const PASSWORD_LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 200;
/** Fewer different characters than this are a pattern and no password. */
const DIFFERENT_MIN = 5;

/**
 * Stores a new password of somebody who is signed in, with the audit row `password.set`, and ends
 * all other sign-ins of the person. Whoever calls has asked for step-up. Errors: BAD_REQUEST naming
 * `password`, or `email` where the person has no address to sign in with.
 */
export async function setPassword(
  db: Querier,
  member: ActingMember & { email: string | null },
  password: string,
  requestId: string | null,
): Promise<void> {
  checkPassword(password, member.email);
  const [changed] = await db.query('people_set_password', {
    ...actingValues(member, requestId),
    signInId: member.signInId,
    passwordHash: await hashPassword(password),
  });
  if (changed === undefined)
    throw badField('email', 'is needed to sign in with a password, and you have none');
}

/** Errors: BAD_REQUEST naming `password`. */
function checkPassword(password: string, email: string | null): void {
  const { length } = [...password];
  if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX)
    throw badField(
      'password',
      `must be ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters`,
    );
  if (new Set(password.toLowerCase()).size < DIFFERENT_MIN)
    throw badField('password', `must have at least ${DIFFERENT_MIN} different characters`);
  const [mailbox = ''] = (email ?? '').toLowerCase().split('@');
  if (email !== null && [email.toLowerCase(), mailbox].includes(password.toLowerCase()))
    throw badField('password', 'must not be your e-mail address');
}

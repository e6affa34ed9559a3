import { databaseError } from '../../kit/embedded-postgres/database-error.ts';
import { badField, conflict } from '../../kit/errors.ts';
import { visibleText } from '../../kit/text/visible-text.ts';
import { checkEmail } from '../operators/operator.ts';

/** Characters. */
const PERSON_NAME_LENGTH_MAX = 200;

/**
 * A name as it is stored: without blanks around it. Errors: BAD_REQUEST naming `field`, also for
 * one with characters that nobody sees, which could pass for the name of another.
 */
export function readPersonName(name: string, field = 'name'): string {
  const plain = name.trim();
  if (plain.length === 0 || plain.length > PERSON_NAME_LENGTH_MAX)
    throw badField(field, `must be 1 to ${PERSON_NAME_LENGTH_MAX} characters`);
  if (visibleText(plain, PERSON_NAME_LENGTH_MAX) !== plain || !/[\p{L}\p{N}]/u.test(plain))
    throw badField(field, 'must have a letter or digit, and only characters that can be seen');
  return plain;
}

/**
 * An e-mail address as it is stored: as it was written, without blanks around it; null for none.
 * Errors: BAD_REQUEST naming `email`.
 */
export function readPersonEmail(email: string | null): string | null {
  if (email === null) return null;
  const plain = email.trim();
  checkEmail(plain);
  if (visibleText(plain, plain.length) !== plain || plain !== plain.normalize('NFC'))
    throw badField('email', 'must be an e-mail address');
  return plain;
}

/** CONFLICT `email_taken` in place of what the database says of an address that somebody has. */
export function emailTaken(error: unknown): unknown {
  if (databaseError(error)?.constraint !== 'people_by_email') return error;
  return conflict('email_taken', 'somebody else signs in with this e-mail address', {
    field: 'email',
  });
}

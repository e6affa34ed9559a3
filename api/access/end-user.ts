import { Type } from 'typebox';
import type { Principal } from '../../src/access/principals/principal.ts';
import { KEY_BUDGETS } from '../../src/access/principals/rate-limits.ts';
import { badField } from '../../src/kit/errors.ts';

/** The header in which an agent names the end user it acts for. */
export const END_USER_HEADER = 'X-End-User-Id';

const NAME_IN_CALL = END_USER_HEADER.toLowerCase();
const ID_LENGTH_MAX = 128;
const VISIBLE_ASCII = '^[\\x21-\\x7e]+$';
const pattern = new RegExp(VISIBLE_ASCII);

/** The value of the header, for calls that are counted by it. */
export const EndUserId = Type.String({
  minLength: 1,
  maxLength: ID_LENGTH_MAX,
  pattern: VISIBLE_ASCII,
  description:
    "Whom an agent acts for. Where the key's operator limits end users, calls of agents for the " +
    `same one are ${KEY_BUDGETS.end_user} per minute together, on top of all other limits; ` +
    'elsewhere it is not looked at. Neither stored nor logged.',
});

/**
 * The end user that the call names, valid or not; undefined when none is named or the key's
 * operator does not limit end users.
 */
export function readEndUserId(
  caller: Principal | undefined,
  headers: Readonly<Record<string, readonly string[] | undefined>>,
): string | undefined {
  return caller?.limitsEndUsers ? headers[NAME_IN_CALL]?.join(', ') : undefined;
}

/**
 * Throws BAD_REQUEST naming the header, also when it is sent twice: its values are joined with a
 * comma and a space, and a space is not allowed. The id is personal, so the message does not repeat
 * it.
 */
export function checkEndUserId(id: string | undefined): void {
  if (id !== undefined && (id.length > ID_LENGTH_MAX || !pattern.test(id)))
    throw badField(END_USER_HEADER, `must be 1 to ${ID_LENGTH_MAX} visible ASCII characters`);
}

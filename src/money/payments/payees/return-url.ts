import { badField } from '../../../kit/errors.ts';
import { isThisMachine } from '../../../kit/host-and-port.ts';

/** Characters of an address. */
export const RETURN_URL_LENGTH_MAX = 2_000;

/**
 * An address to which the processor may send somebody's browser: https, or http on this machine.
 * BAD_REQUEST naming `field`.
 */
export function checkReturnUrl(field: string, text: string): string {
  const problem = problemOf(text);
  if (problem !== undefined) throw badField(field, problem);
  return text;
}

function problemOf(text: string): string | undefined {
  if (text.length > RETURN_URL_LENGTH_MAX)
    return `must have at most ${RETURN_URL_LENGTH_MAX} characters`;
  // A URL's reader would drop or replace these without a word.
  if (/[\s\\\p{Cc}]/u.test(text)) return 'must have no spaces, backslashes or control characters';
  if (!/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text))
    return 'must be a whole address, such as https://example.com/paid';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must have no user and no password';
  if (url.protocol !== 'https:' && !isThisMachine(url)) return 'must begin with https://';
  return undefined;
}

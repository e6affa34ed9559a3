import { AppError } from '../../src/errors.ts';
import type { Caller } from '../../src/keys/caller.ts';
import type { Keyring } from '../../src/keys/keyring.ts';
import type { Auth } from '../operation.ts';

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Whose key the Authorization header carries; undefined when none is sent and none is needed.
 * UNAUTHORIZED otherwise, without telling an unknown key from a revoked or expired one. A key that
 * nobody has used lately is looked up in the database, if `mayAsk` does not throw.
 */
export async function authenticate(
  keyring: Keyring,
  auth: Auth,
  header: string | undefined,
  mayAsk: () => void,
): Promise<Caller | undefined> {
  if (header === undefined && auth === 'public') return undefined;
  const [, secret] = BEARER.exec(header ?? '') ?? [];
  if (secret === undefined) throw unauthorized('send the header Authorization: Bearer <API key>');
  const caller = await keyring.find(secret, mayAsk);
  if (caller === undefined) throw unauthorized('the API key is not valid');
  return caller;
}

export function unauthorized(message: string): AppError {
  return new AppError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

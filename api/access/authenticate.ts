import type { Principal } from '../../src/access/principals/principal.ts';
import { AppError, type ErrorDetails } from '../../src/kit/errors.ts';
import type { CallContext } from '../app.ts';
import type { Auth } from '../operation.ts';
import { howToGetKey } from './how-to-get-key.ts';

/** The value of the header of this name, or who calls where the entry point knows that. */
export type Authorization = string | Principal | undefined;

const BEARER = /^Bearer +(\S+)$/i;

/**
 * The caller: who is known already, otherwise the owner of the key in the Authorization header;
 * undefined when no key is sent and none is needed. Throws UNAUTHORIZED otherwise, with the same
 * message for unknown, revoked and expired keys.
 */
export async function authenticate(
  { keyring, api }: Pick<CallContext, 'keyring' | 'api'>,
  auth: Auth,
  authorization: Authorization,
): Promise<Principal | undefined> {
  if (typeof authorization === 'object') return authorization;
  if (authorization === undefined && auth === 'public') return undefined;
  const [, secret] = BEARER.exec(authorization ?? '') ?? [];
  if (secret === undefined)
    throw unauthorized(
      `send one header Authorization: Bearer <API key>. To get a key: ${howToGetKey(api.config)}`,
    );
  const caller = await keyring.find(secret);
  if (caller === undefined) throw unauthorized('the API key is not valid');
  return caller;
}

export function unauthorized(message: string, details?: ErrorDetails): AppError {
  return new AppError('UNAUTHORIZED', message, {
    headers: { 'WWW-Authenticate': 'Bearer' },
    ...(details && { details }),
  });
}

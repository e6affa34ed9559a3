import type { Caller } from '../../src/access/keys/caller.ts';
import { AppError, type ErrorDetails } from '../../src/kit/errors.ts';
import type { CallContext } from '../app.ts';
import type { Auth } from '../operation.ts';
import { howToGetKey } from './how-to-get-key.ts';

const BEARER = /^Bearer +(\S+)$/i;

/**
 * The caller whose key the Authorization header carries; undefined when no key is sent and none is
 * needed. Throws UNAUTHORIZED otherwise, with the same message for unknown, revoked and expired
 * keys.
 */
export async function authenticate(
  { keyring, api }: Pick<CallContext, 'keyring' | 'api'>,
  auth: Auth,
  header: string | undefined,
): Promise<Caller | undefined> {
  if (header === undefined && auth === 'public') return undefined;
  const [, secret] = BEARER.exec(header ?? '') ?? [];
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

import type { Principal } from '../../src/access/principals/principal.ts';
import { AppError, type ErrorDetails } from '../../src/kit/errors.ts';
import type { CallContext } from '../app.ts';
import { type Resource, resourceUrl } from '../oauth/paths.ts';
import { looksLikeToken } from '../oauth/tokens.ts';
import type { Auth } from '../operation.ts';
import { howToGetKey } from './how-to-get-key.ts';

/** The value of the header of this name, or who calls where the entry point knows that. */
export type Authorization = string | Principal | undefined;

const BEARER = /^Bearer +(\S+)$/i;

/** What is needed to know who calls. */
export type Doors = Pick<CallContext, 'keyring' | 'oauth' | 'api'>;

/**
 * The caller: who is known already, otherwise the owner of the key in the Authorization header, or
 * the app whose token for this resource it has; undefined when none is sent and none is needed.
 * Throws UNAUTHORIZED otherwise, with the same message for unknown, revoked and expired ones.
 */
export async function authenticate(
  { keyring, oauth, api }: Doors,
  auth: Auth,
  authorization: Authorization,
  resource: Resource = 'api',
): Promise<Principal | undefined> {
  if (typeof authorization === 'object') return authorization;
  if (authorization === undefined && auth === 'public') return undefined;
  const [, secret] = BEARER.exec(authorization ?? '') ?? [];
  if (secret === undefined)
    throw unauthorized(
      `send one header Authorization: Bearer <API key>. To get a key: ${howToGetKey(api.config)}`,
    );
  if (looksLikeToken(secret)) {
    const known = await oauth.tokens.find(secret, [resource]);
    if (known !== undefined) return known.caller;
    throw unauthorized(`the token is not valid for ${resourceUrl(api.config.baseUrl, resource)}`);
  }
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

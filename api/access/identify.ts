import type { Principal } from '../../src/access/principals/principal.ts';
import type { Resource } from '../oauth/paths.ts';
import type { Auth } from '../operation.ts';
import { type Authorization, authenticate, type Doors } from './authenticate.ts';
import type { Exchange } from './exchange.ts';

/**
 * The caller. Nothing is drawn before its key is known to be valid or not: an unknown key is
 * refused, and draws from the budget of its address as every refusal does.
 */
export async function identify(
  doors: Doors,
  auth: Auth,
  exchange: Exchange,
  authorization: Authorization,
  resource?: Resource,
): Promise<Principal | undefined> {
  const caller = await authenticate(doors, auth, authorization, resource);
  exchange.principal = caller;
  return caller;
}

import { isIP } from 'node:net';

/** For whom a passkey is made: it signs for no other. */
export type RelyingParty = { id: string; origin: string };

/**
 * The relying party of a service at this address. Undefined where it is a bare IP address, which
 * browsers make no passkey for.
 */
export function relyingPartyOf(baseUrl: string): RelyingParty | undefined {
  const { hostname, origin } = new URL(baseUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  return { id: hostname, origin };
}

import { URL } from 'node:url';
import { isAppScope } from '../../src/access/apps/app-scopes.ts';

/** A member that no client has, so that the provider asks about each of them. */
export const RULE_MEMBER = 'hexlot_rules';

type Metadata = {
  redirect_uris?: unknown;
  scope?: unknown;
  application_type?: string | undefined;
};

/**
 * Completes what a client says of itself. A client with a redirect address that is not https is a
 * native one, whatever it says: then plain http may lead to this machine only, on any port
 * (RFC 8252, 7.3). Scopes that are not ours are left out, because it will not get them.
 */
export function completeClient(metadata: Metadata): void {
  const { redirect_uris: uris, scope } = metadata;
  if (Array.isArray(uris)) metadata.application_type = uris.every(isHttps) ? 'web' : 'native';
  if (typeof scope === 'string') {
    const known = scope.split(' ').filter((one) => isAppScope(one) || one === 'offline_access');
    if (known.length > 0) metadata.scope = known.join(' ');
    else delete metadata.scope;
  }
}

function isHttps(uri: unknown): boolean {
  return typeof uri === 'string' && URL.canParse(uri) && new URL(uri).protocol === 'https:';
}

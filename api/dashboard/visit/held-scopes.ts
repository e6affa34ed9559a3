import { SCOPES_OF_ROLE } from '../../../src/access/principals/roles.ts';
import type { Scope } from '../../../src/access/principals/scopes.ts';
import { isServerOwner } from '../../../src/access/principals/server-owner.ts';
import type { Visit } from '../dashboard-page.ts';

const OF_SERVER: Scope = 'server:read';

/** The scopes of a person's role; what is of the server is of use to its owner alone. */
export function heldScopes({
  signIn,
  principal,
  api,
}: Pick<Visit, 'signIn' | 'principal' | 'api'>): readonly Scope[] {
  const scopes = SCOPES_OF_ROLE[signIn.role];
  const isOwner = isServerOwner(principal, api.config);
  return isOwner ? scopes : scopes.filter((scope) => scope !== OF_SERVER);
}

import { type Operation, scopesOf } from '../../operation.ts';
import type { Visit } from '../dashboard-page.ts';

/**
 * Whether the role of a person lets it call an operation, so that pages offer nothing that would be
 * refused. The operation decides.
 */
export function mayCall({ principal }: Pick<Visit, 'principal'>, { auth }: Operation): boolean {
  if (typeof auth === 'object' && auth.ownOfPersons) return true;
  const scopes = scopesOf(auth);
  return scopes.length === 0 || scopes.some((scope) => principal.scopes.includes(scope));
}

import type { Principal } from '../../access/principals/principal.ts';
import { agreeTerms } from './agree-terms.ts';
import { type BeginContext, type BeginDeps, beginSession, type Created } from './begin-session.ts';
import type { SessionRequest } from './new-session.ts';

/**
 * Starts a paid stay in a free space: reads the lot's rate and the database's clock, then begins.
 * Errors: those of agreeTerms and beginSession.
 */
export async function createSession(
  deps: BeginDeps,
  caller: Principal,
  request: Omit<SessionRequest, 'holdId'>,
  context: BeginContext,
): Promise<Created> {
  const terms = await agreeTerms(deps.db, caller, request);
  return beginSession(deps, caller, request, terms, context);
}

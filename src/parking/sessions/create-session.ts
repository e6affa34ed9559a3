import { answerOnce, type Replay } from '../../access/idempotency/answer-once.ts';
import type { Caller } from '../../access/keys/caller.ts';
import { agreeTerms } from './agree-terms.ts';
import { type BeginContext, type BeginDeps, beginSession, type Created } from './begin-session.ts';
import type { SessionRequest } from './new-session.ts';

/**
 * Starts a paid stay in a free space: reads the lot's rate and the database's clock, then begins.
 * Returns the answer of an earlier call when `remember` names one. Errors: those of agreeTerms and
 * beginSession, CONFLICT idempotency_mismatch.
 */
export async function createSession(
  deps: BeginDeps,
  caller: Caller,
  request: Omit<SessionRequest, 'holdId'>,
  context: BeginContext,
): Promise<Created | Replay> {
  return answerOnce(deps.db, context.remember, async () => {
    const terms = await agreeTerms(deps.db, caller, request);
    return beginSession(deps, caller, request, terms, context);
  });
}

import { AppError } from '../../src/errors.ts';
import type { Caller } from '../../src/keys/caller.ts';
import { PLAN_NAMES } from '../../src/pricing/plan-limits.ts';
import type { Plan } from '../../src/pricing/platform-fee.ts';
import { type Operation, scopesOf } from '../operation.ts';
import { unauthorized } from './authenticate.ts';

/**
 * Refuses a caller whose plan or scopes do not allow this operation: FORBIDDEN, except that the
 * intelligence interface (v2) answers UNAUTHORIZED for a missing scope. UNAUTHORIZED without a key.
 */
export function authorise(operation: Operation, caller: Caller | undefined): void {
  const { auth } = operation;
  if (auth === 'public') return;
  if (caller === undefined) throw unauthorized('this operation needs an API key');
  if (auth === 'key') return;
  if (auth.plans !== undefined && !auth.plans.includes(caller.plan))
    throw new AppError('FORBIDDEN', planMessage(operation, auth.plans, caller.plan));
  const scopes = scopesOf(auth);
  if (scopes.some((scope) => caller.scopes.includes(scope))) return;
  const message = `the API key lacks the scope ${scopes.join(' or ')}`;
  throw isIntelligence(operation) ? unauthorized(message) : new AppError('FORBIDDEN', message);
}

function isIntelligence({ path }: Operation): boolean {
  return path.startsWith('/api/v2/');
}

function planMessage(operation: Operation, needed: readonly Plan[], has: Plan): string {
  const what = isIntelligence(operation) ? 'intelligence operations' : 'AI agent integrations';
  const names = needed.map((plan) => PLAN_NAMES[plan]).join(' or ');
  return `${what} need a ${names} plan; yours is ${PLAN_NAMES[has]}`;
}

import { AppError } from '../../src/errors.ts';
import type { Caller } from '../../src/keys/caller.ts';
import type { Plan } from '../../src/pricing/platform-fee.ts';
import { type Operation, scopesOf } from '../operation.ts';
import { unauthorized } from './authenticate.ts';

const PLAN_NAMES: Readonly<Record<Plan, string>> = {
  free: 'Free',
  starter: 'Starter',
  pro: 'Pro',
  enterprise: 'Enterprise',
};

/**
 * Refuses a caller whose plan or scopes do not allow this operation: FORBIDDEN, except that the
 * intelligence interface (v2) answers UNAUTHORIZED for a missing scope. UNAUTHORIZED without a key.
 */
export function authorise(operation: Operation, caller: Caller | undefined): void {
  const { auth } = operation;
  if (auth === 'public') return;
  if (caller === undefined) throw unauthorized('this operation needs an API key');
  if (auth.plans !== undefined && !auth.plans.includes(caller.plan))
    throw new AppError('FORBIDDEN', planMessage(auth.plans, caller.plan));
  const scopes = scopesOf(auth);
  if (scopes.some((scope) => caller.scopes.includes(scope))) return;
  const message = `the API key lacks the scope ${scopes.join(' or ')}`;
  throw operation.path.startsWith('/api/v2/')
    ? unauthorized(message)
    : new AppError('FORBIDDEN', message);
}

function planMessage(needed: readonly Plan[], has: Plan): string {
  const names = needed.map((plan) => PLAN_NAMES[plan]).join(' or ');
  return `agent and intelligence operations need a ${names} plan; yours is ${PLAN_NAMES[has]}`;
}

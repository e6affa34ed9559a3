import { badField } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Plan } from '../pricing/platform-fee.ts';
import type { Querier } from '../stores/postgres.ts';

const PLANS: readonly Plan[] = ['free', 'starter', 'pro', 'enterprise'];
const NAME_LENGTH_MAX = 200;
const EMAIL_LENGTH_MAX = 254;

export type OperatorRecord = {
  id: string;
  name: string;
  plan: Plan;
  email: string | null;
  /** Whether calls of agents with its keys are counted by end user as well. */
  limits_end_users: boolean;
  created_at: Date;
};

/**
 * Makes an operator and its audit row `operator.created` (without the e-mail address) in one
 * statement. Errors: BAD_REQUEST naming `name`, `plan` or `email`.
 */
export async function createOperator(
  db: Querier,
  request: {
    name: string;
    plan: string;
    email?: string | null;
    limitsEndUsers?: boolean;
    actorId: string;
  },
): Promise<OperatorRecord> {
  const email = request.email ?? null;
  if (request.name.length === 0 || request.name.length > NAME_LENGTH_MAX)
    throw badField('name', `must be 1 to ${NAME_LENGTH_MAX} characters`);
  if (!PLANS.some((plan) => plan === request.plan))
    throw badField('plan', `must be one of ${PLANS.join(', ')}`);
  if (email !== null && (email.length > EMAIL_LENGTH_MAX || !/^[^\s@]+@[^\s@]+$/.test(email)))
    throw badField('email', 'must be an e-mail address');
  const [operator] = await db.query<OperatorRecord>('operators_insert', {
    operator_id: newId('op'),
    name: request.name,
    plan: request.plan,
    email,
    limits_end_users: request.limitsEndUsers ?? false,
    actor_id: request.actorId,
  });
  if (operator === undefined) throw new Error('the insert of an operator returned no row');
  return operator;
}

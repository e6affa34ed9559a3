import type { Querier } from '../../stores/postgres.ts';
import { newId } from '../ids.ts';
import {
  checkEmail,
  checkName,
  checkPlan,
  type ListingCheck,
  type OperatorRecord,
} from './operator.ts';

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
    /** What has to be done before its lots are listed; nothing unless given. */
    listingCheck?: ListingCheck;
    /** Its address is known to be its own, so that it is checked where that is the check. */
    isEmailConfirmed?: boolean;
    /** The process that answers calls makes it: it may give the free plan alone. */
    isSignUp?: true;
    actorId: string;
  },
): Promise<OperatorRecord> {
  const email = request.email ?? null;
  checkName(request.name);
  checkPlan(request.plan);
  if (email !== null) checkEmail(email);
  const { name, plan, limitsEndUsers = false, actorId } = request;
  const values = {
    ...{ operatorId: newId('op'), name, email, limitsEndUsers, actorId },
    checkedBy: checkedBy(request.listingCheck ?? 'none', request.isEmailConfirmed ?? false),
  };
  const [operator] = request.isSignUp
    ? await db.query<OperatorRecord>('operators_sign_up', values)
    : await db.query<OperatorRecord>('operators_insert', { ...values, plan });
  if (operator === undefined) throw new Error('the insert of an operator returned no row');
  return operator;
}

/** How an operator is checked from the start; null: it still has to be. */
function checkedBy(check: ListingCheck, isEmailConfirmed: boolean): ListingCheck | null {
  if (check === 'none') return 'none';
  return check === 'email' && isEmailConfirmed ? 'email' : null;
}

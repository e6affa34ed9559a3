import type { Querier } from '../../stores/postgres.ts';
import { newId } from '../ids.ts';
import {
  checkEmail,
  checkedBy,
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
    actorId: string;
  },
): Promise<OperatorRecord> {
  const email = request.email ?? null;
  checkName(request.name);
  checkPlan(request.plan);
  if (email !== null) checkEmail(email);
  const [operator] = await db.query<OperatorRecord>('operators_insert', {
    operatorId: newId('op'),
    name: request.name,
    plan: request.plan,
    email,
    limitsEndUsers: request.limitsEndUsers ?? false,
    checkedBy: checkedBy(request.listingCheck ?? 'none', false),
    actorId: request.actorId,
  });
  if (operator === undefined) throw new Error('the insert of an operator returned no row');
  return operator;
}

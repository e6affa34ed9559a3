import type { Querier } from '../../stores/postgres.ts';
import { newId } from '../ids.ts';
import {
  checkEmail,
  checkedBy,
  checkName,
  type ListingCheck,
  type OperatorRecord,
} from './operator.ts';

/**
 * Makes the operator of whoever signs up, with the free plan, and its audit row `operator.created`
 * (without the e-mail address) in one statement. `email` is known to be its own; null: it has none.
 * Errors: BAD_REQUEST naming `name` or `email`.
 */
export async function signUpOperator(
  db: Querier,
  { name, email, listingCheck }: { name: string; email: string | null; listingCheck: ListingCheck },
): Promise<OperatorRecord> {
  checkName(name);
  if (email !== null) checkEmail(email);
  const [operator] = await db.query<OperatorRecord>('operators_sign_up', {
    ...{ operatorId: newId('op'), name, email, limitsEndUsers: false, actorId: 'sign-up' },
    checkedBy: checkedBy(listingCheck, email !== null),
  });
  if (operator === undefined) throw new Error('the insert of an operator returned no row');
  return operator;
}

import { notFound } from '../errors.ts';
import type { Querier } from '../stores/postgres.ts';
import type { OperatorRecord } from './create-operator.ts';

/**
 * Has the calls of agents with this operator's keys counted by end user as well, or not. Writes the
 * audit row `operator.updated` in the same statement, where anything changed; every API process is
 * told as it commits. Errors: NOT_FOUND.
 */
export async function updateOperator(
  db: Querier,
  request: { operatorId: string; limitsEndUsers: boolean; actorId: string },
): Promise<OperatorRecord> {
  const [operator] = await db.query<OperatorRecord>('operators_change', {
    operator_id: request.operatorId,
    limits_end_users: request.limitsEndUsers,
    actor_id: request.actorId,
  });
  if (operator === undefined) throw notFound('operator');
  return operator;
}

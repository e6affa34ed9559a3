import type { Querier } from '../../stores/postgres.ts';
import { findOperator } from './find-operator.ts';
import type { OperatorRecord } from './operator.ts';

/**
 * Says, for the owner of the server, that an operator's lots may be listed or (`isChecked` false)
 * may not, with an audit row when that changes it. Lots follow by `applyCheck`. Errors: NOT_FOUND.
 */
export async function checkOperator(
  db: Querier,
  request: { operatorId: string; isChecked: boolean; actorId: string },
): Promise<OperatorRecord> {
  await db.query('operators_check', {
    operatorId: request.operatorId,
    isChecked: request.isChecked,
    checkedBy: 'hand',
    actorId: request.actorId,
  });
  return findOperator(db, request.operatorId);
}

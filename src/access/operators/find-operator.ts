import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { OperatorRecord } from './operator.ts';

/** Errors: NOT_FOUND. */
export async function findOperator(db: Querier, operatorId: string): Promise<OperatorRecord> {
  const values = { operatorId };
  const [operator] = await db.query<OperatorRecord>('operators_find', values);
  if (operator === undefined) throw notFound('operator');
  return operator;
}

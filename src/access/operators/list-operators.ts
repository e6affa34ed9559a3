import type { Querier } from '../../stores/postgres.ts';
import type { OperatorRecord } from './operator.ts';

/** All operators, newest first. */
export function listOperators(db: Querier): Promise<OperatorRecord[]> {
  return db.query<OperatorRecord>('operators_list');
}

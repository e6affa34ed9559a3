import type { Querier } from '../../stores/postgres.ts';

/**
 * Where no check is asked for: operators that still waited for one count as checked, except those
 * that the owner of the server refused. Returns how many. Apart from `checkOperator`, because the
 * pipelines may run this and not what that reads.
 */
export async function checkAllOperators(db: Querier): Promise<{ rows: number }> {
  const checked = await db.query('operators_check', {
    operatorId: null,
    isChecked: true,
    checkedBy: 'none',
    actorId: 'apply-check',
  });
  return { rows: checked.length };
}

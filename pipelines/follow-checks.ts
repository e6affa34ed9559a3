import { checkAllOperators } from '../src/access/operators/check-all-operators.ts';
import type { Config } from '../src/config.ts';
import { applyCheck } from '../src/parking/lots/write/apply-check.ts';
import type { Postgres } from '../src/stores/postgres.ts';

/**
 * Lists the lots of operators that were checked. Without a check, lots that waited for one when
 * there was one wait no more.
 */
export async function followChecks(
  db: Postgres,
  listingCheck: Config['listingCheck'],
  signal: AbortSignal | undefined,
): Promise<{ rows: number }> {
  if (listingCheck === 'none') await checkAllOperators(db);
  return applyCheck(db, { signal });
}

import type { Querier } from '../../../stores/postgres.ts';

/** Lots per statement: few, so that none locks many rows for long. */
const LOTS_PER_STATEMENT = 500;

/**
 * Lists lots that waited until their operator was checked, and takes lots of operators that are not
 * checked out of the public: of one operator or (null) of all. Lots that others write at the same
 * moment are left for the next call. Returns how many lots changed.
 */
export async function applyCheck(
  db: Querier,
  { operatorId = null, signal }: { operatorId?: string | null; signal?: AbortSignal | undefined },
): Promise<{ rows: number }> {
  const values = { operatorId, rowLimit: LOTS_PER_STATEMENT };
  let rows = 0;
  for (;;) {
    const [applied] = await db.query<{ rowCount: number }>('lots_apply_check', values);
    const count = applied?.rowCount ?? 0;
    rows += count;
    if (count < LOTS_PER_STATEMENT || signal?.aborted) return { rows };
  }
}

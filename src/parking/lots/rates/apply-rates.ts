import { databaseError } from '../../../kit/embedded-postgres/database-error.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { type DueRow, type RunDueDeps, runDue } from '../../../stores/run-due.ts';

const LOTS_PER_RUN_MAX = 500;

/**
 * Makes scheduled rates that have begun the posted ones, on one lot or (null) on all. Returns the
 * number of lots changed.
 */
export async function applyRates(
  db: Querier,
  lotId: string | null = null,
): Promise<{ rows: number }> {
  const [applied] = await db.query<{ rowCount: number }>('lots_apply_rates', {
    rowLimit: LOTS_PER_RUN_MAX,
    lotId,
  });
  return { rows: applied?.rowCount ?? 0 };
}

/**
 * Makes scheduled rates that have begun the posted ones: all in one statement or, when that is
 * refused, lot by lot, so that a rate that cannot be posted keeps no other from it. Returns the
 * number of lots changed.
 */
export async function tidyRates(deps: RunDueDeps): Promise<{ rows: number }> {
  const { db } = deps;
  try {
    return await applyRates(db);
  } catch (error) {
    if (databaseError(error) === undefined) throw error;
    const due = await db.query<DueRow & { lotId: string }>('lots_list_due_rates', {
      rowLimit: LOTS_PER_RUN_MAX,
    });
    return runDue(deps, due, {
      job: 'apply-rates',
      idOf: (lot) => lot.lotId,
      work: (lot) => applyRates(db, lot.lotId),
    });
  }
}

import { databaseError } from '../../../kit/embedded-postgres/database-error.ts';
import { type DueRow, type RunDueDeps, runDue } from '../../../stores/run-due.ts';
import { applyRates, LOTS_PER_RUN_MAX } from './apply-rates.ts';

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

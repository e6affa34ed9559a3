import { databaseError } from '../../kit/embedded-postgres/database-error.ts';
import { type RunDueDeps, runDue } from '../../stores/run-due.ts';
import { listDueHolds, releaseHolds, SWEEP_ACTOR, sweepHolds } from './release-holds.ts';

/**
 * Stores that holds have expired: all in one statement or, when that is refused, one by one, so
 * that a hold that cannot be written keeps no other from it. Returns how many.
 */
export async function tidyHolds(deps: RunDueDeps): Promise<{ rows: number }> {
  const { db } = deps;
  try {
    return await sweepHolds(db);
  } catch (error) {
    if (databaseError(error) === undefined) throw error;
    return runDue(deps, await listDueHolds(db), {
      job: SWEEP_ACTOR.id,
      idOf: (hold) => hold.holdId,
      work: (hold) => releaseHolds(db, SWEEP_ACTOR, [hold.holdId], 'expired'),
    });
  }
}

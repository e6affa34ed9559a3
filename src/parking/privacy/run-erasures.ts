import { type DueRow, type RunDueDeps, runDue } from '../../stores/run-due.ts';
import { ERASING, type EraseDeps, erase } from './erase.ts';

const ERASURES_PER_RUN_MAX = 100;

type DueErasure = DueRow & { erasureId: string };

/**
 * Does the erasures that are due. One that fails is tried again at growing intervals for as long as
 * it takes. Returns how many were dealt with.
 */
export async function runErasures(deps: RunDueDeps & EraseDeps): Promise<{ rows: number }> {
  const due = await deps.db.query<DueErasure>('erasures_list_due', {
    job: ERASING.id,
    rowLimit: ERASURES_PER_RUN_MAX,
  });
  return runDue(deps, due, {
    job: ERASING.id,
    idOf: (row) => row.erasureId,
    work: (row) => erase(deps, { erasureId: row.erasureId, isNow: false }),
  });
}

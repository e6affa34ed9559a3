import { type EraseDeps, erase } from './erase.ts';

const IDS_PER_PAGE = 1_000;

export type ErasuresRun = {
  done: number;
  /** Kept waiting by something that is under way. */
  waiting: number;
  /** The ids of those that failed, with the message. */
  failed: { erasureId: string; message: string }[];
};

/**
 * Does the erasures of all operators that are due, with `isNow` also those that still wait; each
 * once. One that fails keeps no other from its turn. `onErased` is called with how many were dealt
 * with.
 */
export async function runWaitingErasures(
  deps: EraseDeps,
  { isNow, onErased }: { isNow: boolean; onErased?: (count: number) => void },
): Promise<ErasuresRun> {
  const run: ErasuresRun = { done: 0, waiting: 0, failed: [] };
  let afterId = '';
  for (;;) {
    const values = { isNow, afterId, rowLimit: IDS_PER_PAGE };
    const page = await deps.db.query<{ erasureId: string }>('erasures_list_waiting', values);
    for (const { erasureId } of page) {
      deps.signal?.throwIfAborted();
      try {
        run[(await erase(deps, { erasureId, isNow })) ? 'done' : 'waiting'] += 1;
      } catch (error) {
        deps.signal?.throwIfAborted();
        run.failed.push({ erasureId, message: (error as Error).message });
      }
      onErased?.(run.done + run.waiting + run.failed.length);
      afterId = erasureId;
    }
    if (page.length < IDS_PER_PAGE) return run;
  }
}

/** How many erasures there are to do. */
export async function countErasures({ db }: EraseDeps, isNow: boolean): Promise<number> {
  const [row] = await db.query<{ rowCount: number }>('erasures_count_waiting', { isNow });
  return row?.rowCount ?? 0;
}

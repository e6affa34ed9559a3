import { millisecondsInDay } from 'date-fns/constants';
import { dateOf } from '../../kit/time/days.ts';
import { readClock } from '../../stores/postgres.ts';
import { compareDay } from './compare-day.ts';
import type { Compared, Day } from './compared.ts';
import { readMovements } from './read-books.ts';
import { settleFindings } from './settle-findings.ts';

/** Days that are older are no longer compared by themselves; the first time they begin here. */
const DAYS_MAX = 14;

/**
 * Compares our books with the processor's for each day that is due, in both modes. Each day is read
 * again until two days after its end, because the processor's books may be late, and until nothing
 * of it is open. A mode whose books cannot be read goes on at the next run. Returns how many days
 * were compared. `now`: the database's clock unless given.
 */
export async function reconcile(
  deps: Compared & { now?: Date | undefined },
): Promise<{ rows: number }> {
  const now = deps.now ?? (await readClock(deps.db));
  let count = 0;
  const failures: unknown[] = [];
  for (const livemode of [true, false]) {
    try {
      const due = await listDue(deps, { livemode, now });
      await reconcileDays(deps, due);
      count += due.length;
    } catch (error) {
      deps.log.warn({ err: error, livemode }, 'the books of the processor could not be compared');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return { rows: count };
}

/** Compares one day that is over now, whether it is due or not, in both modes. */
export async function reconcileDay(deps: Compared, day: number): Promise<void> {
  const now = await readClock(deps.db);
  // What happened at its end can be in the books of the day after.
  const dates = [day, day + 1].filter((one) => (one + 1) * millisecondsInDay <= +now).map(dateOf);
  for (const livemode of [true, false])
    await reconcileDays(
      deps,
      dates.map((date) => ({ day: date, livemode, now })),
    );
}

/**
 * All days are read before the first is compared: what belongs together may be of two days. The
 * same days again change nothing.
 */
async function reconcileDays(deps: Compared, days: readonly Day[]): Promise<void> {
  for (const day of days) await readMovements(deps, day);
  for (const day of days) {
    const count = await compareDay(deps, day);
    if (count > 0) await settleFindings(deps, day);
  }
}

async function listDue({ db }: Compared, asked: Omit<Day, 'day'>): Promise<Day[]> {
  const due = await db.query<{ day: string }>('reconciled_days_list_due', {
    ...asked,
    daysMax: DAYS_MAX,
  });
  return due.map(({ day }) => ({ ...asked, day }));
}

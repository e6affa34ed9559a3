import { SEARCH_LOG_DAYS_KEPT } from '../../src/demand/searches/search-days.ts';
import { databaseError } from '../../src/kit/embedded-postgres/database-error.ts';
import { endOf, listArchiveFiles } from '../archive-files.ts';
import { findDueDays } from '../due-days.ts';
import { inspectArchive } from '../inspect-archive.ts';
import type { StepContext } from '../step.ts';

/** SQLSTATE of a statement that would have waited too long for a lock. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Drops old days of the search log in PostgreSQL, one after another, once their searches are in the
 * archive. Before, all files with searches are read and compared with what was written. A day that
 * a transaction still uses waits for the next refresh. Returns how many days were dropped.
 */
export async function dropDays(context: StepContext): Promise<number> {
  const { db, log, observe, signal } = context;
  const files = (await listArchiveFiles(db)).get('search_log') ?? [];
  if ((await findDueDays(db, endOf(files))) !== 'packed') return 0;
  const damaged = await inspectArchive(context, files, { isThorough: true });
  if (damaged.length > 0) return 0;
  for (let dayCount = 0; ; dayCount++) {
    signal?.throwIfAborted();
    const before = await dropDay(context);
    if (before === null) return dayCount;
    log.info({ before }, 'a day of the search log was dropped');
    observe('drop-days dropped');
  }
}

/** The end of the day that was dropped; null when there is none that may be dropped now. */
async function dropDay({ db, log }: StepContext): Promise<Date | null> {
  try {
    const [dropped] = await db.query<{ droppedBefore: Date | null }>('search_log_drop_day', {
      daysKept: SEARCH_LOG_DAYS_KEPT,
    });
    return dropped?.droppedBefore ?? null;
  } catch (error) {
    if (databaseError(error)?.code !== LOCK_NOT_AVAILABLE) throw error;
    log.warn('a day of the search log is still in use: it is dropped later');
    return null;
  }
}

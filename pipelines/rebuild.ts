import { counted } from '../src/kit/text/counted.ts';
import { listArchiveFiles } from './archive-files.ts';
import { inspectArchive } from './inspect-archive.ts';
import { refresh } from './refresh.ts';
import type { RefreshResult } from './run-steps.ts';
import type { RefreshContext } from './step.ts';
import { isInPostgres } from './steps/load-archive.ts';

/**
 * Empties the warehouse first, so that everything is computed and published again, from the archive
 * and from what is drained after it. Throws when that would lose searches, because their file of
 * the archive is damaged and PostgreSQL no longer has them: the warehouse stays as it is then.
 */
export async function rebuild(context: RefreshContext): Promise<RefreshResult> {
  await refuseLoss(context);
  await context.warehouse.startOver('a rebuild was asked for');
  return refresh(context);
}

/** Throws for a damaged file of the archive whose searches PostgreSQL does not have. */
async function refuseLoss(context: RefreshContext): Promise<void> {
  const files = (await listArchiveFiles(context.db)).get('search_log') ?? [];
  const damaged = await inspectArchive(context, files, { isThorough: true });
  for (const file of damaged) {
    const { fileName, damage, rowCount } = file;
    if (!(await isInPostgres(context.db, file)))
      throw new Error(
        `a rebuild would lose up to ${counted(rowCount, 'search', 'searches')}: ${fileName} of ` +
          `the archive is ${damage}. Put it back, or delete the warehouse file to do without it.`,
      );
  }
}

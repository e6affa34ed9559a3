import type { RefreshContext } from '../step.ts';
import { drain } from './drain.ts';

/** Searches after the watermark -> raw_searches. */
export function drainSearches(context: RefreshContext): Promise<number> {
  return drain(context, {
    source: 'search_log',
    table: 'raw_searches',
    read: ({ tx, id }, rowCountMax) =>
      context.db.readTexts('searches_read_batch', {
        tx,
        search_id: id,
        row_count_max: rowCountMax,
      }),
    beforeCommit: () => context.observe('drain-searches appended'),
  });
}

import type { Mutant } from '../mutant.ts';

const DROP_SEARCH_DAY = 'sql/postgres/functions/drop_search_day.sql';
const ROWS = 'src/stores/warehouse/duckdb/packed-rows.ts';
const CONTRACT_TEST = 'test/src/stores/warehouse/duckdb/open-duckdb-warehouse.test.ts';
const DAYS_TEST = 'test/src/demand/searches/search-days.test.ts';
const ARCHIVE_TEST = 'test/faults/warehouse/archive.test.ts';

/** Ways to lose or repeat rows that are packed away, or searches whose day is dropped. */
export const ARCHIVE: readonly Mutant[] = [
  {
    name: 'packed-before-published',
    file: ROWS,
    find: 'return Math.min(published.batches[source] ?? 0, ...progress);',
    replace: 'return Math.max(published.batches[source] ?? 0, ...progress);',
    tests: [CONTRACT_TEST],
    why: 'rows leave the warehouse before every fact contains them',
  },
  {
    name: 'unpacked-twice',
    file: 'sql/warehouse/archive/raw_unpack.sql',
    find: ' where batch not in (select batch from "$table")',
    replace: '',
    tests: [CONTRACT_TEST],
    why: 'rows that come back from the archive twice count twice',
  },
  {
    name: 'old-copy-of-the-warehouse-used',
    file: 'pipelines/steps/check-cluster.ts',
    find: '&& (await continuesArchive({ db, warehouse }))',
    replace: '',
    tests: [ARCHIVE_TEST],
    why: 'an old copy of the warehouse file counts batches under numbers that others have',
  },
  {
    name: 'day-dropped-unread',
    file: DROP_SEARCH_DAY,
    find: '    continue when (newest.tx, newest.id) > (safe.tx, safe.id);\n',
    replace: '',
    tests: [DAYS_TEST],
    why: 'searches are dropped that are not in the archive',
  },
  {
    name: 'day-dropped-with-its-callers',
    file: DROP_SEARCH_DAY,
    find: '    exit when exists (select from public.search_callers where at < day.to_at);\n',
    replace: '',
    tests: [DAYS_TEST],
    why: 'searches are dropped before it is known which bookings followed them',
  },
];

import type { Mutant } from '../mutant.ts';

const ENGINE = 'src/stores/warehouse/duckdb';
const TESTS = 'test/src/stores/warehouse/duckdb';
const CONTRACT_TEST = `${TESTS}/open-duckdb-warehouse.test.ts`;
const CHANGES_TEST = 'test/faults/warehouse/changed-models.test.ts';

/** Ways to leave rows in the warehouse that are counted twice, lost, or of older statements. */
export const WAREHOUSE: readonly Mutant[] = [
  {
    name: 'rows-loaded-again',
    file: `${ENGINE}/load-batch.ts`,
    find: 'const added = rows.slice(first);',
    replace: 'const added = rows;',
    tests: [CONTRACT_TEST],
    why: 'rows that are already loaded count again in the next batch',
  },
  {
    name: 'batch-grows-later',
    file: `${ENGINE}/load-batch.ts`,
    find: 'if (number <= watermark.batch) return;',
    replace: '',
    tests: [CONTRACT_TEST],
    why: 'rows are added to a batch that the models contain already, and are never counted',
  },
  {
    name: 'window-added-again',
    file: `${ENGINE}/advance-model.ts`,
    find: 'const from = await findProgress(session, model);',
    replace: 'const from = 0;',
    tests: [CONTRACT_TEST],
    why: 'batches that are added to a model again count twice',
  },
  {
    name: 'state-known-after-a-rollback',
    file: `${ENGINE}/duckdb.ts`,
    find: '          session.forgetKnown();\n',
    replace: '',
    tests: [`${TESTS}/known-state.test.ts`],
    why: 'batches whose transaction was rolled back count as loaded, and are never loaded again',
  },
  {
    name: 'action-not-read',
    file: `${ENGINE}/models/read-actions.ts`,
    find: "named.split(',')",
    replace: "named.split(',').slice(0, 1)",
    tests: [`${TESTS}/models/read-actions.test.ts`],
    why: 'a batch with nothing but changed lots counts as one without lots, and is left out',
  },
  {
    name: 'model-of-another-version',
    file: `${ENGINE}/models/word-graph.ts`,
    find: '[...reach(name)].sort().map(textOf)',
    replace: '[textOf(name)]',
    tests: [CHANGES_TEST],
    why: 'a rollup stays as it was although its fact has changed',
  },
  {
    name: 'hour-of-the-last-count-alone',
    file: 'sql/warehouse/4_rollups/counts_by_lot_hour.sql',
    find: 'from fct_occupancy_counts semi join touched using (lot_id, hour_at)',
    replace: 'from added',
    tests: ['test/pipelines/counts.test.ts'],
    why: 'a late count replaces the other counts of its hour',
  },
  {
    name: 'marts-of-another-version',
    file: `${ENGINE}/remake-changed.ts`,
    find: "await session.run('state/warehouse_state_forget');",
    replace: '',
    tests: [CHANGES_TEST],
    why: 'rows that a changed mart no longer has stay published',
  },
  {
    name: 'areas-before-a-cut-stay',
    file: 'sql/warehouse/5_marts/1_past_asked/stale_months.sql',
    find: 'from renewable join renewed using (livemode, country)\n  where',
    replace: 'from renewable join renewed using (livemode, country)\n  where false and',
    tests: ['test/faults/figures/past-of-two-worlds.test.ts'],
    why: 'days that finer areas tell are told by the whole country as well',
  },
  {
    name: 'past-only-with-news',
    file: 'sql/warehouse/5_marts/1_past_asked/stale_months.sql',
    find: 'only with rows of: lot_spans',
    replace: 'only with rows of: stale_past',
    tests: ['test/pipelines/marts-rebuilt.test.ts'],
    why: 'a day that is over is disclosed only once late rows of it come',
  },
  {
    name: 'closed-lots-keep-their-spaces',
    file: 'sql/warehouse/5_marts/0_stale_areas/stale_areas.sql',
    find: "not is_deleted and is_listed and status = 'active'",
    replace: 'is_deleted',
    tests: ['test/pipelines/areas.test.ts'],
    why: 'the median of an area has lots that nobody can find any more',
  },
  {
    name: 'fractions-are-rounded',
    file: 'sql/warehouse/2_staging/fault_number.sql',
    find: 'coalesce(try_cast(value as bigint) <> try_cast(value as double), true)',
    replace: 'try_cast(value as bigint) is null',
    tests: ['test/pipelines/quarantine.test.ts'],
    why: 'a member that is no whole number is read as another number',
  },
  {
    name: 'unread-ends-stay-open',
    file: 'sql/warehouse/4_rollups/open_stays.sql',
    find: '-1 as balance from unread',
    replace: '0 as balance from unread',
    tests: ['test/pipelines/quarantine.test.ts'],
    why: 'a session whose end cannot be read takes its space for ever',
  },
];

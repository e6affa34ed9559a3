import type { Mutant } from './mutant.ts';

const ENGINE = 'src/stores/warehouse/duckdb';
const CONTRACT_TEST = 'test/src/stores/warehouse/duckdb/open-duckdb-warehouse.test.ts';
const CHANGES_TEST = 'test/pipelines/changed-models.test.ts';

/** Ways to keep rows in the warehouse that never happened, or that no statement would make. */
export const WAREHOUSE: readonly Mutant[] = [
  {
    name: 'rows-loaded-again',
    file: `${ENGINE}/load-batch.ts`,
    find: 'const added = rows.slice(first);',
    replace: 'const added = rows;',
    tests: [CONTRACT_TEST],
    why: 'rows that are there count again with the batch after theirs',
  },
  {
    name: 'batch-grows-later',
    file: `${ENGINE}/load-batch.ts`,
    find: 'if (number <= watermark.batch) return;',
    replace: '',
    tests: [CONTRACT_TEST],
    why: 'rows come into a batch that the models have passed, and count nowhere',
  },
  {
    name: 'window-added-again',
    file: `${ENGINE}/advance-model.ts`,
    find: 'if (through <= from) return 0;',
    replace: 'if (through < from) await session.run(pathOf(model), { from: 0, through });',
    tests: [CONTRACT_TEST],
    why: 'a window that is asked for again counts twice',
  },
  {
    name: 'model-of-another-version',
    file: `${ENGINE}/word-graph.ts`,
    find: '[...reach(name)].sort().map(textOf)',
    replace: '[textOf(name)]',
    tests: [CHANGES_TEST],
    why: 'sums stay as they were made of facts that are made otherwise now',
  },
  {
    name: 'marts-of-another-version',
    file: `${ENGINE}/remake-changed.ts`,
    find: "await session.run('state/warehouse_state_forget');",
    replace: '',
    tests: [CHANGES_TEST],
    why: 'rows that a changed mart would no longer have stay published',
  },
];

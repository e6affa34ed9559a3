import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { isFull } from './test/stage/size.ts';
import { UNTIL } from './test/stage/until.ts';

/**
 * These judge answers, not times or the memory of the machine, and strike nothing that another file
 * uses, such as the server of all: two of them run at once.
 */
const SIDE_BY_SIDE = [
  'access/{calls-kill,leaks,matrix,neighbours,undeclared,whereabouts}',
  '{browser,clients,docs,figures,fuzz,marts,mcp,open-data,stateful}/*',
  'tidying/{crowd,end-extended,kill,park-again,rates-meanwhile}',
  'webhooks/{kill,webhooks-listen}',
  'database/{commit-crowd,commit-kill,crashed-backend,database-roles,previous-release}',
  'embedded/*',
  'limits/largest-batch',
  'privacy/*',
  'processes/{api-kill,api-stop,herd,invoices-kill,money-kill,pipelines-kill,reconcile-kill}',
  'processes/{start,stop,stuck-server}',
  'sessions/{charge-kill,mandate-histories,stay-histories}',
  'warehouse/{analytics-truth,archive,archive-kill,backtest-command,changed-models*}',
  'warehouse/warehouse-recovery',
  '{benches,demo-places,ground,place-table,seed-demo}',
].map((path) => `test/faults/${path}.test.ts`);

/** Files that `npm test` runs, too, with less of something. */
const SIZED = /\b(?:isFull|partOf)\b/;
const ALSO_FULL = isFull
  ? globSync('test/**/*.test.ts', { exclude: ['test/faults/**'] }).filter((path) =>
      SIZED.test(readFileSync(path, 'utf8')),
    )
  : [];

const shared = {
  globalSetup: ['test/global-setup.ts'],
  pool: 'forks' as const,
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
  expect: { poll: UNTIL },
  // What `npm test` compiled: processes that are killed leave nothing behind for the next.
  env: { NODE_COMPILE_CACHE: resolve('node_modules/.compile-cache') },
};

export default defineConfig({
  test: {
    teardownTimeout: 30_000,
    reporters: ['default', './test/print-times.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'side by side',
          include: SIDE_BY_SIDE,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'alone',
          include: ['test/faults/**/*.test.ts', ...ALSO_FULL],
          exclude: [...configDefaults.exclude, ...SIDE_BY_SIDE],
          // Each file kills, freezes, fills or measures something that another would need.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

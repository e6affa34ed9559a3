import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { UNTIL } from './test/stage/until.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/faults/**'],
    globalSetup: ['test/global-setup.ts'],
    reporters: ['default', './test/print-times.ts'],
    // DuckDB and other native addons, and libuv's thread pool, belong to a process: with threads
    // the files would share them, and one crash would end them all.
    pool: 'forks',
    // Room for young objects, in MB: clearing it often took a tenth of the time.
    execArgv: ['--max-semi-space-size=64'],
    // One more than processors of the smallest machine: tests wait a quarter of their time.
    maxWorkers: 3,
    // Files run one after another in each of these: loading the libraries takes a third of it.
    isolate: false,
    // The commands that tests run are read once, not by each of their processes.
    env: { NODE_COMPILE_CACHE: resolve('node_modules/.compile-cache') },
    // Against tests that hang, not slow ones: of the same file, a busy machine takes five times the
    // time of a quiet one.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: UNTIL },
    teardownTimeout: 30_000,
  },
});

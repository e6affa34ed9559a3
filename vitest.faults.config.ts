import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    // Each file kills, freezes or fills something that another would need.
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
  },
});

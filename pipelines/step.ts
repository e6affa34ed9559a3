import type { Logger } from 'pino';
import type { Clock } from '../src/kit/clock.ts';
import type { Postgres } from '../src/stores/postgres.ts';
import type { Warehouse } from '../src/stores/warehouse/warehouse.ts';
import type { Failures } from './failures.ts';

/**
 * Called with the name of each point that a refresh passes, for example `drain-audit appended`.
 * Progress bars use it, and tests that stop the process at such a point. When it throws, no later
 * step runs.
 */
export type Observe = (point: string) => void;

/** How many rows make a file of the archive, at least and at most. */
export type PackSizes = { rowCountMin: number; rowCountMax: number };

export type RefreshContext = {
  db: Postgres;
  warehouse: Warehouse;
  clock: Clock;
  log: Logger;
  observe: Observe;
  /** Those of the step that packs, unless given. */
  packSizes?: PackSizes;
  /** Rows of a fact that may be set aside: those of the step that checks it, unless given. */
  quarantineRowsMax?: number;
  /** Ends the refresh before its next step or batch. What was committed stays. */
  signal?: AbortSignal | undefined;
};

export type StepContext = RefreshContext & {
  /** The steps and models that have failed in this refresh, and those that wait for them. */
  failures: Failures;
  /**
   * The drains contain everything that was committed before this instant (ISO 8601, UTC); null when
   * the database cannot say.
   */
  horizon: string | null;
};

/**
 * One step of a refresh. Returns how many rows it wrote, or how many checks it ran. It waits for
 * the next refresh when a step that it needs has failed, or waits: `all` are all steps before it.
 */
export type Step = {
  name: string;
  needs: readonly string[] | 'all';
  run(context: StepContext): Promise<number>;
};

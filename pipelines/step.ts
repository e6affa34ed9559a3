import type { Logger } from 'pino';
import type { Clock } from '../src/clock.ts';
import type { Postgres } from '../src/stores/postgres.ts';
import type { Warehouse } from '../src/stores/warehouse/warehouse.ts';

/**
 * Called with the name of each point that a refresh passes, for example `drain-audit appended`.
 * Progress bars use it, and tests that stop the process at such a point.
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
  /**
   * The drains contain everything that was committed before this instant (ISO 8601, UTC); null when
   * the database cannot say.
   */
  horizon: string | null;
};

/** One step of a refresh. Returns how many rows it wrote, or how many checks it ran. */
export type Step = { name: string; run(context: StepContext): Promise<number> };

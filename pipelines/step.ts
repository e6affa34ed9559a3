import type { Logger } from 'pino';
import type { Clock } from '../src/clock.ts';
import type { Postgres } from '../src/stores/postgres.ts';
import type { Warehouse } from '../src/stores/warehouse/warehouse.ts';

/**
 * Called with the name of each point a refresh passes, such as `drain-audit appended`: for progress
 * bars, and for tests that stop the process there.
 */
export type Observe = (point: string) => void;

export type RefreshContext = {
  db: Postgres;
  warehouse: Warehouse;
  clock: Clock;
  log: Logger;
  observe: Observe;
  /** Ends the refresh before its next step or batch; what was committed stays. */
  signal?: AbortSignal | undefined;
};

export type StepContext = RefreshContext & {
  /** What was committed before it is drained; ISO 8601 UTC, null where that cannot be told. */
  horizon: string | null;
};

/** One step of a refresh: returns how many rows it wrote, or checked. */
export type Step = { name: string; run(context: StepContext): Promise<number> };

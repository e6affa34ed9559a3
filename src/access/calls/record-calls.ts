import type { Logger } from 'pino';
import type { Querier } from '../../stores/postgres.ts';
import { createCallCounts } from './count-calls.ts';
import type { FinishedCall } from './finished-call.ts';
import { createRefusals } from './keep-refusals.ts';

export type CallRecorder = {
  /** Takes an answered call, while nobody waits for it to be written. Never throws. */
  record(call: FinishedCall): void;
  /** Writes what is still in memory, then resolves. */
  close(): Promise<void>;
};

/** Counts all calls, and keeps those that were answered with an error. */
export function createCallRecorder(deps: { db: Querier; log: Logger }): CallRecorder {
  const counts = createCallCounts(deps);
  const refusals = createRefusals(deps);
  return {
    record({ error, ...call }) {
      counts.add(call);
      if (error !== undefined) refusals.keep({ ...call, error });
    },
    async close() {
      await Promise.all([counts.close(), refusals.close()]);
    },
  };
}

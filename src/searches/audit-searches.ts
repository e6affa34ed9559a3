import type { Logger } from 'pino';
import { type Actor, actorValues } from '../keys/actor.ts';
import { createBatchWriter } from '../stores/batch-writer.ts';
import type { Querier } from '../stores/postgres.ts';

export type DispatcherAction = 'search_parking' | 'check_availability' | 'get_rates';

/** What an agent asked with a key of `operatorId`. */
export type AgentSearch = {
  actor: Actor;
  operatorId: string;
  livemode: boolean;
  /** What the dispatcher was asked to do; null: lots/search was called. */
  action: DispatcherAction | null;
  foundCount: number;
};

export type SearchAudit = {
  /** Resolves once the audit row is in the database, and rejects if it could not be written. */
  write(search: AgentSearch): Promise<void>;
  close(): Promise<void>;
};

const BATCH_ROWS_MAX = 500;
const BUFFERED_ROWS_MAX = 20_000;

/** Writes the audit rows of what agents ask; concurrent ones share a statement. */
export function createSearchAudit(db: Querier, log: Logger): SearchAudit {
  const writer = createBatchWriter<AgentSearch>({
    name: 'audit of searches',
    write: async (searches) => {
      await db.query('searches_audit', { rows: JSON.stringify(searches.map(toRow)) });
    },
    maxRows: BATCH_ROWS_MAX,
    maxDelayMs: 0,
    maxBuffered: BUFFERED_ROWS_MAX,
    log,
  });
  return { write: (search) => writer.addAndWait(search), close: () => writer.close() };
}

function toRow(search: AgentSearch): Record<string, unknown> {
  return {
    ...actorValues(search.actor),
    operator_id: search.operatorId,
    livemode: search.livemode,
    dispatcher_action: search.action,
    found_count: search.foundCount,
  };
}

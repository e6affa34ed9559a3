import type { Logger } from 'pino';
import { createBatchWriter } from '../../stores/batch-writer.ts';
import type { Querier } from '../../stores/postgres.ts';
import { toRecord } from '../../stores/row-names.ts';
import { type Actor, actorValues } from '../principals/actor.ts';

type DispatcherAction = 'search_parking' | 'check_availability' | 'get_rates';

/** What an agent asked with a key of `operatorId`. */
type AgentCall = {
  actor: Actor;
  operatorId: string;
  livemode: boolean;
  asked: Asked;
};

/** `hasMore`: of a search there are at least so many lots. */
type Found = { foundCount: number; hasMore: boolean };

/** What was asked about parking in some place. */
export type AuditedQuestion = { kind: 'search' } | { kind: 'dispatcher'; action: DispatcherAction };

/** A refusal is one by the dispatcher. `status`: of the answer. */
type Asked =
  | (AuditedQuestion & Found)
  | { kind: 'refusal'; status: number }
  | { kind: 'read'; operation: string; status: number };

export type AgentAudit = {
  /** Takes a call whose row is to be written soon, while nobody waits for it. Never throws. */
  record(call: AgentCall): void;
  /** Resolves once the audit row is in the database, and rejects if it could not be written. */
  write(call: AgentCall): Promise<void>;
  close(): Promise<void>;
};

const BATCH_ROWS_MAX = 500;
const BUFFERED_ROWS_MAX = 20_000;

/** Writes the audit rows of what agents ask; concurrent ones share a statement. */
export function createAgentAudit(db: Querier, log: Logger): AgentAudit {
  const writer = createBatchWriter<AgentCall>({
    name: "audit of agents' calls",
    write: async (calls) => {
      await db.query('agent_calls_audit', { rows: JSON.stringify(calls.map(toRow)) });
    },
    maxRows: BATCH_ROWS_MAX,
    maxDelayMs: 0,
    maxBuffered: BUFFERED_ROWS_MAX,
    log,
  });
  return {
    record: (call) => writer.add(call),
    write: (call) => writer.addAndWait(call),
    close: () => writer.close(),
  };
}

function toRow({ actor, operatorId, livemode, asked }: AgentCall): Record<string, unknown> {
  return {
    ...toRecord(actorValues(actor)),
    operator_id: operatorId,
    livemode,
    found_count: 'foundCount' in asked ? asked.foundCount : null,
    has_more: 'hasMore' in asked && asked.hasMore ? true : null,
    ...asked,
  };
}

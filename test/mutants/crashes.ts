import type { Mutant } from './mutant.ts';

const SESSIONS_KILL = 'test/faults/processes/api-kill.test.ts';
const PIPELINES_KILL = 'test/faults/processes/pipelines-kill.test.ts';
const SETTLING = 'test/faults/tidying/crowd.test.ts';

/** Moves the watermark in a separate transaction, after the one with the rows. */
const LATER =
  "setTimeout(() => session.run('state/watermarks_move', { source, ...last, batch: number }), 1);";

/**
 * Ways to lose or repeat a write when a process dies or two processes run at once. Only fault tests
 * notice them.
 */
export const CRASHES: readonly Mutant[] = [
  {
    name: 'event-dropped',
    file: 'sql/postgres/queries/session_create.sql',
    find: "jsonb_build_object('vehicle_id', vehicle_id)\n  from created\n",
    replace:
      "jsonb_build_object('vehicle_id', vehicle_id)\n  from created\n  where random() < 0.9\n",
    tests: [SESSIONS_KILL],
    why: 'some stays begin without their event',
  },
  {
    name: 'watermark-not-moved',
    file: 'src/stores/warehouse/duckdb/load-batch.ts',
    find: "await session.run('state/watermarks_move', { source, ...last, batch: number });",
    replace: LATER,
    tests: [PIPELINES_KILL],
    why: 'rows that were loaded before a crash are loaded again',
  },
  {
    name: 'drained-by-id',
    file: 'sql/postgres/queries/audit_read_batch.sql',
    find: '\n  and is_below_horizon(audit_log.tx)',
    replace: '',
    tests: [PIPELINES_KILL],
    why: 'a row that commits after later ones were read never reaches the warehouse',
  },
  {
    name: 'searches-drained-by-id',
    file: 'sql/postgres/queries/searches_read_batch.sql',
    find: '\n  and is_below_horizon(search_log.tx)',
    replace: '',
    tests: [PIPELINES_KILL],
    why: 'a search that commits late is never counted',
  },
  {
    name: 'refund-settled-twice',
    file: 'sql/postgres/queries/refund_settle.sql',
    find: 'where refund_id = :refund_id and status = :from_status',
    replace: 'where refund_id = :refund_id',
    tests: [SETTLING],
    why: 'two processes that settle a refund at once both record it',
  },
];

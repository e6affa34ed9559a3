import { join } from 'node:path';
import pino from 'pino';
import { drain } from '../../pipelines/steps/drain.ts';
import { monotonicMs, systemClock } from '../../src/kit/clock.ts';
import { openWarehouse } from '../../src/stores/open-warehouse.ts';
import { openDuckDB } from '../../src/stores/warehouse/duckdb/duckdb.ts';
import { readStatements } from '../../src/stores/warehouse/duckdb/models/statements.ts';
import { planResources, thisMachine } from '../../src/stores/warehouse/plan-resources.ts';
import { SOURCES } from '../../src/stores/warehouse/sources.ts';
import type { TextRow } from '../../src/stores/warehouse/warehouse.ts';
import type { Comparison, Run } from '../report.ts';
import type { Load } from '../stage/load.ts';
import type { Stack } from '../stage/stack.ts';

/** Rows that were there before: of the bench's own operator and key. */
const OTHER_ROWS_MAX = 100;

/**
 * Draining audit rows from PostgreSQL, against appending the same rows when they are already read.
 */
export async function compareDrain(
  stack: Stack,
  { pairs: pairCount, drainedRows, say }: Run,
): Promise<Comparison[]> {
  await addEvents(stack, drainedRows);
  const rows = await stack.db.readTexts('audit_read_batch', {
    tx: '0',
    id: '0',
    rowCountMax: drainedRows + OTHER_ROWS_MAX,
  });
  const pairs = [];
  for (let pair = 0; pair < pairCount; pair += 1) {
    say(`draining ${rows.length} rows, pair ${pair + 1} of ${pairCount}`);
    pairs.push({
      ours: await drainOnce(stack, rows.length, join(stack.home, `drain-${pair}.duckdb`)),
      bare: await appendOnce(rows, join(stack.home, `append-${pair}.duckdb`)),
    });
  }
  return [
    {
      title: `drain ${rows.length} audit rows from Postgres`,
      against: 'the DuckDB appender alone on the same rows',
      figure: 'perSecond',
      aim: '>= 0.4',
      pairs,
    },
  ];
}

/** Rows like those that creating sessions writes. */
async function addEvents(stack: Stack, rowCount: number): Promise<void> {
  await stack.sql(
    `insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
     select 'key', $1, $2, true, 'session.created', 'ses_' || uuidv7(),
       jsonb_build_object('after', jsonb_build_object(
         'status', 'active', 'lot_id', uuidv7(), 'vehicle_id', n, 'source', 'api',
         'fleet_id', null, 'hold_id', null, 'started_at', now(),
         'expected_end', now() + interval '1 hour',
         'rate_minor', 350, 'rate_unit', 'hour', 'currency', 'cad',
         'rate_snapshot', '{}'::jsonb))
     from generate_series(1, $3::integer) as n`,
    [stack.keyId, stack.operatorId, rowCount],
  );
}

async function drainOnce(stack: Stack, rowCount: number, path: string): Promise<Load> {
  const log = pino({ level: 'warn' }, pino.destination(2));
  const warehouse = await openWarehouse({ path, log });
  const context = { db: stack.db, warehouse, clock: systemClock, log, observe: () => undefined };
  const audit = SOURCES.find(({ name }) => name === 'audit_log');
  if (audit === undefined) throw new Error('audit rows are not drained');
  try {
    return await timed(async () => {
      const drained = await drain(context, audit);
      if (drained !== rowCount) throw new Error(`${drained} rows were drained, not ${rowCount}`);
      return drained;
    });
  } finally {
    await warehouse.close();
  }
}

async function appendOnce(rows: readonly TextRow[], path: string): Promise<Load> {
  await (await openWarehouse({ path, log: pino({ level: 'silent' }) })).close();
  const duckdb = await openDuckDB(path, readStatements(), planResources(thisMachine()));
  try {
    return await timed(async () => {
      await duckdb.transaction((session) => session.append('raw_audit', 1, rows));
      return rows.length;
    });
  } finally {
    await duckdb.close();
  }
}

async function timed(work: () => Promise<number>): Promise<Load> {
  const startedAt = monotonicMs();
  const rowCount = await work();
  const ms = monotonicMs() - startedAt;
  return { perSecond: (rowCount / ms) * 1_000, p50Ms: ms, p99Ms: ms };
}

import { DuckDBInstance } from '@duckdb/node-api';
import { pino } from 'pino';
import type { UsedDay } from '../../../../../src/kit/forecast/history/lot-days.ts';
import { cellAt, cellParent } from '../../../../../src/kit/geo/cells.ts';
import { openDuckDBWarehouse } from '../../../../../src/stores/warehouse/duckdb/open-duckdb-warehouse.ts';
import type { Resources } from '../../../../../src/stores/warehouse/plan-resources.ts';
import { SOURCES } from '../../../../../src/stores/warehouse/sources.ts';
import type { Warehouse } from '../../../../../src/stores/warehouse/warehouse.ts';

const log = pino({ level: 'silent' });
const BATCH_ROWS = 20_000;
/** As the pipelines do. */
const WINDOW_BATCHES = 50;
const PACK_ROWS = 250_000;
const LOTS_READ = 500;
const NOTHING = Object.fromEntries(SOURCES.map(({ name }) => [name, 0]));
/** All stays are of the 30 days before. */
const AS_OF = '2026-11-21T10:30:00.000000Z';
const AT = `timestamptz '${AS_OF}'`;
const AREAS_IN_ROW = 20;
const AREA_RESOLUTION = 7;
const OPERATORS = 8;
const COUNTS_PER_STAY = 0.3;

/**
 * Writes a warehouse with the audit rows of lots in many areas, of stays of many vehicles on them,
 * and with counts of these. Ids, places, times and amounts follow from the numbers of the rows.
 */
export async function writeHeavyWarehouse(
  path: string,
  { lots, stays, areas }: { lots: number; stays: number; areas: number },
): Promise<void> {
  const rows = lots + stays;
  const counts = Math.ceil(COUNTS_PER_STAY * stays);
  // Kilometres apart.
  const cells = Array.from({ length: areas }, (_, i) =>
    cellAt(43.6 + (i % AREAS_IN_ROW) / 25, -79.4 + Math.floor(i / AREAS_IN_ROW) / 20),
  );
  await (await openDuckDBWarehouse({ path, log })).close();
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  try {
    await connection.run("set TimeZone = 'UTC'");
    await connection.run(
      `create temp table lots as
       select
         n, 'op_' || n // len(cells) % ${OPERATORS} as operator_id,
         '00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0') as lot_id,
         cells[n % len(cells) + 1] as cell
       from range(${lots}) as t (n), (select from_json($cells, '["BIGINT"]') as cells)`,
      { cells: `[${cells.join(',')}]` },
    );
    await connection.run(
      `insert into raw_audit
       select
         (n // ${BATCH_ROWS} + 1)::integer, n + 1, n + 1, timestamptz '2026-10-01T00:00:00Z', true,
         operator_id, 'lot.created', lot_id, null,
         json_object('before', null, 'after', json_object(
           'operator_id', operator_id, 'cell', cell, 'latitude', 43.65, 'longitude', -79.38,
           'country', 'CA', 'total_spaces', 10 + n % 90, 'rate_minor', 100 + n % 300,
           'rate_unit', 'hour', 'billing_step_minutes', 1, 'currency', 'cad',
           'status', 'active', 'is_listed', true))
       from lots`,
    );
    await connection.run(
      `insert into raw_audit
       with drawn as (
         select
           g, hash(g, 1) % ${lots} as n,
           ${AT} - (hash(g, 2) % 2592000) * interval 1 second as ended_at,
           1 + hash(g, 3) % 300 as minutes, hash(g, 4) % 3000 as subtotal_minor
         from range(${stays}) as t (g)
       )
       select
         ((${lots} + g) // ${BATCH_ROWS} + 1)::integer, ${lots} + g + 1, ${lots} + g + 1,
         timestamptz '2026-10-01T00:00:00Z', true, operator_id, 'session.imported',
         'ses_' || lpad(to_hex(g), 32, '0'), null,
         json_object('after', json_object(
           'status', 'completed', 'source', 'import', 'lot_id', lot_id,
           'vehicle_id', hash(g, 5) % 100000,
           'started_at', ended_at - to_minutes(minutes::bigint),
           'ended_at', ended_at, 'subtotal_minor', subtotal_minor, 'currency', 'cad'))
       from drawn join lots using (n) order by g`,
    );
    await connection.run(
      `insert into raw_occupancy_counts
       select 1, g + 1, g + 1, ${AT} - (hash(g, 6) % 2592000) * interval 1 second, true, lot_id,
         (hash(g, 7) % 10)::integer, 'report'
       from range(${counts}) as t (g) join lots on lots.n = hash(g, 8) % ${lots} order by g`,
    );
    await connection.run(
      `insert into raw_area_cells
       select 1, 1, row_number() over (), 'use', true, 'CA', unnest(cells), date '2026-10-01'
       from (select from_json($cells, '["BIGINT"]') as cells)`,
      { cells: `[${cells.map((cell) => cellParent(cell, AREA_RESOLUTION)).join(',')}]` },
    );
    await connection.run(
      `insert into watermarks values
         ('audit_log', ${rows}, ${rows}, ${Math.ceil(rows / BATCH_ROWS)}, 0, 0),
         ('occupancy_counts', ${counts}, ${counts}, 1, 0, 0),
         ('area_cells', 1, ${areas}, 1, 0, 0)`,
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/**
 * Fills, builds and checks a warehouse with these resources, and packs raw rows. Returns the rows
 * of its marts, and what some lots did on each day, as sorted text. `root`: of its statements.
 */
export async function fillWarehouse(
  path: string,
  resources: Resources,
  root?: string,
): Promise<string[]> {
  const warehouse = await openDuckDBWarehouse({ path, log, resources, root });
  try {
    await advanceAll(warehouse);
    const { batch } = await warehouse.watermark('audit_log');
    const batches = { ...NOTHING, audit_log: batch, occupancy_counts: 1, area_cells: 1 };
    const all = { seen: NOTHING, seenToday: NOTHING, before: { asOf: null, batches: NOTHING } };
    await warehouse.build({ build: 1, asOf: AS_OF, batches, ...all }, () => undefined);
    for (const name of warehouse.contents.checks)
      if ((await warehouse.check(name, { asOf: AS_OF, seen: NOTHING })).length > 0)
        throw new Error(`the check ${name} found rows`);
    await warehouse.published('1');
    const packed = { source: 'audit_log', after: 0, rowCountMin: 1, rowCountMax: PACK_ROWS };
    await warehouse.pack(packed, () => undefined);
    return (await readAll(warehouse)).sort();
  } finally {
    await warehouse.close();
  }
}

async function advanceAll(warehouse: Warehouse): Promise<void> {
  const { facts, rollups, daily } = warehouse.contents;
  for (const { name, source } of [...facts, ...rollups, ...daily]) {
    const { batch } = await warehouse.watermark(source);
    for (let through = 0; through < batch; ) {
      through = Math.min(through + WINDOW_BATCHES, batch);
      await warehouse.advance(name, through, () => undefined);
    }
  }
}

async function readAll(warehouse: Warehouse): Promise<string[]> {
  const rows: string[] = [];
  for (const mart of warehouse.contents.marts)
    await warehouse.stream({ mart, since: 0, areGone: false }, async (json) => {
      for (const row of JSON.parse(json)) rows.push(`${mart} ${JSON.stringify(row)}`);
    });
  const lotIds = (await warehouse.knownLots({ livemode: true, fromDay: 0 })).sort();
  await warehouse.history(
    { lotIds: lotIds.slice(0, LOTS_READ), fromDay: 0 },
    {
      onCounts: () => undefined,
      onUse: (day) => rows.push(`use ${JSON.stringify(inOrder(day))}`),
      onOpenStay: () => undefined,
    },
  );
  return rows;
}

/** The half hours of a day are listed in any order. */
function inOrder({ halfHours, occupiedSeconds, started, revenueMinor, ...day }: UsedDay): object {
  const listed = halfHours.map((halfHour, i) => [
    halfHour,
    occupiedSeconds[i],
    started[i],
    revenueMinor[i],
  ]);
  return { ...day, listed: listed.sort(([one = 0], [other = 0]) => one - other) };
}

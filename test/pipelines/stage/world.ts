import { expect } from 'vitest';
import { newId } from '../../../src/access/ids.ts';
import { describeModels } from '../../../src/stores/warehouse/duckdb/models/models.ts';
import { readStatements } from '../../../src/stores/warehouse/duckdb/models/statements.ts';
import { awayFromWholeHour } from '../../stage/away-from-whole-hour.ts';
import type { TestDatabase } from '../../stage/database.ts';
import {
  addCounts,
  addLotNear,
  addOperators,
  addSearch,
  addStay,
  HOUR_MS,
  importStays,
  type Random,
} from './parking.ts';

/** Writes a small city: lots of several operators, stays of all kinds, counts, searches. */
export async function addWorld(
  database: Pick<TestDatabase, 'sql'>,
  random: Random,
  size: { lots: number; staysPerLot: number },
): Promise<string[]> {
  const operatorIds = await addOperators(database, 3);
  const lotIds: string[] = [];
  for (let i = 0; i < size.lots; i++) {
    const operator_id = operatorIds[i % 3] ?? '';
    const lotId = await addLotNear(database, random, { operator_id });
    lotIds.push(lotId);
    await importStays(
      database,
      Array.from({ length: size.staysPerLot }, () => {
        const endedAt = new Date(Date.now() - Math.floor(random() * 400 * HOUR_MS));
        return {
          sessionId: newId('ses'),
          lotId,
          livemode: true,
          startedAt: new Date(+endedAt - Math.floor(random() * 12 * HOUR_MS)),
          endedAt,
          subtotalMinor: Math.floor(random() * 2_000),
          currency: 'cad',
        };
      }),
    );
    await addStay(database, { lotId });
    await addStay(database, { lotId, endedAt: new Date() });
    const at = new Date(Date.now() - Math.floor(random() * 100 * HOUR_MS));
    await addSearch(database, { latitude: 43.65 + random() / 20, longitude: -79.38, at });
    await addCounts(database, [{ lotId, at, occupied: Math.floor(random() * 9) }]);
  }
  return lotIds;
}

const MARTS = describeModels(readStatements()).contents.marts;

/** Everything that readers see, except for when it was published. */
export async function readMarts(database: Pick<TestDatabase, 'sql'>): Promise<object> {
  const marts: Record<string, unknown> = {};
  for (const mart of MARTS) {
    const rows = await database.sql<{ row: string }>(
      `select row_to_json(mart)::text as row from marts.${mart} as mart order by 1`,
    );
    marts[mart] = rows.map(({ row }) => row);
  }
  return marts;
}

/** For expectSameMarts, where everything was refreshed just before. */
export const nothingMore = async () => undefined;

/** Asserts that readers see the same after `remake` as after `make` and one more refresh. */
export async function expectSameMarts(
  database: Pick<TestDatabase, 'sql'>,
  make: () => Promise<unknown>,
  remake: () => Promise<unknown>,
  refresh = make,
): Promise<void> {
  // The windows of the marts end at whole hours, so two builds can be compared only within one.
  await awayFromWholeHour();
  await make();
  // What the first refresh found in Postgres and wrote there may be drained by the next only.
  await refresh();
  const seen = await readMarts(database);
  await remake();
  expect(await readMarts(database)).toEqual(seen);
}

/** Counts the rows in Postgres that must become one fact each. FOUND_FACTS counts the facts. */
export const EXPECTED_FACTS = `
  select kind, count(*)::integer as rows, sum(audit_id)::text as ids from (
    select 'lots' as kind, audit_id from audit_log where action like 'lot.%'
    union all select 'starts', audit_id from audit_log
      where action in ('session.created', 'session.imported')
    union all select 'stays', audit_id from audit_log
      where action in ('session.closed', 'session.imported')
    union all select 'paid stays', audit_id from audit_log
      where action in ('payment.completed', 'session.imported')
    union all select 'searches', search_id from search_log
    union all select 'conversions', conversion_id from conversions
    union all select 'crowds', crowd_id from search_crowds
    union all select 'cities', cell from cell_cities where city_id is not null
    union all select 'counts', count_id from occupancy_counts
    union all select 'hours', ordinary_day_id from ordinary_days
    union all select 'public figures', audit_id from audit_log
      where action = 'operator.updated' and diff -> 'after' ? 'figures_public'
    union all select 'refunds', audit_id from audit_log where action = 'refund.succeeded'
    union all select 'areas', cell from area_cells
  ) as facts group by kind order by kind`;

export const FOUND_FACTS = `
  select kind, count(*)::integer as rows, sum(audit_id)::varchar as ids from (
    select 'lots' as kind, audit_id from fct_lot_changes
    union all select 'starts', audit_id from fct_session_starts
    union all select 'stays', audit_id from fct_stays
    union all select 'paid stays', audit_id from fct_paid_stays
    union all select 'searches', search_id from fct_searches
    union all select 'conversions', conversion_id from fct_conversions
    union all select 'crowds', crowd_id from fct_search_crowds
    union all select 'cities', cell from fct_cell_cities
    union all select 'counts', count_id from fct_occupancy_counts
    union all select 'hours', ordinary_day_id from raw_ordinary_days
    union all select 'public figures', audit_id from fct_public_figures
    union all select 'refunds', audit_id from fct_refunds
    union all select 'areas', cell from fct_area_cells
  ) as facts group by kind order by kind`;

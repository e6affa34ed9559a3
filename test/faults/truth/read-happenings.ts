import { cellAt } from '../../../src/kit/geo/cells.ts';
import type { Known, OracleLot, OracleStay } from '../../pipelines/stage/area-oracle.ts';
import type { Count } from '../../pipelines/stage/parking.ts';
import type { TestDatabase } from '../../stage/database.ts';
import type { Marks } from './read-truth.ts';

// The lots, stays and counts of the live world, and which cells are areas of their own, read from
// the rows that the product writes into Postgres.

const EVERYTHING = { tx: '18446744073709551615', id: '9223372036854775807' };

/** Everything that was drained; without marks everything there is. */
export async function readHappenings(
  { sql }: Pick<TestDatabase, 'sql'>,
  marks?: Marks,
): Promise<Known> {
  const read = <T extends object>(text: string, source: string) => {
    const { tx, id } = marks === undefined ? EVERYTHING : (marks.get(source) ?? NOTHING);
    return sql<T>(text, [tx, id]);
  };
  const lots = await read<LotRow>(LOTS, 'audit_log');
  const stays = await read<Nullable<OracleStay>>(STAYS, 'audit_log');
  const named = await read<{ cell: string }>(AREA_CELLS, 'area_cells');
  return {
    lots: lots.map((lot) => ({ ...lot, cell: cellAt(lot.latitude, lot.longitude) })),
    stays: stays.map(withoutNulls),
    counts: await read<Count>(COUNTS, 'occupancy_counts'),
    named: new Set(named.map(({ cell }) => BigInt(cell))),
  };
}

const NOTHING = { tx: '0', id: '0' };
type LotRow = Omit<OracleLot, 'cell'> & { latitude: number; longitude: number };
type Nullable<T> = { [K in keyof T]: T[K] | null };

function withoutNulls(row: Nullable<OracleStay>): OracleStay {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null),
  ) as OracleStay;
}

const LOTS = `
  with drained as (
    select entity_id, audit_id, action, diff -> 'after' as after
    from audit_log
    where action in ('lot.created', 'lot.updated', 'lot.deleted') and livemode
      and (tx, audit_id) <= ($1::xid8, $2::bigint)
  ),
  newest as (
    select distinct on (entity_id) entity_id,
      action <> 'lot.deleted' and after ->> 'status' = 'active'
        and (after ->> 'is_listed')::boolean as "isListed"
    from drained
    order by entity_id, audit_id desc
  ),
  known as (
    select distinct on (entity_id) entity_id, after
    from drained
    where jsonb_typeof(after) = 'object'
    order by entity_id, audit_id desc
  )
  select lot.lot_id, operator_id, latitude, longitude, country, total_spaces,
    coalesce(rate_minor, 0) as rate_minor, "isListed"
  from known
  join newest using (entity_id)
  cross join jsonb_to_record(after) as lot (
    lot_id text, operator_id text, latitude float8, longitude float8, country text,
    total_spaces integer, rate_minor integer)`;

/** Without a rate of its own a stay has the one that was posted when it began. */
const STAYS = `
  with drained as (
    select entity_id, audit_id, action, diff -> 'after' as after
    from audit_log
    where livemode and (tx, audit_id) <= ($1::xid8, $2::bigint)
  ),
  started as (
    select *, after ->> 'lot_id' as lot_id, action = 'session.imported' as is_imported
    from drained
    where action in ('session.created', 'session.imported')
  ),
  closed as (
    select entity_id, after from drained where action in ('session.closed', 'session.imported')
  )
  select started.entity_id as "sessionId", started.lot_id as "lotId", true as livemode,
    started.after ->> 'currency' as currency,
    (started.after ->> 'started_at')::timestamptz as "startedAt",
    (closed.after ->> 'ended_at')::timestamptz as "endedAt",
    coalesce((closed.after ->> 'subtotal_minor')::integer, 0) as "subtotalMinor",
    not is_imported and not exists (
      select from drained as paid
      where paid.entity_id = started.entity_id and paid.action = 'payment.completed'
    ) as "isUnpaid",
    exists (
      select from drained as refunded
      where refunded.entity_id = started.entity_id and refunded.action = 'refund.succeeded'
    ) as "isRefunded",
    (started.after ->> 'vehicle_id')::integer as "vehicleId",
    coalesce(
      (started.after -> 'rate_snapshot' ->> 'base_rate_minor')::integer,
      (started.after ->> 'rate_minor')::integer,
      (
        select coalesce((lot.after ->> 'rate_minor')::integer, 0)
        from drained as lot
        where lot.entity_id = started.lot_id and lot.action like 'lot.%'
          and lot.audit_id <= started.audit_id
        order by lot.audit_id desc
        limit 1
      )
    ) as "baseRateMinor"
  from started left join closed using (entity_id)`;

const COUNTS = `
  select lot_id as "lotId", livemode, at, occupied from occupancy_counts
  where livemode and (tx, count_id) <= ($1::xid8, $2::bigint)
  order by tx, count_id`;

const AREA_CELLS = `
  select cell::text from area_cells
  where kind = 'use' and livemode and (tx, area_cell_id) <= ($1::xid8, $2::bigint)`;

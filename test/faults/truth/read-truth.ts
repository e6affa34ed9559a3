import { cellToParent } from 'h3-js';
import type { TestDatabase } from '../../database.ts';
import type { Query } from '../../pipelines/demand-oracle.ts';
import type { Lot, Search } from '../../pipelines/hex-oracle.ts';
import type { World } from '../../src/market/brute-force.ts';
import type { TestWarehouse } from '../../warehouse.ts';

// What had happened up to a publication, read from the rows that the product writes into Postgres.

type Sql = Pick<TestDatabase, 'sql'>;

/** The last row of each source that the warehouse has drained. */
export type Marks = ReadonlyMap<string, { tx: string; id: string }>;

export type Truth = {
  market: World;
  lots: readonly (Lot & World['lots'][number])[];
  searches: readonly Search[];
  queries: readonly (Query & { cityId: number })[];
  conversions: readonly { cityId: number; searchedOn: string }[];
};

export async function readMarks(warehouse: Pick<TestWarehouse, 'rows'>): Promise<Marks> {
  const rows = await warehouse.rows(
    'select source, tx::varchar as tx, id::varchar as id from watermarks',
  );
  return new Map(
    (rows as { source: string; tx: string; id: string }[]).map(({ source, tx, id }) => [
      source,
      { tx, id },
    ]),
  );
}

/** Everything of the live world that was drained. */
export async function readTruth(database: Sql, marks: Marks): Promise<Truth> {
  const upTo = (source: string) => {
    const { tx, id } = marks.get(source) ?? { tx: '0', id: '0' };
    return [tx, id];
  };
  const lots = await database.sql<World['lots'][number]>(LOTS, upTo('audit_log'));
  const stays = await database.sql<StayRow>(STAYS, upTo('audit_log'));
  const counts = await database.sql<CountRow>(COUNTS, upTo('occupancy_counts'));
  const searches = await database.sql<SearchRow>(SEARCHES, upTo('search_log'));
  const conversions = await database.sql<{ cityId: number; searchedOn: string }>(
    CONVERSIONS,
    upTo('conversions'),
  );
  return {
    market: {
      lots,
      stays: Map.groupBy(stays, ({ lot_id }) => lot_id),
      counts: Map.groupBy(counts, ({ lot_id }) => lot_id),
      searches,
    },
    lots: lots.map((lot) => ({
      ...lot,
      lat: lot.latitude,
      lng: lot.longitude,
      spaces: lot.total_spaces,
      rate: lot.rate_minor,
      currency: lot.currency,
    })),
    searches: searches.map((row) => ({
      ...row,
      lat: row.cell_latitude,
      lng: row.cell_longitude,
    })),
    queries: searches.flatMap((row) => {
      const { agentPlatform, cityId, wantedOn } = row;
      if (agentPlatform === null || cityId === null || wantedOn === null) return [];
      const parent = cellToParent(BigInt(row.cell).toString(16), 8);
      return [{ ...row, agentPlatform, cityId, wantedOn, place: String(BigInt(`0x${parent}`)) }];
    }),
    conversions,
  };
}

type StayRow = World['stays'] extends Map<string, (infer Row)[]> ? Row : never;
type CountRow = World['counts'] extends Map<string, (infer Row)[]> ? Row : never;
type SearchRow = World['searches'][number] &
  Pick<Query, 'kind' | 'availableCount' | 'caller'> & {
    cell: string;
    agentPlatform: string | null;
    cityId: number | null;
    wantedOn: string | null;
  };

const LOTS = `
  select lot.*
  from (
    select distinct on (entity_id) action, diff -> 'after' as after
    from audit_log
    where action like 'lot.%' and livemode and (tx, audit_id) <= ($1::xid8, $2::bigint)
    order by entity_id, tx desc, audit_id desc
  ) as newest
  cross join jsonb_to_record(after) as lot (
    lot_id text, operator_id text, latitude float8, longitude float8, country text, currency text,
    total_spaces integer, rate_minor integer, rate_unit text, max_daily_minor integer,
    status text, is_listed boolean)
  where action <> 'lot.deleted' and status = 'active' and is_listed`;

const STAYS = `
  with drained as (
    select entity_id, action, diff -> 'after' as after
    from audit_log
    where livemode and (tx, audit_id) <= ($1::xid8, $2::bigint)
  )
  select started.after ->> 'lot_id' as lot_id, started.after ->> 'currency' as currency,
    (started.after ->> 'started_at')::timestamptz as started_at,
    (closed.after ->> 'ended_at')::timestamptz as ended_at,
    case when paid.entity_id is not null then (closed.after ->> 'subtotal_minor')::integer end
      as subtotal_minor
  from drained as started
  left join drained as closed
    on closed.entity_id = started.entity_id and closed.action = 'session.closed'
  left join drained as paid
    on paid.entity_id = started.entity_id and paid.action = 'payment.completed'
  where started.action = 'session.created'
  union all
  select after ->> 'lot_id', after ->> 'currency', (after ->> 'started_at')::timestamptz,
    (after ->> 'ended_at')::timestamptz, (after ->> 'subtotal_minor')::integer
  from drained
  where action = 'session.imported'`;

const COUNTS = `
  select lot_id, at, occupied from occupancy_counts
  where livemode and (tx, count_id) <= ($1::xid8, $2::bigint)
  order by tx, count_id`;

const SEARCHES = `
  select at, cell_latitude, cell_longitude, cell::text as cell, kind, caller::text as caller,
    available_lot_count as "availableCount", agent_platform as "agentPlatform",
    city_id as "cityId", wanted_on::text as "wantedOn"
  from search_log
  left join (select tx, search_id, caller from search_callers) as known using (tx, search_id)
  where livemode and (tx, search_id) <= ($1::xid8, $2::bigint)`;

const CONVERSIONS = `
  select city_id as "cityId", searched_on::text as "searchedOn" from conversions
  where livemode and (tx, conversion_id) <= ($1::xid8, $2::bigint)`;

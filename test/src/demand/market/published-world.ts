import type { Percentile } from '../../../../src/demand/areas/demand-score.ts';
import {
  areaFinder,
  type DisclosedArea,
  type SearchArea,
  searchFinder,
} from '../../../../src/demand/areas/disclosed-area.ts';
import type { Around, PublishedLot } from '../../../../src/demand/tiles/tile-lots.ts';
import { cellAt } from '../../../../src/kit/geo/cells.ts';
import { ANYWHERE, plainTariff } from '../../../../src/tariffs/plain-rate.ts';
import { priceStay } from '../../../../src/tariffs/price/price-stay.ts';
import type { TestDatabase } from '../../../stage/database.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Row = {
  lot_id: string;
  operator_id: string;
  latitude: number;
  longitude: number;
  country: string | null;
  currency: string;
  total_spaces: number;
  is_capacity_estimated: boolean;
  rate_minor: number | null;
  rate_unit: 'hour' | 'day';
  billing_step_minutes: number;
  max_daily_minor: number | null;
};

export type PublishedWorld = { lots: PublishedLot[]; around: Around };

/** A position in the audit log, up to which it is read. */
type UpTo = { tx: string; id: string };
const TO_THE_END: UpTo = { tx: '18446744073709551615', id: '9223372036854775807' };

/** What answers depend on: lots as the product has written them down, areas as published. */
export async function readPublishedWorld(
  database: Pick<TestDatabase, 'sql'>,
  { livemode = true, upTo = TO_THE_END } = {},
): Promise<PublishedWorld> {
  const rows = await database.sql<Row>(LOTS, [livemode, upTo.tx, upTo.id]);
  const inWorld = <T extends object>(text: string) => database.sql<T>(text, [livemode]);
  const own = await inWorld<{ lot_id: string } & Own>(
    `select lot_id, observation_count, revenue_minor, paid_minutes, occupied_minutes, known_minutes
     from marts.market_rate_by_lot where livemode = $1`,
  );
  const areas = await inWorld<DisclosedArea & { cell: string }>(
    `select country, cell::text, median_space_count, stay_count::integer,
       paid_stay_count::integer, paid_pct, occupied_pct, measured_pct
     from marts.areas where livemode = $1`,
  );
  const searchAreas = await inWorld<SearchArea & { cell: string }>(
    `select cell::text, search_count::integer, unmet_count::integer, agent_count::integer,
       searcher_count::integer, searches_per_million::float8
     from marts.search_areas where livemode = $1`,
  );
  const percentiles = await inWorld<Percentile>(
    `select country, percentile, searcher_count::integer
     from marts.search_percentiles where livemode = $1 order by percentile`,
  );
  const ownByLot = new Map(own.map((row) => [row.lot_id, row]));
  const withCell = <T extends { cell: string }>(row: T) => ({ ...row, cell: BigInt(row.cell) });
  return {
    lots: rows.map((row) => lotOf(row, ownByLot.get(row.lot_id))),
    around: {
      areaOf: areaFinder(areas.map(withCell)),
      searchesAt: searchFinder(searchAreas.map(withCell)),
      percentilesOf: (country) => percentiles.filter((figure) => figure.country === country),
    },
  };
}

const LOTS = `
  select lot.*
  from (
    select distinct on (entity_id) action, diff -> 'after' as after
    from audit_log
    where action in ('lot.created', 'lot.updated', 'lot.deleted') and livemode = $1
      and (tx, audit_id) <= ($2::xid8, $3::bigint)
    order by entity_id, tx desc, audit_id desc
  ) as newest
  cross join jsonb_to_record(after) as lot (
    lot_id text, operator_id text, latitude float8, longitude float8, country text, currency text,
    total_spaces integer, is_capacity_estimated boolean, rate_minor integer, rate_unit text,
    billing_step_minutes integer, max_daily_minor integer, status text, is_listed boolean)
  where action <> 'lot.deleted' and status = 'active' and is_listed`;

type Own = Pick<
  PublishedLot,
  'observation_count' | 'revenue_minor' | 'paid_minutes' | 'occupied_minutes' | 'known_minutes'
>;
const NOTHING: Own = {
  observation_count: 0,
  revenue_minor: 0,
  paid_minutes: 0,
  occupied_minutes: 0,
  known_minutes: 0,
};

function lotOf(row: Row, own: Own = NOTHING): PublishedLot {
  const priceOf = (minutes: number) => priceOfStay(row, minutes);
  const isDailyKnown =
    row.rate_unit === 'day' || row.max_daily_minor !== null || row.rate_minor === 0;
  return {
    cell: cellAt(row.latitude, row.longitude),
    latitude: row.latitude,
    longitude: row.longitude,
    operator_id: row.operator_id,
    country: row.country ?? 'ZZ',
    currency: row.currency,
    is_public: false,
    is_counted: true,
    space_count: row.is_capacity_estimated ? null : row.total_spaces,
    list_hourly: priceOf(60),
    list_daily: isDailyKnown ? priceOf(DAY_MS / MINUTE_MS) : null,
    observation_count: Number(own.observation_count),
    revenue_minor: Number(own.revenue_minor),
    paid_minutes: Number(own.paid_minutes),
    occupied_minutes: Number(own.occupied_minutes),
    known_minutes: Number(own.known_minutes),
  };
}

/** What the product would bill. */
function priceOfStay(row: Row, minutes: number): number | null {
  if (row.rate_minor === null) return null;
  const tariff = plainTariff({
    rateMinor: row.rate_minor,
    rateUnit: row.rate_unit,
    billingStepMinutes: row.billing_step_minutes ?? 1,
    maxDailyMinor: row.max_daily_minor,
  });
  const window = { startedAt: new Date(0), endedAt: new Date(minutes * MINUTE_MS) };
  return priceStay(tariff, window, ANYWHERE).subtotalMinor;
}

import { cellAt, cellParent } from '../../../src/geometry/cells.ts';
import { greatCircleMetres, type LatLng } from '../../../src/geometry/great-circle.ts';
import type { MarketRate } from '../../../src/market/market-rate.ts';
import type { TestDatabase } from '../../database.ts';
import { type Occupancy, occupancyOf } from './occupancy-oracle.ts';

type Lot = {
  lot_id: string;
  operator_id: string;
  latitude: number;
  longitude: number;
  country: string | null;
  currency: string;
  total_spaces: number;
  rate_minor: number | null;
  rate_unit: 'hour' | 'day';
  max_daily_minor: number | null;
};
type Stay = {
  lot_id: string;
  currency: string;
  started_at: Date;
  ended_at: Date | null;
  subtotal_minor: number | null;
};
type Count = { lot_id: string; at: Date; occupied: number };
type Search = { at: Date; cell_latitude: number; cell_longitude: number };
export type World = {
  lots: Lot[];
  stays: Map<string, Stay[]>;
  counts: Map<string, Count[]>;
  searches: Search[];
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Everything that the answers depend on, directly from the tables that the product writes. */
export async function readWorld(database: TestDatabase, livemode = true): Promise<World> {
  const lots = await database.sql<Lot>(
    `select lot_id, operator_id, latitude, longitude, country, currency, total_spaces, rate_minor,
       rate_unit, max_daily_minor
     from lots
     where livemode = $1 and deleted_at is null and is_listed and status = 'active'`,
    [livemode],
  );
  const rows = await database.sql<Stay>(
    `select lot_id, currency, started_at, ended_at, subtotal_minor
     from sessions where livemode = $1`,
    [livemode],
  );
  const counts = await database.sql<Count>(
    'select lot_id, at, occupied from occupancy_counts where livemode = $1 order by count_id',
    [livemode],
  );
  const searches = await database.sql<Search>(
    'select at, cell_latitude, cell_longitude from search_log where livemode = $1',
    [livemode],
  );
  return {
    lots,
    stays: Map.groupBy(rows, (stay) => stay.lot_id),
    counts: Map.groupBy(counts, (count) => count.lot_id),
    searches,
  };
}

type Circle = { centre: LatLng; radiusM: number; operatorId: string; asOf: Date };

/** The market rate by its definition: over every lot, stay, count and search, one by one. */
export function bruteForceMarketRate(
  world: World,
  { centre, radiusM, operatorId, asOf }: Circle,
): Partial<MarketRate> | undefined {
  const isInside = (lat: number, lng: number) => greatCircleMetres(centre, { lat, lng }) <= radiusM;
  const lots = world.lots.filter((lot) => isInside(lot.latitude, lot.longitude));
  const ballot = mainBallot(world, lots, asOf);
  if (ballot === undefined) return undefined;
  const { currency, voters, isRealised, hourly, daily } = ballot;
  return {
    avgHourlyMinor: mean(hourly),
    avgDailyMinor: mean(daily),
    minHourlyMinor: Math.min(...hourly),
    maxHourlyMinor: Math.max(...hourly),
    currency,
    basis: isRealised ? 'realised' : 'posted',
    ...demand(world, lots, isInside, asOf),
    lotCount: voters.length,
    competitorCount: lots.filter((lot) => lot.operator_id !== operatorId).length,
    otherCurrencyLotCount: lots.length - voters.length,
    sampleSize: isRealised
      ? voters.reduce((sum, { vote }) => sum + vote.stayCount, 0)
      : hourly.length,
    confidence: confidenceIn(
      hourly.length,
      isRealised ? voters.reduce((sum, { vote }) => sum + vote.stayCount, 0) : 0,
    ),
  };
}

function confidenceIn(voteCount: number, stayCount: number): MarketRate['confidence'] {
  if (voteCount < 3) return 'low';
  return voteCount >= 10 && stayCount >= 100 ? 'high' : 'medium';
}

/** What a cell tells of its lots: their mean hourly rate and how full they were. */
export function bruteForceCell(world: World, lots: readonly Lot[], asOf: Date) {
  const { hourly } = mainBallot(world, lots, asOf) ?? { hourly: [] };
  return {
    rate_hourly: hourly.length === 0 ? null : mean(hourly),
    rated_lot_count: hourly.length,
    ...occupancyOfAll(world, lots, asOf),
  };
}

function mainBallot(world: World, lots: readonly Lot[], asOf: Date) {
  return byFrequency(lots.map((lot) => lot.currency))
    .map((currency) => ballotOf(world, lots, currency, asOf))
    .find(({ hourly }) => hourly.length > 0);
}

/** The votes of one currency's lots. */
function ballotOf(world: World, lots: readonly Lot[], currency: string, asOf: Date) {
  const voters = lots
    .filter((lot) => lot.currency === currency)
    .map((lot) => ({ lot, vote: voteOf(lot, world.stays.get(lot.lot_id) ?? [], asOf) }));
  const contributors = new Set(
    voters.filter(({ vote }) => vote.realisedHourly !== null).map(({ lot }) => lot.operator_id),
  );
  const isRealised = contributors.size >= 3;
  const hourly = voters.flatMap(({ vote }) =>
    present((isRealised ? vote.realisedHourly : null) ?? vote.postedHourly),
  );
  const daily = voters.flatMap(({ vote }) =>
    present((isRealised ? vote.realisedDaily : null) ?? vote.postedDaily),
  );
  return { currency, voters, isRealised, hourly, daily };
}

function voteOf(lot: Lot, stays: Stay[], asOf: Date) {
  const from = Math.floor(asOf.getTime() / DAY_MS) * DAY_MS - 30 * DAY_MS;
  const until = Math.floor(asOf.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS;
  let [stayCount, minutes, paid, days, dayPaid] = [0, 0, 0, 0, 0];
  for (const stay of stays) {
    if (stay.ended_at === null || stay.subtotal_minor === null) continue;
    if (stay.ended_at.getTime() < from || stay.ended_at.getTime() >= until) continue;
    if (stay.currency !== lot.currency) continue;
    const lengthMs = stay.ended_at.getTime() - stay.started_at.getTime();
    const stayMinutes = Math.max(1, Math.ceil(lengthMs / MINUTE_MS));
    stayCount += 1;
    minutes += stayMinutes;
    paid += stay.subtotal_minor;
    if (lengthMs < 8 * HOUR_MS) continue;
    days += Math.ceil(stayMinutes / (24 * 60));
    dayPaid += stay.subtotal_minor;
  }
  const { rate_minor: rate } = lot;
  const isHourly = lot.rate_unit === 'hour';
  return {
    stayCount,
    realisedHourly: minutes === 0 ? null : Math.round((60 * paid) / minutes),
    realisedDaily: days === 0 ? null : Math.round(dayPaid / days),
    postedHourly: rate === null || isHourly ? rate : Math.round(rate / 24),
    postedDaily:
      rate === null || !isHourly
        ? rate
        : Math.min(24 * rate, lot.max_daily_minor ?? Number.POSITIVE_INFINITY),
  };
}

function demand(
  world: World,
  lots: Lot[],
  isInside: (lat: number, lng: number) => boolean,
  asOf: Date,
): Pick<MarketRate, 'demandScore' | 'occupancyBasis' | 'measuredLotCount'> {
  const to = Math.floor(asOf.getTime() / HOUR_MS) * HOUR_MS;
  const from = to - 7 * DAY_MS;
  const spaces = lots.reduce((sum, lot) => sum + lot.total_spaces, 0);
  const {
    occupied_minutes: occupied,
    known_minutes: known,
    measured_minutes: measured,
  } = occupancyOfAll(world, lots, asOf);
  const recent = world.searches.filter(({ at }) => at.getTime() >= from && at.getTime() < to);
  const searchCount = recent.filter((search) =>
    isInside(search.cell_latitude, search.cell_longitude),
  ).length;
  const country = mostFrequent(lots.map((lot) => lot.country ?? 'ZZ'));
  const percentile =
    spaces === 0 ? 0 : searchPercentile(world, recent, country, searchCount / spaces);
  const share = spaces === 0 ? 0 : occupied / known;
  return {
    demandScore: Math.round(100 * (0.6 * share + 0.4 * (percentile / 100))),
    occupancyBasis: measured === 0 ? 'stays' : measured === known ? 'measured' : 'mixed',
    measuredLotCount: lots.filter((lot) => occupancyIn(world, lot, asOf).measured_minutes > 0)
      .length,
  };
}

function occupancyOfAll(world: World, lots: readonly Lot[], asOf: Date): Occupancy {
  const occupancies = lots.map((lot) => occupancyIn(world, lot, asOf));
  const minutes = (column: keyof Occupancy) =>
    occupancies.reduce((sum, occupancy) => sum + occupancy[column], 0);
  return {
    occupied_minutes: minutes('occupied_minutes'),
    known_minutes: minutes('known_minutes'),
    measured_minutes: minutes('measured_minutes'),
  };
}

function occupancyIn(world: World, lot: Lot, asOf: Date): Occupancy {
  const stays = (world.stays.get(lot.lot_id) ?? []).map((stay) => ({
    startedAt: stay.started_at,
    endedAt: stay.ended_at,
  }));
  const counts = world.counts.get(lot.lot_id) ?? [];
  return occupancyOf(lot.total_spaces, { stays, counts }, asOf.getTime());
}

/** The percentile of a figure among the resolution-7 cells of a country that have lots. */
function searchPercentile(world: World, recent: Search[], country: string, figure: number): number {
  const areaOf = (lat: number, lng: number) => cellParent(cellAt(lat, lng), 7);
  const searched = Map.groupBy(recent, (search) =>
    areaOf(search.cell_latitude, search.cell_longitude),
  );
  const areas = Map.groupBy(world.lots, (lot) => areaOf(lot.latitude, lot.longitude));
  const figures = [...areas]
    .filter(([, lots]) => mostFrequent(lots.map((lot) => lot.country ?? 'ZZ')) === country)
    .map(([area, lots]) => {
      const spaces = lots.reduce((sum, lot) => sum + lot.total_spaces, 0);
      return (searched.get(area)?.length ?? 0) / Math.max(1, spaces);
    })
    .sort((a, b) => a - b);
  // The discrete quantile: the smallest figure such that at least that share of all is not larger.
  const quantile = (p: number) =>
    figures[Math.max(0, Math.ceil((p / 100) * figures.length) - 1)] ?? Number.POSITIVE_INFINITY;
  return Math.max(0, ...Array.from({ length: 101 }, (_, p) => (quantile(p) <= figure ? p : 0)));
}

function mostFrequent(values: string[]): string {
  return byFrequency(values)[0] ?? '';
}

/** Each value once: the most frequent first, equally frequent ones in alphabetical order. */
function byFrequency(values: string[]): string[] {
  return [...Map.groupBy(values, (value) => value)]
    .map(([value, same]) => [value, same.length] as const)
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([value]) => value);
}

const mean = (values: number[]) =>
  Math.round(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length));
const present = <T>(value: T | null): T[] => (value === null ? [] : [value]);

import { EARTH_RADIUS_M, greatCircleMetres } from '../../geometry/great-circle.ts';
import { fromMinor } from '../../money.ts';
import { offerLotRate } from '../../pricing/offer-lot-rate.ts';
import { priceOfHour, priceStay } from '../../pricing/price-stay.ts';
import type { Querier } from '../../stores/postgres.ts';
import { inTurns } from '../../turns/take-turns.ts';
import { isShownFull, leastFree, shownTo } from '../availability-shown.ts';
import { findSurges } from './find-surges.ts';
import { type KnownLot, occupiedSpaces } from './known-lot.ts';
import { listStayEnds, occupiedIn, type Period } from './lot-period.ts';
import type { LotSearch } from './lot-search.ts';
import { priceKeys, unsoldKey } from './price-key.ts';
import { type Near, ringOf } from './rank-lots.ts';

/** Metres per degree of latitude, less one metre so that rounding never excludes a lot. */
const METRES_PER_DEGREE_MIN = (Math.PI / 180) * EARTH_RADIUS_M - 1;

/** With the price that lots may be sorted by, in minor units; 0 where no price is asked for. */
type Priced = Near & { price: number };

/** A lot that a search found, with its state in the period asked about. */
export type Match = Near & {
  /** Whether the caller is told that no space is free in the whole period. */
  isFull: boolean;
  /** Undefined: the stays under way were counted, but their ends were not read. */
  stayEnds: readonly Date[] | undefined;
  /** What the search sorts by, the lowest first: the ring, `priceKeys`, or minus free spaces. */
  key: number;
};

/**
 * The lots that match a search, without regard to their hours: near enough, within the price and,
 * where that is asked for, not known to the caller to be full. `near`: also those too dear or full.
 */
export async function matchLots(
  db: Querier,
  lots: readonly KnownLot[],
  search: LotSearch,
  period: Period,
  ownerId: string | null,
): Promise<{ near: readonly Near[]; matches: Match[] }> {
  const near: Priced[] = [];
  await inTurns(lots, (lot) => {
    const distanceM = distanceTo(lot, search);
    if (distanceM !== undefined) near.push({ lot, distanceM, price: 0 });
  });
  const isPriced = search.maxRate !== null || search.sort === 'price';
  const affordable = isPriced ? await priceLots(db, near, search, period) : near;
  const stayEndsOf = await stayEndsWhereNeeded(db, affordable, search, period);
  const priceKeyOf = priceKeys(search.sort === 'price' ? near : []);
  const matches: Match[] = [];
  await inTurns(affordable, ({ lot, distanceM, price }) => {
    const stayEnds = stayEndsOf(lot);
    const freeSpaces = (lot.total_spaces ?? 0) - occupiedIn(lot, period, stayEnds);
    const shown = shownTo(lot, ownerId);
    const isFull = isShownFull(lot, freeSpaces, shown);
    if (search.isAvailable && isFull) return;
    const priceKey = priceKeyOf({ lot }, price);
    const key = sortKey(search, {
      distanceM,
      priceKey: isFull ? unsoldKey(priceKey) : priceKey,
      free: leastFree(lot, freeSpaces, shown),
    });
    matches.push({ lot, distanceM, isFull, stayEnds, key });
  });
  return { near, matches };
}

/** Those of the lots that cost at most what the search allows, with their prices. */
async function priceLots(
  db: Querier,
  near: readonly Near[],
  { maxRate }: LotSearch,
  period: Period,
): Promise<Priced[]> {
  const surges = await findSurges(
    db,
    near.map(({ lot }) => lot),
  );
  const affordable: Priced[] = [];
  await inTurns(near.entries(), ([i, { lot, distanceM }]) => {
    const { firstHour, stay } = pricesOf(lot, surges[i] ?? null, period);
    if (maxRate === null || firstHour <= maxRate) affordable.push({ lot, distanceM, price: stay });
  });
  return affordable;
}

function sortKey(
  { sort }: LotSearch,
  { distanceM, priceKey, free }: { distanceM: number; priceKey: number; free: number },
): number {
  switch (sort) {
    case 'distance':
      return ringOf({ distanceM });
    case 'price':
      return priceKey;
    case 'availability':
      return Math.min(0, -free);
  }
}

/** Reads the ends of stays under way, where the spaces of a lot in the window depend on them. */
async function stayEndsWhereNeeded(
  db: Querier,
  near: readonly Near[],
  { sort }: LotSearch,
  period: Period,
): Promise<(lot: KnownLot) => readonly Date[] | undefined> {
  if (period.window === null) return () => undefined;
  const needed = new Set<KnownLot>();
  await inTurns(near, ({ lot }) => {
    const isTight = occupiedIn(lot, period, undefined) >= (lot.total_spaces ?? 0);
    if (lot.taken_spaces > 0 && (isTight || sort === 'availability')) needed.add(lot);
  });
  const endsOf = await listStayEnds(db, [...needed], period.window, period.now);
  return (lot) => (needed.has(lot) ? endsOf(lot) : undefined);
}

/**
 * The first hour in units of the lot's currency, the stay in its minor units; Infinity when no rate
 * is posted.
 */
function pricesOf(
  lot: KnownLot,
  surgePct: number | null,
  { window, now }: Period,
): { firstHour: number; stay: number } {
  const startedAt = window?.from ?? now;
  const rate = offerLotRate(atPresent(lot, surgePct, now), startedAt);
  if (rate === undefined) return { firstHour: Infinity, stay: Infinity };
  const firstHourMinor = priceOfHour(rate);
  const stayMinor =
    window === null
      ? firstHourMinor
      : priceStay({ ...rate, startedAt, endedAt: window.to }).subtotalMinor;
  return {
    firstHour: fromMinor(firstHourMinor, lot.currency),
    stay: stayMinor,
  };
}

/** The lot with the present figures that its price rules depend on. */
function atPresent(lot: KnownLot, surgePct: number | null, now: Date) {
  return { ...lot, now, occupied_spaces: occupiedSpaces(lot, now), surge_pct: surgePct };
}

/** In metres; undefined when the lot does not match the search at any time. */
function distanceTo(known: KnownLot, search: LotSearch): number | undefined {
  if (known.livemode !== search.livemode) return undefined;
  if (search.currency !== null && known.currency !== search.currency) return undefined;
  const { latitude: lat, longitude: lng } = known;
  // Most lots that are too far away are too far north or south, which is faster to compute.
  if (Math.abs(lat - search.centre.lat) * METRES_PER_DEGREE_MIN > search.radiusM) return undefined;
  const distanceM = greatCircleMetres(search.centre, { lat, lng });
  if (distanceM > search.radiusM) return undefined;
  if (!search.features.every((feature) => known.features.includes(feature))) return undefined;
  return (known.max_height_cm ?? Infinity) < (search.maxHeightCm ?? 0) ? undefined : distanceM;
}

import { addHours } from 'date-fns/addHours';
import type { Window } from '../../../../kit/hours/opening-hours.ts';
import { fromMinor } from '../../../../kit/money.ts';
import { inTimeSlices } from '../../../../kit/pool/time-slices.ts';
import type { Querier } from '../../../../stores/postgres.ts';
import { priceSold } from '../../../../tariffs/for-sale.ts';
import { offerLotRate, type PricedLot } from '../../../../tariffs/offer-lot-rate.ts';
import { isShownFull, leastFree, shownTo } from '../../availability-shown.ts';
import { findSurges } from './find-surges.ts';
import { type KnownLot, occupiedSpaces } from './known-lot.ts';
import { listStayEnds, occupiedIn, type Period } from './lot-period.ts';
import type { LotSearch } from './lot-search.ts';
import { type PriceKeyOf, unsoldKey } from './price-key.ts';
import { type Near, ringOf } from './rank-lots.ts';

/** With the price that lots may be sorted by, in minor units; without, where none is asked for. */
type Priced = Near & { price?: number };

/** What lots are judged by, beside the search. */
export type Judge = {
  /** The operator whose lots the caller sees in full; null: nobody's. */
  ownerId: string | null;
  period: Period;
  /** The time in which lots have to be open. */
  openIn: Window;
  priceKeyOf: PriceKeyOf;
};

/** A lot that a search found, with its state in the period asked about. */
export type Match = Near & {
  /** Whether the caller may see that no space is free in the whole period. */
  isFull: boolean;
  /** Undefined: the stays under way were counted, but their ends were not read. */
  stayEnds: readonly Date[] | undefined;
  /** What the search sorts by, the lowest first: the ring, `priceKeys`, or minus free spaces. */
  key: number;
};

/**
 * Those of the lots `near` that match a search, without regard to their hours: within the price
 * and, where that is asked for, not known to the caller to be full.
 */
export async function matchLots(
  db: Querier,
  near: readonly Near[],
  search: LotSearch,
  { ownerId, period, priceKeyOf }: Omit<Judge, 'openIn'>,
): Promise<Match[]> {
  const isPriced = search.maxRate !== null || search.sort === 'price';
  const affordable: readonly Priced[] = isPriced ? await priceLots(db, near, search, period) : near;
  const stayEndsOf = await stayEndsWhereNeeded(db, affordable, search, period);
  const matches: Match[] = [];
  await inTimeSlices(affordable, ({ lot, distanceM, price = 0 }) => {
    const stayEnds = stayEndsOf(lot);
    const freeSpaces = (lot.totalSpaces ?? 0) - occupiedIn(lot, period, stayEnds);
    const shown = shownTo(lot, ownerId);
    const isFull = isShownFull(lot, freeSpaces, shown);
    if (search.isAvailable && isFull) return;
    const priceKey = priceKeyOf(lot, price);
    const key = sortKey(search, {
      distanceM,
      priceKey: isFull ? unsoldKey(priceKey) : priceKey,
      free: leastFree(lot, freeSpaces, shown),
    });
    matches.push({ lot, distanceM, isFull, stayEnds, key });
  });
  return matches;
}

/**
 * Those of the lots whose first hour costs at most what the search allows, with the price of the
 * stay in minor units; Infinity where nothing is sold then.
 */
async function priceLots(
  db: Querier,
  near: readonly Near[],
  { maxRate, sort }: LotSearch,
  period: Period,
): Promise<Priced[]> {
  const surges = await findSurges(
    db,
    near.map(({ lot }) => lot),
  );
  const startedAt = period.window?.from ?? period.now;
  const hourEnd = addHours(startedAt, 1);
  const stayEnd = period.window?.to ?? hourEnd;
  const affordable: Priced[] = [];
  await inTimeSlices(near.entries(), ([i, { lot, distanceM }]) => {
    const rate = offerLotRate(atPresent(lot, surges[i] ?? null, period.now), startedAt);
    const priceUntil = (endedAt: Date) =>
      (rate && priceSold(rate, { startedAt, endedAt })?.subtotalMinor) ?? Infinity;
    if (maxRate !== null && fromMinor(priceUntil(hourEnd), lot.currency) > maxRate) return;
    affordable.push(
      sort === 'price' ? { lot, distanceM, price: priceUntil(stayEnd) } : { lot, distanceM },
    );
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
  await inTimeSlices(near, ({ lot }) => {
    const isTight = occupiedIn(lot, period, undefined) >= (lot.totalSpaces ?? 0);
    if (lot.takenSpaces > 0 && (isTight || sort === 'availability')) needed.add(lot);
  });
  const endsOf = await listStayEnds(db, [...needed], period.window, period.now);
  return (lot) => (needed.has(lot) ? endsOf(lot) : undefined);
}

/** What of the lot, with its present figures, its price depends on. */
function atPresent(lot: KnownLot, surgePct: number | null, now: Date): PricedLot {
  const { tariff, rateId, priceRules, scheduledRates, currency } = lot;
  const { timezone, country, state, totalSpaces, availabilityShown } = lot;
  return {
    tariff,
    rateId,
    priceRules,
    scheduledRates,
    currency,
    timezone,
    country,
    state,
    totalSpaces,
    availabilityShown,
    now,
    occupiedSpaces: occupiedSpaces(lot, now),
    surgePct,
  };
}

import type { VehicleKind } from '../kit/vehicle-kinds.ts';
import { type OfferedRate, offerRate } from './offer-rate.ts';
import { tariffOfRecord } from './plain-rate.ts';
import { postedTariff, termsOf } from './posted-tariff.ts';
import type { LotPlace } from './price/lot-clock.ts';
import type { PriceRules, ScheduledRate } from './price-rules.ts';
import type { PostedTariff, Tariff } from './tariff.ts';

/** A lot's rate and what its price rules depend on, as the queries return them. */
export type PricedLot = PostedLot &
  LotPlace & {
    /** The database's clock when it was read. */
    now: Date;
    currency: string;
    scheduledRates: ScheduledRate[];
    /** null: not known. */
    totalSpaces: number | null;
    occupiedSpaces: number;
    /** Searches around the lot in percent of the usual number; null: as usual. */
    surgePct: number | null;
    /** Only where it is `exact` do the applied rules say how full the lot is. */
    availabilityShown: 'exact' | 'level' | 'none';
  };

/** What a lot posts, in minor units of its currency. */
export type PostedLot = {
  /** null: nothing is for sale. */
  tariff: PostedTariff | null;
  rateId: string | null;
  priceRules: PriceRules | null;
};

/** The present occupancy and demand say nothing about stays that begin later than this. */
const PRESENT_MS = 15 * 60_000;

/**
 * The rate of a stay on the lot that begins at `startsAt`; undefined when no rate is posted then.
 * Occupancy and demand count only for stays that begin within 15 minutes.
 */
export function offerLotRate(
  lot: PricedLot,
  startsAt: Date,
  vehicleKind: VehicleKind | null = null,
): OfferedRate | undefined {
  const posted = postedAt(lot, startsAt);
  const isAtPresent = isPresent(startsAt, lot.now);
  const { timezone, country, state } = lot;
  const { rateId, tariff } = posted;
  if (tariff === null) return undefined;
  const conditions = { place: { timezone, country, state }, vehicleKind };
  const ruleConditions = {
    startsAt,
    occupancyPct: isAtPresent ? occupancyPct(lot) : null,
    surgePct: isAtPresent ? lot.surgePct : null,
    isOccupancyShown: lot.availabilityShown === 'exact',
  };
  const rate = { rateId, conditions, tariff };
  return offerRate(rate, posted.priceRules, ruleConditions, lot.currency);
}

/** The terms of what is posted; null: nothing is. */
export function tariffOf({ tariff }: Pick<PostedLot, 'tariff'>): Tariff | null {
  return tariff && termsOf(tariff);
}

/** Whether present occupancy and demand count for a stay that begins at `startsAt`. */
export function isPresent(startsAt: Date, now: Date): boolean {
  return startsAt.getTime() - now.getTime() <= PRESENT_MS;
}

/**
 * The rate that the lot posts at an instant: the newest scheduled rate that has begun by then,
 * otherwise the one posted now.
 */
function postedAt(lot: PostedLot & { scheduledRates: ScheduledRate[] }, at: Date): PostedLot {
  const begun = lot.scheduledRates.filter((rate) => new Date(rate.effective_from) <= at);
  const [first, ...others] = begun;
  if (first === undefined) return lot;
  const isLater = (a: ScheduledRate, b: ScheduledRate) =>
    new Date(a.effective_from) <= new Date(b.effective_from);
  return toPostedRate(
    others.reduce((newest, rate) => (isLater(newest, rate) ? rate : newest), first),
  );
}

/** A scheduled rate as the lot posts it once it has begun. */
export function toPostedRate(rate: ScheduledRate): PostedLot {
  return {
    rateId: rate.rate_id,
    tariff: rate.tariff ?? plainOf(rate),
    priceRules: rate.price_rules,
  };
}

/** A plain rate as processes of the version before schedule it. */
function plainOf({ rate_minor, ...rate }: ScheduledRate): PostedTariff | null {
  return rate_minor === null ? null : postedTariff(tariffOfRecord({ ...rate, rate_minor }));
}

/** The lot with the rate that it posts at an instant. */
export function asPosted<L extends PostedLot & { scheduledRates: ScheduledRate[] }>(
  lot: L,
  at: Date,
): L {
  return lot.scheduledRates.length === 0 ? lot : { ...lot, ...postedAt(lot, at) };
}

/** Whole percent in use; a lot without spaces is full. null: its spaces are not known. */
export function occupancyPct(lot: {
  totalSpaces: number | null;
  occupiedSpaces: number;
}): number | null {
  if (lot.totalSpaces === null) return null;
  if (lot.totalSpaces === 0) return 100;
  return Math.min(100, Math.round((100 * lot.occupiedSpaces) / lot.totalSpaces));
}

import { type OfferedRate, offerRate } from './offer-rate.ts';
import type { PriceRules, ScheduledRate } from './price-rules.ts';

/** A lot's rate and what its price rules depend on, as the queries return them. */
export type PricedLot = PostedLot & {
  /** The database's clock when it was read. */
  now: Date;
  currency: string;
  scheduled_rates: ScheduledRate[];
  /** null: not known. */
  total_spaces: number | null;
  occupied_spaces: number;
  /** Searches around the lot in percent of the usual number; null: as usual. */
  surge_pct: number | null;
  /** Only where it is `exact` do the applied rules say how full the lot is. */
  availability_shown: 'exact' | 'level' | 'none';
};

/** A rate as it is posted, in minor units of the lot's currency. */
export type PostedLot = {
  /** null: no rate is posted, so there is nothing to sell. */
  rate_minor: number | null;
  rate_unit: 'hour' | 'day';
  billing_step_minutes: number;
  max_daily_minor: number | null;
  rate_id: string | null;
  price_rules: PriceRules | null;
};

/** The present occupancy and demand say nothing about stays that begin later than this. */
const PRESENT_MS = 15 * 60_000;

/**
 * The rate of a stay on the lot that begins at `startsAt`; undefined when no rate is posted then.
 * Occupancy and demand count only for stays that begin within 15 minutes.
 */
export function offerLotRate(lot: PricedLot, startsAt: Date): OfferedRate | undefined {
  const posted = postedAt(lot, startsAt);
  if (posted.rate_minor === null) return undefined;
  const isAtPresent = isPresent(startsAt, lot.now);
  const rate = {
    rateId: posted.rate_id,
    rateMinor: posted.rate_minor,
    rateUnit: posted.rate_unit,
    billingStepMinutes: posted.billing_step_minutes,
    maxDailyMinor: posted.max_daily_minor,
  };
  const conditions = {
    startsAt,
    occupancyPct: isAtPresent ? occupancyPct(lot) : null,
    surgePct: isAtPresent ? lot.surge_pct : null,
    isOccupancyTold: lot.availability_shown === 'exact',
  };
  return offerRate(rate, posted.price_rules, conditions, lot.currency);
}

/** Whether present occupancy and demand count for a stay that begins at `startsAt`. */
export function isPresent(startsAt: Date, now: Date): boolean {
  return startsAt.getTime() - now.getTime() <= PRESENT_MS;
}

/**
 * The rate that the lot posts at an instant: the newest scheduled rate that has begun by then,
 * otherwise the one posted now.
 */
function postedAt(lot: PostedLot & { scheduled_rates: ScheduledRate[] }, at: Date) {
  const begun = lot.scheduled_rates.filter((rate) => new Date(rate.effective_from) <= at);
  return begun.reduce<PostedLot & { effective_from?: string }>(
    (newest, rate) =>
      newest.effective_from === undefined ||
      new Date(newest.effective_from) <= new Date(rate.effective_from)
        ? rate
        : newest,
    lot,
  );
}

/** The lot with the rate that it posts at an instant. */
export function asPosted<L extends PostedLot & { scheduled_rates: ScheduledRate[] }>(
  lot: L,
  at: Date,
): L {
  return lot.scheduled_rates.length === 0 ? lot : { ...lot, ...postedAt(lot, at) };
}

/** Whole percent in use; a lot without spaces is full. null: its spaces are not known. */
export function occupancyPct(lot: {
  total_spaces: number | null;
  occupied_spaces: number;
}): number | null {
  if (lot.total_spaces === null) return null;
  if (lot.total_spaces === 0) return 100;
  return Math.min(100, Math.round((100 * lot.occupied_spaces) / lot.total_spaces));
}

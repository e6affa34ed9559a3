import { cellAt } from '../../../src/kit/geo/cells.ts';
import { ANYWHERE, plainTariff } from '../../../src/tariffs/plain-rate.ts';
import { priceStay } from '../../../src/tariffs/price/price-stay.ts';
import {
  type Counted,
  type Occupancy,
  occupancyOf,
} from '../../src/demand/market/occupancy-oracle.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Stay } from './parking.ts';

// Computes what the marts promise, one row at a time from the lots, stays, counts and searches.

export type Lot = {
  lot_id: string;
  livemode: boolean;
  operator_id: string;
  latitude: number;
  longitude: number;
  country: string;
  total_spaces: number;
  /** Nobody counted the spaces. */
  is_capacity_estimated: boolean;
  /** null when no rate is posted. */
  rate_minor: number | null;
  rate_unit: 'hour' | 'day';
  billing_step_minutes: number;
  currency: string;
  max_daily_minor: number | null;
};
export type Search = { livemode: boolean; latitude: number; longitude: number; at: Date };
/** A count of the vehicles on a lot; a later one of the same instant corrects it. */
export type Count = Counted & { lotId: string; livemode: boolean };
export type Vote = Occupancy & {
  lot_id: string;
  livemode: boolean;
  operator_id: string;
  cell: string;
  country: string;
  currency: string;
  space_count: number | null;
  posted_hourly: number | null;
  posted_daily: number | null;
  list_hourly: number | null;
  list_daily: number | null;
  observation_count: number;
  revenue_minor: number;
  paid_minutes: number;
  is_public: boolean;
};

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const roundHalfUp = (value: number) => Math.floor(value + 0.5);
const floorTo = (at: number, step: number) => Math.floor(at / step) * step;

export function voteOf(
  lot: Lot,
  { stays, counts }: { stays: readonly Stay[]; counts: readonly Count[] },
  asOf: number,
): Vote {
  const since = floorTo(asOf, DAY_MS) - 30 * DAY_MS;
  const until = floorTo(asOf, HOUR_MS) + HOUR_MS;
  const own = stays.filter(({ lotId }) => lotId === lot.lot_id);
  const paid = own.filter(
    ({ endedAt, currency, isUnpaid }) =>
      !isUnpaid && currency === lot.currency && endedAt && +endedAt >= since && +endedAt < until,
  );
  return {
    lot_id: lot.lot_id,
    livemode: lot.livemode,
    operator_id: lot.operator_id,
    cell: String(cellAt(lot.latitude, lot.longitude)),
    country: lot.country,
    currency: lot.currency,
    space_count: lot.is_capacity_estimated ? null : lot.total_spaces,
    ...postedRates(lot),
    ...listPrices(lot),
    observation_count: paid.length,
    revenue_minor: sum(paid.map(({ subtotalMinor }) => subtotalMinor)),
    paid_minutes: sum(paid.map(minutesOf)),
    is_public: false,
    ...occupancyOf(
      lot.is_capacity_estimated ? 0 : lot.total_spaces,
      {
        stays: own.map(({ startedAt, endedAt }) => ({ startedAt, endedAt })),
        counts: counts.filter(({ lotId }) => lotId === lot.lot_id),
      },
      asOf,
    ),
  };
}

function postedRates(lot: Lot): Pick<Vote, 'posted_hourly' | 'posted_daily'> {
  const { rate_minor: rate, max_daily_minor: most } = lot;
  if (rate === null) return { posted_hourly: null, posted_daily: null };
  if (lot.rate_unit === 'day') return { posted_hourly: roundHalfUp(rate / 24), posted_daily: rate };
  return { posted_hourly: rate, posted_daily: Math.min(most ?? 24 * rate, 24 * rate) };
}

/** What the product bills for an hour and for a day; a maximum that nobody told is not known. */
function listPrices(lot: Lot): Pick<Vote, 'list_hourly' | 'list_daily'> {
  const { rate_minor: rateMinor, rate_unit: rateUnit, max_daily_minor: maxDailyMinor } = lot;
  if (rateMinor === null) return { list_hourly: null, list_daily: null };
  const { billing_step_minutes: billingStepMinutes } = lot;
  const tariff = plainTariff({ rateMinor, rateUnit, billingStepMinutes, maxDailyMinor });
  const priceOf = (lastsMs: number) =>
    priceStay(tariff, { startedAt: new Date(0), endedAt: new Date(lastsMs) }, ANYWHERE)
      .subtotalMinor;
  const isDailyKnown = rateUnit === 'day' || maxDailyMinor !== null;
  return { list_hourly: priceOf(HOUR_MS), list_daily: isDailyKnown ? priceOf(DAY_MS) : null };
}

/** For each cell, how many searches were made in the 168 whole hours before the hour of `asOf`. */
export function searchedCellsOf(searches: readonly Search[], asOf: number): string[] {
  const hour = floorTo(asOf, HOUR_MS);
  const counts = new Map<string, number>();
  for (const { livemode, latitude, longitude, at } of searches) {
    if (+at < hour - 168 * HOUR_MS || +at >= hour) continue;
    const key = `${livemode} ${cellAt(latitude, longitude)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => `${key} ${count}`);
}

function minutesOf({ startedAt, endedAt }: Stay): number {
  return Math.max(1, Math.ceil((+(endedAt ?? startedAt) - +startedAt) / MINUTE_MS));
}

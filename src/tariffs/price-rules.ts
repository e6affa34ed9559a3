import type { PostedTariff } from './tariff.ts';

/**
 * The rules that change a lot's posted rate, as stored in `lots.price_rules`. Multipliers are whole
 * percents of the posted rate; `_minor` are minor units of the lot's currency.
 */
export type PriceRules = {
  /** The lowest and the highest rate that rules can lead to; null: no such limit. */
  floor_minor: number | null;
  ceiling_minor: number | null;
  /** The parts of a tariff that are moved; left out: all. */
  parts?: string[];
  /** Left out: maxima stay as they are posted. */
  maxima?: 'multiplied';
  rules: PriceRule[];
};

export type PriceRule =
  | { id: string; kind: 'occupancy'; bands: OccupancyBand[] }
  | { id: string; kind: 'surge'; max_multiplier_pct: number }
  | {
      id: string;
      kind: 'event';
      name: string;
      starts_at: string;
      ends_at: string;
      multiplier_pct: number;
    };

/** A rate that a lot will post from an instant on, as stored in `lots.scheduled_rates`. */
export type ScheduledRate = {
  rate_id: string;
  effective_from: string;
  /** Plain rates that processes of the version before schedule have none. */
  tariff?: PostedTariff | null;
  price_rules: PriceRules | null;
  // A plain rate as processes of the version before read it; see `postedColumns`.
  rate_minor: number | null;
  rate_unit: 'hour' | 'day';
  billing_step_minutes?: number;
  max_daily_minor: number | null;
  has_no_daily_max?: boolean;
};

/** Applies from this occupancy up to where the next band begins. */
export type OccupancyBand = { from_pct: number; multiplier_pct: number };

/** The bands of an operator that turns the rule on without naming bands. */
export const DEFAULT_OCCUPANCY_BANDS: readonly OccupancyBand[] = [
  { from_pct: 0, multiplier_pct: 80 },
  { from_pct: 30, multiplier_pct: 90 },
  { from_pct: 60, multiplier_pct: 100 },
  { from_pct: 80, multiplier_pct: 125 },
];

/** The highest multiplier for searches around a lot, unless its operator sets a lower one. */
export const SURGE_MULTIPLIER_PCT_MAX = 150;

/** Per rule; the floor and the ceiling limit the product of all rules. */
export const MULTIPLIER_PCT_MIN = 10;
export const MULTIPLIER_PCT_MAX = 1_000;
export const EVENT_RULES_MAX = 50;
export const OCCUPANCY_BANDS_MAX = 10;

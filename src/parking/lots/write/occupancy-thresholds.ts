import type { LotColumns } from '../lot-columns.ts';

/** Percent of the spaces. */
export const THRESHOLD_PCT_MAX = 100;
export const THRESHOLDS_MAX = 5;

/** For a lot whose operator sets no thresholds. */
export const THRESHOLDS: Pick<LotColumns, 'occupancyThresholds'> = {
  occupancyThresholds: [80, 95],
};

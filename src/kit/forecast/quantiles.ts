/** Errors are counted in classes of this width, in units of the lot's own spread. */
const CLASS_WIDTH = 0.05;
const LARGEST = 8;
const CLASSES = (2 * LARGEST) / CLASS_WIDTH;
/** The interval contains four of five outcomes. */
const LOW_SHARE = 0.1;
const HIGH_SHARE = 0.9;
/** The interval, in spreads of the lot, while fewer errors than this were seen. */
const ERRORS_MIN = 50;
const PRIOR_INTERVAL = { low: -1.7, high: 1.7 };

/** Counts errors by size, so that quantiles can be read at any time. */
export type ErrorCounts = Float64Array;

export function createErrorCounts(): ErrorCounts {
  return new Float64Array(CLASSES);
}

export function countError(counts: ErrorCounts, error: number): void {
  const place = Math.floor((error + LARGEST) / CLASS_WIDTH);
  const within = Math.max(0, Math.min(CLASSES - 1, place));
  counts[within] = (counts[within] ?? 0) + 1;
}

/** The error below which a share of all lies; undefined while fewer than `least` were counted. */
export function quantile(counts: ErrorCounts, share: number, least: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total < least) return undefined;
  let left = share * total;
  for (let i = 0; i < CLASSES; i += 1) {
    const count = counts[i] ?? 0;
    if (left <= count) return (i + left / count) * CLASS_WIDTH - LARGEST;
    left -= count;
  }
  return LARGEST;
}

/**
 * The bounds of the interval around a forecast, in spreads of the lot. The interval contains the
 * forecast, also where nearly all forecasts were too low.
 */
export function lowOf(counts: ErrorCounts): number {
  return Math.min(0, quantile(counts, LOW_SHARE, ERRORS_MIN) ?? PRIOR_INTERVAL.low);
}

export function highOf(counts: ErrorCounts): number {
  return Math.max(0, quantile(counts, HIGH_SHARE, ERRORS_MIN) ?? PRIOR_INTERVAL.high);
}

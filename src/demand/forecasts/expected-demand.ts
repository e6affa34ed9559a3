import { HALF_HOURS } from '../../kit/forecast/history/day-curve.ts';
import { type Amount, type Interval, intervalOf } from '../areas/amount.ts';
import { type DaySums, SLOT_PARTS } from './day-sums.ts';

/** A whole number with its 80 % interval. */
export type Expected = { value: number; interval: Interval };

/** What is expected of some lots on a day; null: nothing is known. */
export type ExpectedFigures = {
  sessions: Expected | null;
  /** Percent of the spaces, in the half hour in which it is highest. */
  peakPct: Expected | null;
  /** In minor units of one currency. */
  revenueMinor: Expected | null;
};

const PERCENT = 100;
/** The peak is looked for where this part of the spaces is known. */
export const KNOWN_PART_MIN = 0.5;

export const CERTAINLY_NONE: Expected = { value: 0, interval: { low: 0, high: 0 } };

/** Of one operator's lots. Those that are closed all day have no part in the peak. */
export function expectedOfLots(sums: DaySums): ExpectedFigures {
  const { knownCount, closedCount, sessions, revenueMinor, revenueCount } = sums;
  if (knownCount === 0) return { sessions: null, peakPct: null, revenueMinor: null };
  return {
    sessions: expectedOf(sessions),
    peakPct: knownCount === closedCount ? CERTAINLY_NONE : peakOf(sums),
    revenueMinor: revenueCount === 0 ? null : expectedOf(revenueMinor),
  };
}

function peakOf(sums: DaySums): Expected | null {
  let most = 0;
  for (let slot = 0; slot < HALF_HOURS; slot += 1) most = Math.max(most, knownIn(sums, slot));
  let peak: Expected | null = null;
  let peakShare = -1;
  for (let slot = 0; slot < HALF_HOURS; slot += 1) {
    const spaces = knownIn(sums, slot);
    if (spaces === 0 || spaces < KNOWN_PART_MIN * most) continue;
    const amount = amountIn(sums, slot);
    const share = amount.value / spaces;
    if (share <= peakShare) continue;
    peakShare = share;
    peak = percentOf(share, scaled(intervalOf(amount), 1 / spaces));
  }
  return peak;
}

function knownIn({ slots }: DaySums, slot: number): number {
  return slots[SLOT_PARTS.known * HALF_HOURS + slot] ?? 0;
}

function amountIn({ slots, bounds }: DaySums, slot: number): Amount {
  const at = (part: keyof typeof SLOT_PARTS) => slots[SLOT_PARTS[part] * HALF_HOURS + slot] ?? 0;
  return { value: at('occupied'), errors: at('errors'), squares: at('squares'), bounds };
}

function expectedOf(amount: Amount): Expected {
  return wholeOf(amount.value, intervalOf(amount));
}

/** In percent, at most all. */
export function percentOf(share: number, { low, high }: Interval): Expected {
  return wholeOf(PERCENT * share, { low: PERCENT * low, high: PERCENT * Math.min(1, high) });
}

function scaled({ low, high }: Interval, factor: number): Interval {
  return { low: factor * low, high: factor * high };
}

/** Rounded outward, so that the interval contains the value. */
export function wholeOf(value: number, { low, high }: Interval): Expected {
  return {
    value: Math.round(value),
    interval: { low: Math.floor(low), high: Math.ceil(high) },
  };
}

import { HALF_HOURS } from '../forecast/course.ts';
import { type Amount, type Interval, intervalOf, noAmount } from './amount.ts';
import { type DaySums, type Money, SLOT_PARTS } from './day-sums.ts';
import { CONTRIBUTORS_MIN } from './votes.ts';

/** A whole number with its 80 % interval; where nothing is known it is 0, and the interval null. */
export type Expected = { value: number; interval: Interval | null };

/** `realised`: from what lots sold; `posted`: from how many spaces are taken and posted rates. */
export type ExpectedBasis = 'realised' | 'posted';

/** Of open lots. Lots that are closed all day have no part in it. */
export type ExpectedOccupancy = {
  /** Percent of the spaces, in the half hour in which it is highest. */
  peakPct: Expected;
  /** Space-hours of the day that are taken, with their interval, and all of which that is known. */
  taken: { value: number; interval: Interval };
  known: number;
};

const PERCENT = 100;
/** The peak is looked for where this share is known of the spaces that ever are. */
const KNOWN_SHARE_MIN = 0.5;

const UNKNOWN: Expected = { value: 0, interval: null };
const CERTAINLY_NONE: Expected = { value: 0, interval: { low: 0, high: 0 } };

/** Whether all lots of which anything is known are closed all day. */
export function isAllClosed({ knownCount, closedCount }: DaySums): boolean {
  return knownCount > 0 && knownCount === closedCount;
}

export function expectedOccupancy(sums: DaySums): ExpectedOccupancy {
  const taken = { value: 0, interval: { low: 0, high: 0 } };
  let known = 0;
  let most = 0;
  for (let slot = 0; slot < HALF_HOURS; slot += 1) most = Math.max(most, knownIn(sums, slot));
  let peak: Expected = isAllClosed(sums) ? CERTAINLY_NONE : UNKNOWN;
  let peakShare = -1;
  for (let slot = 0; slot < HALF_HOURS; slot += 1) {
    const spaces = knownIn(sums, slot);
    if (spaces === 0) continue;
    const amount = amountIn(sums, slot);
    const interval = within(intervalOf(amount), spaces);
    known += spaces;
    taken.value += amount.value;
    taken.interval.low += interval.low;
    taken.interval.high += interval.high;
    const share = amount.value / spaces;
    if (share <= peakShare || spaces < KNOWN_SHARE_MIN * most) continue;
    peakShare = share;
    peak = wholeOf(PERCENT * share, {
      low: (PERCENT * interval.low) / spaces,
      high: (PERCENT * interval.high) / spaces,
    });
  }
  return { peakPct: peak, taken, known };
}

function knownIn({ slots }: DaySums, slot: number): number {
  return slots[SLOT_PARTS.known * HALF_HOURS + slot] ?? 0;
}

function amountIn({ slots, bounds }: DaySums, slot: number): Amount {
  const at = (part: keyof typeof SLOT_PARTS) => slots[SLOT_PARTS[part] * HALF_HOURS + slot] ?? 0;
  return { value: at('occupied'), errors: at('errors'), squares: at('squares'), bounds };
}

function within({ low, high }: Interval, most: number): Interval {
  return { low, high: Math.min(most, high) };
}

/** What is expected to be sold on a day. Revenue is in minor units of one currency. */
export type ExpectedSales = {
  sessions: Expected;
  revenueMinor: Expected;
  basis: ExpectedBasis;
};

/**
 * What lots sell counts only where 3 operators have lots with stays that are open that day, or
 * where all of those lots are the caller's own. Otherwise nobody could be told apart from the sum.
 */
export function expectedSales(
  sums: DaySums,
  { currency, isPriced, operatorId }: { currency: string; isPriced: boolean; operatorId: string },
): ExpectedSales {
  const money = sums.money.get(currency);
  const basis = basisOf(sums, money, operatorId);
  if (sums.knownCount === 0) return { sessions: UNKNOWN, revenueMinor: UNKNOWN, basis };
  const hasRevenue = basis === 'realised' || isPriced || isAllClosed(sums);
  return {
    sessions: expectedOf(sums.sessions[basis]),
    revenueMinor: hasRevenue ? expectedOf(money?.[basis] ?? noAmount()) : UNKNOWN,
    basis,
  };
}

function basisOf(sums: DaySums, money: Money | undefined, operatorId: string): ExpectedBasis {
  if ((money?.contributorIds.length ?? 0) >= CONTRIBUTORS_MIN) return 'realised';
  const all = [...sums.money.values()].flatMap(({ contributorIds }) => contributorIds);
  return all.length > 0 && all.every((id) => id === operatorId) ? 'realised' : 'posted';
}

function expectedOf(amount: Amount): Expected {
  return wholeOf(amount.value, intervalOf(amount));
}

/** Rounded outward, so that the interval contains the value. */
export function wholeOf(value: number, { low, high }: Interval): Expected {
  return {
    value: Math.round(value),
    interval: { low: Math.floor(low), high: Math.ceil(high) },
  };
}

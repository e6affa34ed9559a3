import { type DaySet, emptyDaySet, hasDay } from '../time/day-set.ts';
import type { BacktestSum } from './backtest-sum.ts';
import { stepAt } from './byte-codec.ts';
import { CALENDAR_DAYS } from './lot-forecast.ts';
import {
  HAS_HISTORY,
  HAS_STAYS,
  LAYOUT,
  PACKED_VERSION,
  PART_STEP,
  UNUSUAL_BYTES,
} from './packed-forecast.ts';

// What a packed forecast says of its lot on all days, read without the rest.

/** Whether bytes are of the version that is read here. */
export function isReadable(bytes: Uint8Array): boolean {
  return bytes[0] === PACKED_VERSION;
}

export function hasHistory(bytes: Uint8Array): boolean {
  return ((bytes[LAYOUT.flags] ?? 0) & HAS_HISTORY) !== 0;
}

export function hasStays(bytes: Uint8Array): boolean {
  return ((bytes[LAYOUT.flags] ?? 0) & HAS_STAYS) !== 0;
}

/** So many first bytes say whether a forecast can be read, and when its lot is closed. */
export const HEAD_BYTES = LAYOUT.closed + emptyDaySet(CALENDAR_DAYS).length;

/** Bit `i` is the day `fromDay + i`, by the lot's wall clock. */
export type ClosedDays = { fromDay: number; days: DaySet };

/** On which days the lot is known to be closed all day, from the head of its forecast. */
export function closedDaysIn(head: Uint8Array): ClosedDays {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  // A copy, so that the forecasts of other lots can be forgotten.
  const days = new Uint8Array(head.subarray(LAYOUT.closed, HEAD_BYTES));
  return { fromDay: view.getUint16(LAYOUT.fromDay, true), days };
}

/** `day`: by the lot's wall clock, counted from 1970-01-01. */
export function isClosedOn({ fromDay, days }: ClosedDays, day: number): boolean {
  const ahead = day - fromDay;
  return ahead >= 0 && ahead < CALENDAR_DAYS && hasDay(days, ahead);
}

/** How much of a difference from the forecast remains after each of NOWCAST_SLOTS. */
export function carryAt(bytes: Uint8Array, position: number): number {
  return stepAt(bytes, LAYOUT.carry + position, PART_STEP);
}

/** Adds what the forecasts of a lot were off by to a sum. */
export function addBacktest(sum: BacktestSum, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cells = view.getUint32(LAYOUT.backtest + 4, true);
  sum.errorSum += view.getFloat32(LAYOUT.backtest, true);
  sum.cells += cells;
  sum.days = Math.max(sum.days, view.getUint8(LAYOUT.backtest + 8));
  // Forecasts that were made before this was counted end here.
  const end = LAYOUT.unusual + 1 + UNUSUAL_BYTES * (bytes[LAYOUT.unusual] ?? 0);
  if (bytes.length <= end) return;
  sum.insideCount += view.getUint32(end, true);
  sum.intervalCells += cells;
}

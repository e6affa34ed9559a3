import { hasDay } from '../day-set.ts';
import type { BacktestSum } from './backtest-sum.ts';
import { CALENDAR_DAYS } from './lot-forecast.ts';
import {
  HAS_HISTORY,
  HAS_STAYS,
  LAYOUT,
  PACKED_VERSION,
  PART_STEP,
  UNUSUAL_BYTES,
} from './packed-forecast.ts';
import { stepAt } from './tape.ts';

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

/** Whether the lot is known to be closed all day on a day (by its wall clock, from 1970-01-01). */
export function isClosedOn(bytes: Uint8Array, day: number): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ahead = day - view.getUint16(LAYOUT.fromDay, true);
  return ahead >= 0 && ahead < CALENDAR_DAYS && hasDay(bytes, ahead, LAYOUT.closed);
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

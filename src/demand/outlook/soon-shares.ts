import { shareAt } from '../../kit/forecast/lot-day.ts';
import { carryAt, isReadable } from '../../kit/forecast/lot-facts.ts';
import { NOWCAST_SLOTS } from '../../kit/forecast/lot-forecast.ts';
import { PART_STEP, SHARE_STEP } from '../../kit/forecast/packed-forecast.ts';

/**
 * What is forecast of a lot from an hour and a half before a half hour to four hours after it, and
 * how much of a difference from that remains. One character for each byte: 40 bytes in memory,
 * where a typed array of them takes some 200.
 */
export type SoonShares = string;

/** Of a lot without a forecast. */
export const NO_SHARES: SoonShares = '';

// A nowcast looks at now, at three half hours that follow, and at the neighbours of each. It may be
// made one half hour after the shares were packed, and clocks may go forward or back by two.
const SLOTS_BEFORE = 3;
const SLOTS_AFTER = 8;
/** The half hour of the first share, as three bytes; then the carries; then the shares. */
const SLOT_BYTES = 3;
const SHARES_AT = SLOT_BYTES + NOWCAST_SLOTS.length;
/** Shares are 0 to 1, so there are 251 of them in steps of SHARE_STEP. */
const UNKNOWN = 255;

/** Of a packed forecast. `slot` is the present half hour of the lot's wall clock. */
export function packShares(forecast: Uint8Array, slot: number): SoonShares {
  if (!isReadable(forecast)) return NO_SHARES;
  const first = slot - SLOTS_BEFORE;
  const bytes = [first >> 16, first >> 8, first].map((part) => part & 255);
  for (const i of NOWCAST_SLOTS.keys()) bytes.push(stepsOf(carryAt(forecast, i), PART_STEP));
  for (let at = first; at <= slot + SLOTS_AFTER; at += 1)
    bytes.push(stepsOf(shareAt(forecast, at), SHARE_STEP));
  return String.fromCharCode(...bytes);
}

/** NaN stands for what is not known, as `shareAt` and `carryAt` have it. */
export function readShares(soon: SoonShares) {
  const stepAt = (at: number, size: number) => {
    const steps = soon.charCodeAt(at);
    return steps === UNKNOWN ? Number.NaN : steps * size;
  };
  const first = (soon.charCodeAt(0) << 16) | (soon.charCodeAt(1) << 8) | soon.charCodeAt(2);
  const shareAt = (slot: number) =>
    slot < first ? Number.NaN : stepAt(SHARES_AT + slot - first, SHARE_STEP);
  return {
    carryAt: (position: number) => stepAt(SLOT_BYTES + position, PART_STEP),
    /** A lot that is counted once an hour is known in every second half hour only. */
    shareNear(slot: number): number {
      for (const near of [slot, slot - 1, slot + 1]) {
        const share = shareAt(near);
        if (!Number.isNaN(share)) return share;
      }
      return Number.NaN;
    },
  };
}

function stepsOf(value: number, size: number): number {
  return Number.isNaN(value) ? UNKNOWN : Math.round(value / size);
}

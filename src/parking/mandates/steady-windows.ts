import { tzOffset } from '@date-fns/tz';
import { millisecondsInMinute } from 'date-fns/constants';
import type { Window } from '../../kit/hours/opening-hours.ts';

/** Clocks are changed at whole quarters of an hour. */
const QUARTER_MS = 15 * millisecondsInMinute;

/**
 * A window in parts during which the clocks of a zone are not changed. When they are put back, an
 * hour of the wall clock comes twice, and a window that begins and ends in it seems to be short.
 */
export function steadyWindows({ from, to }: Window, timezone: string): Window[] {
  if (tzOffset(timezone, from) === tzOffset(timezone, to)) return [{ from, to }];
  const windows: Window[] = [];
  for (let at = from.getTime(); at < to.getTime(); ) {
    const next = Math.min(to.getTime(), (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS);
    // At its last instant the wall clock may show another time already.
    windows.push({ from: new Date(at), to: new Date(next - 1) });
    at = next;
  }
  return windows;
}

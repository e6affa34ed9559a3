/**
 * The only reader of this machine's clock. It decides nothing that money or space depends on: those
 * instants come from the database. Tests inject their own.
 */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds of a clock that never goes back, for measuring how long something took. */
export function monotonicMs(): number {
  return performance.now();
}

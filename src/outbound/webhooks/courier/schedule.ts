/** Seconds from a failed attempt to the next one; after the last of them there is none. */
export const RETRY_SECONDS = [1, 5, 30, 300, 1_800, 7_200] as const;

/** Retries come up to this much later, so that those of many events do not come all at once. */
export const JITTER_MAX = 0.1;

/** Returns a number from 0 to below 1, each equally likely. */
export type Random = () => number;

/**
 * Milliseconds until the next attempt, after `tryCount` attempts that failed; null when there is
 * none. `retryAfterMs` is what the endpoint asked for; it counts where it is later.
 */
export function retryDelayMs(
  tryCount: number,
  { retryAfterMs, random }: { retryAfterMs: number | null; random: Random },
): number | null {
  const seconds = RETRY_SECONDS[tryCount - 1];
  if (seconds === undefined) return null;
  const delayMs = Math.floor(seconds * 1_000 * (1 + random() * JITTER_MAX));
  return Math.max(delayMs, retryAfterMs ?? 0);
}

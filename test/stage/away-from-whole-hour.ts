import { setTimeout as sleep } from 'node:timers/promises';

const HOUR_MS = 3_600_000;
/** What a test computes from the hour, day or month of its begin is true for so long. */
const LEFT_MS_MIN = 30_000;

/**
 * Waits where little is left of the hour, with which a day, a month and a year may end, too: what
 * was computed from them would not be true at the end of the test.
 */
export async function awayFromWholeHour(leftMsMin = LEFT_MS_MIN): Promise<void> {
  const leftMs = HOUR_MS - (Date.now() % HOUR_MS);
  if (leftMs < leftMsMin) await sleep(leftMs);
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  JITTER_MAX,
  RETRY_SECONDS,
  retryDelayMs,
} from '../../../../../src/outbound/webhooks/courier/schedule.ts';
import { seedOfRun } from '../../../../stage/random.ts';

const seed = seedOfRun();
const none = { retryAfterMs: null, random: () => 0 };

test('seven attempts: at once, then 1, 5, 30, 300, 1800 and 7200 seconds after one another', () => {
  const delays = [1, 2, 3, 4, 5, 6].map((tryCount) => retryDelayMs(tryCount, none));
  expect(delays).toEqual([1_000, 5_000, 30_000, 300_000, 1_800_000, 7_200_000]);
  expect(retryDelayMs(7, none)).toBeNull();
});

test(`retries come up to 10 % later, never earlier (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (tryCount, chance) => {
        const delayMs = retryDelayMs(tryCount, { ...none, random: () => chance }) ?? 0;
        const plainMs = (RETRY_SECONDS[tryCount - 1] ?? 0) * 1_000;
        expect(delayMs).toBeGreaterThanOrEqual(plainMs);
        expect(delayMs).toBeLessThanOrEqual(plainMs * (1 + JITTER_MAX));
      },
    ),
    { seed },
  );
});

test('what an endpoint asks for counts where it is later, and starts no attempt after the last', () => {
  const asked = (tryCount: number, retryAfterMs: number) =>
    retryDelayMs(tryCount, { retryAfterMs, random: () => 0 });
  expect(asked(1, 60_000)).toBe(60_000);
  expect(asked(4, 60_000)).toBe(300_000);
  expect(asked(7, 60_000)).toBeNull();
});

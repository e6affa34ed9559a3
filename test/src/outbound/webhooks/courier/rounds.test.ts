import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRounds, type Found } from '../../../../../src/outbound/webhooks/courier/rounds.ts';

const log = pino({ level: 'silent' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How many rounds begin within `ms`, when each finds `found`. */
async function countRounds(found: Found, ms: number) {
  let count = 0;
  const rounds = createRounds('count', log, async () => {
    count += 1;
    return found;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return { rounds, count: () => count };
}

async function stop({ rounds }: Awaited<ReturnType<typeof countRounds>>): Promise<void> {
  const stopped = rounds.stop();
  await vi.runAllTimersAsync();
  await stopped;
}

test('an idle courier asks the database twice a second, and at once when it is woken', async () => {
  const idle = await countRounds('nothing', 10_000);
  const before = idle.count();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(idle.count() - before).toBe(20);
  idle.rounds.wake();
  await vi.advanceTimersByTimeAsync(5);
  expect(idle.count() - before).toBe(21);
  await stop(idle);
});

test('a courier that finds something looks again within 50 ms', async () => {
  const busy = await countRounds('some', 1_000);
  expect(busy.count()).toBeGreaterThanOrEqual(20);
  await stop(busy);
});

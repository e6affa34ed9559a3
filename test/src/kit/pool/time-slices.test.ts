import { expect, test } from 'vitest';
import { monotonicMs } from '../../../../src/kit/clock.ts';
import { inTimeSlices, yieldAndRest, yieldThread } from '../../../../src/kit/pool/time-slices.ts';

/** Counts the turns of the event loop until stopped. */
function countTurns(): { stop(): number } {
  let count = 0;
  let isOn = true;
  const again = () => {
    if (!isOn) return;
    count += 1;
    setImmediate(again);
  };
  setImmediate(again);
  return {
    stop() {
      isOn = false;
      return count;
    },
  };
}

function workFor(ms: number): void {
  const endsAt = monotonicMs() + ms;
  while (monotonicMs() < endsAt);
}

test('of many that wait for a turn one is resumed at a time, in the order they asked', async () => {
  const came: { who: number; turn: number }[] = [];
  let turn = 0;
  const again = () => {
    turn += 1;
    if (came.length < 12) setImmediate(again);
  };
  setImmediate(again);
  await Promise.all(
    Array.from({ length: 4 }, async (_, who) => {
      for (let i = 0; i < 3; i += 1) {
        await yieldThread();
        came.push({ who, turn });
      }
    }),
  );
  expect(came.map(({ who }) => who)).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
  expect(new Set(came.map((one) => one.turn)).size).toBe(12);
});

test('long work is done in order, and other work runs in between', async () => {
  const items = Array.from({ length: 64 }, (_, i) => i);
  const done: number[] = [];
  const turns = countTurns();
  await inTimeSlices(items, (item) => {
    workFor(1);
    done.push(item);
  });
  expect(turns.stop()).toBeGreaterThanOrEqual(3);
  expect(done).toEqual(items);
});

test('works that rest take less than half of the time, however many there are', async () => {
  const worked = 24;
  const begunAt = monotonicMs();
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let i = 0; i < worked / 4; i += 1) {
        await yieldAndRest();
        workFor(1);
      }
    }),
  );
  expect(monotonicMs() - begunAt).toBeGreaterThan(2 * worked);
});

test('short work is done without a pause', async () => {
  const turns = countTurns();
  await inTimeSlices([1, 2, 3], () => undefined);
  expect(turns.stop()).toBe(0);
});

test('an error of the work reaches its caller', async () => {
  const failure = new Error('no such item');
  const work = inTimeSlices([1], () => {
    throw failure;
  });
  await expect(work).rejects.toBe(failure);
});

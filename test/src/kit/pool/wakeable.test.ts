import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWakeable } from '../../../../src/kit/pool/wakeable.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const never = new AbortController().signal;

test('a pause ends with its time', async () => {
  const { pause } = createWakeable();
  const paused = pause(50, never);
  await vi.advanceTimersByTimeAsync(50);
  expect(await paused).toBe(false);
});

test('a pause ends when it is woken', async () => {
  const { pause, wake } = createWakeable();
  const paused = pause(50, never);
  wake();
  expect(await paused).toBe(true);
});

test('who is woken between two pauses does not pause, once', async () => {
  const { pause, wake } = createWakeable();
  wake();
  wake();
  expect(await pause(50, never)).toBe(true);
  const paused = pause(50, never);
  await vi.advanceTimersByTimeAsync(50);
  expect(await paused).toBe(false);
});

test('a pause ends when its signal is aborted, and none begins afterwards', async () => {
  const { pause, wake } = createWakeable();
  const stopping = new AbortController();
  const paused = pause(50, stopping.signal);
  stopping.abort();
  expect(await paused).toBe(false);
  wake();
  expect(await pause(50, stopping.signal)).toBe(false);
});

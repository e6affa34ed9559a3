import { openAnswerThreads } from '../pool/answer-threads.ts';
import type { HoursAnswer, HoursQuestion } from './hours-question.ts';

/** Hours within the bounds take a tenth of this on an idle machine. */
const DEADLINE_MS = 1_000;
const HEAP_MB = 128;

/**
 * The library that reads opening hours can take exponential time, so it runs in threads that
 * nothing else waits for.
 */
export const hoursThreads = openAnswerThreads<HoursQuestion, HoursAnswer>(
  new URL('./hours-thread.ts', import.meta.url),
  { threadCount: 2, deadlineMs: DEADLINE_MS, heapMb: HEAP_MB },
);

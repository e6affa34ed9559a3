import { openAnswerThreads } from '../../turns/answer-threads.ts';
import type { HoursAnswer, HoursQuestion } from './hours-question.ts';

/** What is within the bounds takes a tenth of it, on a machine with nothing else to do. */
const DEADLINE_MS = 1_000;
const HEAP_MB = 128;

/** The library that reads opening hours can take exponential time: nobody else waits here. */
export const hoursThreads = openAnswerThreads<HoursQuestion, HoursAnswer>(
  new URL('./hours-thread.ts', import.meta.url),
  { threadCount: 2, deadlineMs: DEADLINE_MS, heapMb: HEAP_MB },
);

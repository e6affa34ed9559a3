import { openAnswerThreads } from '../../pool/answer-threads.ts';
import type { LotsDiff } from './diff-lots.ts';
import type { Area } from './extract-area.ts';
import type { OsmObject, OwnLot } from './place.ts';

export type DiffQuestion = {
  objects: readonly OsmObject[];
  lots: readonly OwnLot[];
  area: Area | undefined;
};

/** The car parks of a city take a hundredth of this; only thousands in one place take longer. */
const DEADLINE_MS = 20_000;
const HEAP_MB = 256;

const threads = openAnswerThreads<DiffQuestion, LotsDiff>(
  new URL('./diff-thread.ts', import.meta.url),
  { threadCount: 1, deadlineMs: DEADLINE_MS, heapMb: HEAP_MB },
);

/**
 * The same as `diffLots`, in a thread that nothing else waits for: a file of strangers can pile up
 * places that all have to be compared with each other. Undefined: it took too long.
 */
export async function diffInThread(question: DiffQuestion): Promise<LotsDiff | undefined> {
  let diff: LotsDiff | undefined;
  await threads.ask([
    {
      question,
      take(answer) {
        diff = answer;
      },
    },
  ]);
  return diff;
}

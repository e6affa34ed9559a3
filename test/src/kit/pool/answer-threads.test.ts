import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { monotonicMs } from '../../../../src/kit/clock.ts';
import { type AnswerThreads, openAnswerThreads } from '../../../../src/kit/pool/answer-threads.ts';

const FILE = new URL('./answering-thread.ts', import.meta.url);
const DEADLINE_MS = 300;

const open = (threadCount = 1, file = FILE) =>
  openAnswerThreads<string, string>(file, { threadCount, deadlineMs: DEADLINE_MS, heapMb: 32 });

async function ask(
  threads: AnswerThreads<string, string>,
  questions: readonly string[],
  order: string[] = [],
): Promise<(string | undefined)[]> {
  const answers: (string | undefined)[] = questions.map(() => 'not taken');
  await threads.ask(
    questions.map((question, i) => ({
      question,
      take(answer) {
        answers[i] = answer;
        order.push(question);
      },
    })),
  );
  return answers;
}

test('each question gets its own answer, over any number of threads', async () => {
  const questions = Array.from({ length: 100 }, (_, i) => `${i}`);
  for (const threadCount of [1, 3])
    expect(await ask(open(threadCount), questions)).toEqual(questions.map((q) => `heard ${q}`));
  expect(await ask(open(), [])).toEqual([]);
});

test.each(['run forever', 'match forever', 'fill the heap', 'throw outside of any call', 'exit'])(
  'a thread that gets the order to %s is replaced, and the question has no answer',
  async (told) => {
    const threads = open();
    expect(await ask(threads, ['before', told, 'after'])).toEqual([
      'heard before',
      undefined,
      'heard after',
    ]);
    expect(await ask(threads, ['again'])).toEqual(['heard again']);
  },
);

test('a caller with many questions does not hold up one with few', async () => {
  const threads = open();
  const order: string[] = [];
  await Promise.all([
    ask(threads, new Array(50).fill('much'), order),
    ask(threads, ['little'], order),
  ]);
  expect(order.indexOf('little')).toBeLessThan(3);
  expect(order).toHaveLength(51);
});

test('an answer that arrived while this process was busy is in time', async () => {
  const threads = open();
  await ask(threads, ['ready']);
  const answered = ask(threads, ['one', 'two']);
  // Of everything that is ready then, timers run first.
  await setImmediate();
  const until = monotonicMs() + 2 * DEADLINE_MS;
  while (monotonicMs() < until);
  expect(await answered).toEqual(['heard one', 'heard two']);
});

test('questions are taken from their list only as they are asked', async () => {
  const threads = open();
  let taken = 0;
  function* endless() {
    for (;;) {
      if (taken === 5) return;
      yield { question: 'more', take: () => (taken += 1) };
    }
  }
  await threads.ask(endless());
  expect(taken).toBe(5);
});

test('when a thread cannot start, its callers get the error', async () => {
  const threads = open(1, new URL('./no-such-thread.ts', import.meta.url));
  for (const _ of [1, 2]) await expect(ask(threads, ['hello'])).rejects.toThrow(/no-such-thread/);
});

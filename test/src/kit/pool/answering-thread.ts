import { parentPort } from 'node:worker_threads';
import { THREAD_READY } from '../../../../src/kit/pool/answer-threads.ts';

const FOREVER: Record<string, () => unknown> = {
  'run forever': () => {
    for (;;);
  },
  'match forever': () => /^(?:\s*;?)+$/.test(`${' '.repeat(99)}x`),
  'fill the heap': () => {
    for (const all: string[][] = []; ; ) all.push(new Array(100_000).fill('x'));
  },
  'throw outside of any call': () => {
    setImmediate(() => {
      throw new Error('as told');
    });
    return new Promise(() => undefined);
  },
  exit: () => process.exit(1),
};

/** The thread of a test: it does what the message says, or repeats it. */
parentPort?.on('message', async (told: string) => {
  await FOREVER[told]?.();
  parentPort?.postMessage(`heard ${told}`);
});
parentPort?.postMessage(THREAD_READY);

import { parentPort } from 'node:worker_threads';
import { type HoursQuestion, OPEN_STATES } from '../../../../src/kit/hours/hours-question.ts';
import { THREAD_READY } from '../../../../src/kit/pool/answer-threads.ts';

/** Every lot is closed, and `stuck` never gets an answer for the days from 1970-04-01 on. */
parentPort?.on('message', ({ hours, from }: HoursQuestion) => {
  while (hours === 'stuck' && from >= Date.parse('1970-04-01T00:00:00Z'));
  const states = Uint8Array.of(OPEN_STATES.indexOf('closed'));
  parentPort?.postMessage({ minutes: Uint16Array.of(0), states });
});
parentPort?.postMessage(THREAD_READY);

import { parentPort } from 'node:worker_threads';
import { THREAD_READY } from '../../pool/answer-threads.ts';
import { diffLots } from './diff-lots.ts';
import type { DiffQuestion } from './diff-threads.ts';

parentPort?.on('message', ({ objects, lots, area }: DiffQuestion) =>
  parentPort?.postMessage(diffLots(objects, lots, area)),
);
parentPort?.postMessage(THREAD_READY);

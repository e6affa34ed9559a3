import { expect, onTestFinished } from 'vitest';
import type { ApiProcess } from '../processes/api-process.ts';
import type { Call } from './session-ledger.ts';
import { POLL, type SessionStage } from './session-stage.ts';

/** So that the calls of a lost process and their repeats fit into a pool of eight connections. */
export const HELD_CALLS = 6;

/**
 * The steps in which a call changes something. The locks of `held` keep calls waiting in a step;
 * `isLast`: once it is committed the call is done, and only its answer is missing.
 */
export const POINTS = [
  {
    operation: 'create',
    step: 'taking the space',
    held: 'select from lots for update',
    isLast: true,
  },
  {
    operation: 'end',
    step: 'ending the stay',
    held: 'select from lots for update',
    isLast: false,
  },
  {
    operation: 'end',
    step: 'the capture',
    held: 'lock table simulated_captures in share mode',
    isLast: false,
  },
  {
    operation: 'end',
    step: 'closing the books',
    held: 'lock table events in share mode',
    isLast: true,
  },
] as const;

/**
 * New calls of an operation that all wait in one of its steps, until released or the end of the
 * test.
 */
export async function sendAndHold(
  stage: SessionStage,
  { operation, held }: Pick<(typeof POINTS)[number], 'operation' | 'held'>,
  api: ApiProcess,
) {
  const calls = await newCalls(stage, operation, api);
  const { release } = await stage.hold(held);
  onTestFinished(release);
  const sending = Promise.all(calls.map((call) => stage.load.send(api, call)));
  await expect.poll(stage.waitingCount, POLL).toBe(HELD_CALLS);
  return { calls, sending, release };
}

/** HELD_CALLS new calls, not sent yet. */
async function newCalls(
  { load, roomyLot }: SessionStage,
  operation: Call['operation'],
  api: ApiProcess,
): Promise<Call[]> {
  const creates = Array.from({ length: HELD_CALLS }, () => load.newCreate(roomyLot));
  if (operation === 'create') return creates;
  await Promise.all(creates.map((call) => load.send(api, call)));
  // In another lot the end of a stay may cross a threshold, and so wait a step earlier.
  return creates.map((call) => load.newEnd(call)).filter((call) => call !== undefined);
}

import { expect, onTestFinished } from 'vitest';
import type { ApiProcess } from './api-process.ts';
import type { Call } from './session-ledger.ts';
import { POLL, type SessionStage } from './session-stage.ts';

/** So that both those of a lost process and their repeats fit into a pool of eight. */
export const HELD_CALLS = 6;

/**
 * Where a call changes something, step by step. The locks of `held` keep calls waiting in a step;
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

/** New calls of an operation that all wait in one step of it, until released or the test's end. */
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

/** As many new calls, unsent. */
async function newCalls(
  { load, roomyLot }: SessionStage,
  operation: Call['operation'],
  api: ApiProcess,
): Promise<Call[]> {
  const creates = Array.from({ length: HELD_CALLS }, () => load.newCreate(roomyLot));
  if (operation === 'create') return creates;
  await Promise.all(creates.map((call) => load.send(api, call)));
  return creates.map(() => load.newEnd()).filter((call) => call !== undefined);
}

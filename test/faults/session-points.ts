import type { ApiProcess } from './api-process.ts';
import type { Call } from './session-ledger.ts';
import type { SessionStage } from './session-stage.ts';

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

/** As many new calls, unsent. */
export async function newCalls(
  { load, roomyLot }: SessionStage,
  operation: Call['operation'],
  api: ApiProcess,
): Promise<Call[]> {
  const creates = Array.from({ length: HELD_CALLS }, () => load.newCreate(roomyLot));
  if (operation === 'create') return creates;
  await Promise.all(creates.map((call) => load.send(api, call)));
  return creates.map(() => load.newEnd()).filter((call) => call !== undefined);
}

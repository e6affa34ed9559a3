import type { Principal } from '../principals/principal.ts';

/** A call that was answered. */
export type FinishedCall = Readonly<{
  caller: Principal;
  /** Its operationId. */
  operation: string;
  requestId: string;
  /** Of the answer. */
  status: number;
  /** Until the answer was ready, in ms. */
  durationMs: number;
  /** What the answer was instead of what was asked for. */
  error: CallError | undefined;
}>;

/** Nothing in it is from the request. */
export type CallError = Readonly<{
  code: string;
  /** For programs. */
  reason: string | null;
  /** The fields that the answer names, as far as they are declared. */
  fields: readonly string[];
}>;

/**
 * `ok`: answered as asked. `refused`: for a reason in the request or its caller. `limited`: it was
 * beyond a budget. `failed`: for any other reason.
 */
export const OUTCOMES = ['ok', 'refused', 'limited', 'failed'] as const;

export type Outcome = (typeof OUTCOMES)[number];

const REFUSED = 400;
const BEYOND_BUDGET = 429;
const FAILED = 500;

export function outcomeOf(status: number): Outcome {
  if (status < REFUSED) return 'ok';
  if (status === BEYOND_BUDGET) return 'limited';
  return status < FAILED ? 'refused' : 'failed';
}

/** Who called, as rows say it. */
export function callerColumns({ operatorId, livemode, type, id }: Principal) {
  return { operator_id: operatorId, livemode, caller_type: type, caller_id: id };
}

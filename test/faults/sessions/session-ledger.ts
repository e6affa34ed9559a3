import type { Answer } from '../../api/client.ts';

type Sent = {
  sentCount: number;
  /**
   * The answer that the caller relies on; undefined while the call may or may not have been done.
   */
  answer: Answer | undefined;
};

export type CreateCall = Sent & {
  operation: 'create';
  idempotencyKey: string;
  body: { lot_id: string; plate: string };
  /** Whether the lot may be full; on any other lot, a refusal is a fault. */
  isRefusable: boolean;
};

export type EndCall = Sent & {
  operation: 'end';
  /** null: sent without one, so a repeat may be answered that the session has already ended. */
  idempotencyKey: string | null;
  body: { session_id: string };
};

export type Call = CreateCall | EndCall;

/** Everything that callers asked of the service, and its answers. */
export type Ledger = {
  /** Each has a plate of its own. */
  creates: CreateCall[];
  /** At most one for each session. */
  ends: EndCall[];
  searchedCount: number;
  /** Errors of the service; they are no answer to their calls. */
  failedCount: number;
};

/**
 * Stores the results of sending a call once, or several times at once; undefined: a lost
 * connection. Throws when an answer is not one that the call may get, or contradicts another.
 */
export function note(ledger: Ledger, call: Call, came: readonly (Answer | undefined)[]): void {
  const answers = came.filter((answer) => answer !== undefined);
  const failed = answers.filter((answer) => answer.status >= 500);
  ledger.failedCount += failed.length;
  const wrong =
    failed.find((answer) => !isEnvelope(answer)) ??
    answers.find((answer) => answer.status < 500 && !isExpected(call, answer));
  if (wrong !== undefined) throw new Error(`${nameOf(call)} got ${wrong.status} ${wrong.text}`);

  const done = answers.filter(isDone);
  const sessionIds = new Set(done.map((answer) => answer.body.session.id));
  if (sessionIds.size > 1) throw new Error(`${nameOf(call)} is ${[...sessionIds].join(' and ')}`);
  // A refusal is not final while another copy of the call may have been carried out.
  const isKnown = came.length === answers.length && failed.length === 0;
  call.answer = done[0] ?? (isKnown ? answers[0] : undefined);
}

/** Whether the call was carried out, as far as its caller knows. */
export function isDone(answer: Answer | undefined): answer is Answer {
  return answer !== undefined && answer.status < 300;
}

export function nameOf(call: Call): string {
  const target = call.operation === 'create' ? call.body.plate : call.body.session_id;
  return `${call.operation} ${target} (key ${call.idempotencyKey}, sent ${call.sentCount} times)`;
}

function isExpected(call: Call, { status, body }: Answer): boolean {
  const reason: unknown = body.error?.details?.reason;
  if (call.operation === 'create')
    return status === 201 || (call.isRefusable && reason === 'lot_full');
  const isRepeat = call.idempotencyKey === null && call.sentCount > 1;
  return status === 200 || (isRepeat && reason === 'already_ended');
}

function isEnvelope({ body, headers }: Answer): boolean {
  const { code, request_id: requestId } = body?.error ?? {};
  return code === 'INTERNAL' && requestId === headers['x-request-id'];
}

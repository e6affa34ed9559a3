import type { Principal } from '../../../src/access/principals/principal.ts';
import { AppError } from '../../../src/kit/errors.ts';
import { serialise } from '../../../src/kit/web/reply/body.ts';
import type { Peer } from '../../access/peer.ts';
import type { CallContext } from '../../app.ts';
import { callOperation } from '../../call-operation.ts';
import type { CallHeaders } from '../../input/call.ts';
import type { Operation } from '../../operation.ts';
import type { PlainReply } from '../../reply/answer.ts';
import type { Envelope } from '../../reply/errors.ts';

/** What an operation is asked; what is left out is empty. */
type Question = Readonly<{
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}>;

/** What an operation answered. A refusal is thrown as a `Refusal`. */
export type CallOperation = <T = unknown>(operation: Operation, question?: Question) => Promise<T>;

/** An answer that is no success, as the API gave it. It is logged there, if it is to be. */
export class Refusal extends AppError {
  readonly requestId: string;

  constructor({ status, headers, body }: PlainReply) {
    const { code, message, details, request_id: requestId } = (body as Envelope).error;
    super(code, message, { status, headers: retryAfter(headers), ...(details && { details }) });
    this.requestId = requestId;
  }
}

function retryAfter({ 'Retry-After': wait }: PlainReply['headers']): Record<string, string> {
  return wait === undefined ? {} : { 'Retry-After': wait };
}

const FIRST_REFUSAL = 400;

/**
 * Calls operations as this person, as a program calls them. `once` is the Idempotency-Key of the
 * form that they are called for; undefined: for none.
 */
export function callAs(
  context: CallContext,
  principal: Principal,
  peer: Peer,
  once: string | undefined,
): CallOperation {
  const ofForm: CallHeaders = once === undefined ? {} : { 'idempotency-key': [once] };
  return async <T>(operation: Operation, question: Question = {}) => {
    const { params = {}, query = {}, body } = question;
    const headers = operation.repeat === undefined ? {} : ofForm;
    const reply = await callOperation(context, {
      operation,
      peer,
      authorization: principal,
      headers,
      params,
      query,
      body: body === undefined ? undefined : jsonBody(body),
      isHead: false,
    });
    reply.whenSent?.();
    if (reply.status >= FIRST_REFUSAL) throw new Refusal(reply);
    if (reply.body === undefined) return undefined as T;
    // Some answers are written already, in whole or in part.
    return JSON.parse(String(serialise(reply.body, reply.headers['Content-Type'] ?? '')));
  };
}

function jsonBody(value: unknown) {
  const bytes = Buffer.from(JSON.stringify(value));
  return {
    contentType: 'application/json',
    byteCount: bytes.length,
    read: async () => bytes,
  };
}

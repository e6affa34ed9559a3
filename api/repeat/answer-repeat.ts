import {
  answerOnce,
  findReplay,
  hashBody,
  type IdempotentCall,
} from '../../src/access/idempotency/answer-once.ts';
import type { Api } from '../app.ts';
import type { Operation, OperationRequest } from '../operation.ts';
import type { AnyReply } from '../reply/declaration.ts';
import { readKey } from './idempotency-key.ts';
import { repeatedStatus } from './repeat.ts';

/** Marks an answer as one that was given before. */
const REPLAYED_HEADERS = { 'Idempotent-Replayed': 'true' };

/**
 * Does the work of a call, or answers it as before when it repeats one. `work` gets the request
 * without its key, and stores what `remember` makes of its result together with what it writes.
 * Throws BAD_REQUEST for the key, CONFLICT `idempotency_mismatch` when the key was used for another
 * request, and what `work` throws.
 */
export async function answerRepeat(
  api: Api,
  operation: Operation,
  request: OperationRequest,
  work: (request: OperationRequest) => Promise<AnyReply>,
): Promise<AnyReply> {
  const { repeat, responses } = operation;
  if (repeat === undefined) return work(request);
  const { call, asked } = await readCall(api, operation, request);
  if (call === undefined) return work(asked);
  const toResponse = (result: unknown) => repeat.store(result, api);
  const answer = await answerOnce(api.db, call, async () => {
    const reply = await work({ ...asked, remember: { ...call, toResponse } });
    const twin = repeat.isIdle?.(reply.body) ? await findReplay(api.db, call) : undefined;
    return twin ?? reply;
  });
  if (!('response' in answer)) return answer;
  const body = await repeat.recall(answer.response, asked, api);
  return { status: repeatedStatus(responses), headers: REPLAYED_HEADERS, body };
}

/** The idempotency of a call, undefined when it has no key, and the request without the key. */
export async function readCall(
  api: Api,
  { operationId, repeat }: Operation,
  request: OperationRequest,
): Promise<{ call: IdempotentCall | undefined; asked: OperationRequest }> {
  const { key: place = 'header', of = operationId } = repeat ?? {};
  const { key, asked: body } = readKey(place, request);
  const asked = { ...request, body };
  const { caller } = request;
  if (key === undefined || caller === undefined) return { call: undefined, asked };
  const call = {
    keyId: caller.id,
    operation: of,
    idempotencyKey: key,
    bodySha256: hashBody((await repeat?.asked?.(asked)) ?? askedIn(asked)),
    check: async () => repeat?.check?.(asked, api),
    isLate: (error: unknown) => repeat?.isLate?.(error) ?? false,
  };
  return { call, asked };
}

const askedIn = ({ params, body }: OperationRequest) => ({ ...Object(params), ...Object(body) });

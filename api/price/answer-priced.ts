import { AppError } from '../../src/errors.ts';
import { answerOnce } from '../../src/idempotency/answer-once.ts';
import { keepAnswer } from '../../src/idempotency/keep-answer.ts';
import type { Remember } from '../../src/idempotency/remember.ts';
import { isObject } from '../../src/is-object.ts';
import type { Querier } from '../../src/stores/postgres.ts';
import type { Api } from '../app.ts';
import { REPLAYED_HEADERS, rememberCall } from '../fields/idempotent-call.ts';
import type { Operation, OperationRequest } from '../operation.ts';
import type { AnyReply } from '../reply/declaration.ts';

/**
 * Answers an operation and charges its price, if it has one, before the answer is sent. For 24
 * hours a repeat with the same Idempotency-Key gets the same answer at no cost; newer data needs
 * another key. HEAD returns no data and is not charged.
 */
export async function answerPriced(
  api: Api,
  operation: Operation,
  request: OperationRequest,
  isHead: boolean,
): Promise<AnyReply> {
  const { price } = operation;
  if (price === undefined) return operation.handler(request, api);
  refuseAbove(request, price);
  if (isHead) return operation.handler(request, api);
  const remember = rememberPriced(operation, request);
  const answer = await answerOnce(api.db, remember, async () => {
    const reply = await operation.handler(request, api);
    await pay(api, operation, request, reply, remember);
    return reply;
  });
  if (!('response' in answer)) return answer;
  return { status: answer.status, body: answer.response, headers: REPLAYED_HEADERS };
}

/** An answer above the caller's `max_cost_cents` is refused before it is computed. */
function refuseAbove({ query }: OperationRequest, price: number): void {
  const max = memberOf(query, 'max_cost_cents');
  if (typeof max !== 'number' || max >= price) return;
  throw new AppError('FORBIDDEN', `this answer costs ${price} cents`, {
    details: { reason: 'cost_above_limit', cost_cents: price },
  });
}

/** The query has been checked by now: its values have their types, and defaults are filled in. */
function rememberPriced(
  { operationId }: Operation,
  { caller, headers, params, query }: OperationRequest,
): Remember<AnyReply> | undefined {
  const key = memberOf(headers, 'Idempotency-Key');
  if (caller === undefined || typeof key !== 'string') return undefined;
  const question = { params, query };
  return rememberCall(caller, operationId, key, question, ({ body }) => Object(body));
}

async function pay(
  { meter }: Api,
  { price = 0, path }: Operation,
  { caller, requestId }: OperationRequest,
  reply: AnyReply,
  remember: Remember<AnyReply> | undefined,
): Promise<void> {
  if (reply.status !== 200 || caller === undefined) return;
  const charge = { caller, endpoint: path, costCents: reply.costCents ?? price, requestId };
  const keep = remember && ((db: Querier) => keepAnswer(db, remember, reply));
  await meter.charge(charge, keep);
}

function memberOf(part: unknown, name: string): unknown {
  return isObject(part) ? part[name] : undefined;
}

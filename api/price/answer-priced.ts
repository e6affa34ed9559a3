import { answerOnce, type Replay } from '../../src/access/idempotency/answer-once.ts';
import { keepAnswer } from '../../src/access/idempotency/keep-answer.ts';
import type { Remember } from '../../src/access/idempotency/remember.ts';
import { isObject } from '../../src/kit/is-object.ts';
import type { Deadline } from '../../src/kit/web/reply/deadline.ts';
import type { Api } from '../app.ts';
import { REPLAYED_HEADERS } from '../fields/idempotent-call.ts';
import type { Operation, OperationRequest } from '../operation.ts';
import type { AnyReply } from '../reply/declaration.ts';
import { inAskedForm } from './csv-form.ts';
import { answerDryRun, asksDryRun } from './dry-run.ts';
import { quote, rememberPriced, rereadable } from './quote.ts';

/**
 * Answers an operation and charges its price, if it has one, before the answer is sent. The price
 * is decided before the answer is computed. For 24 hours a repeat with the same Idempotency-Key
 * gets the same answer at no cost; newer data needs another key. HEAD returns no data and is not
 * charged, nor is an answer that comes too late. A dry run says only what the answer would cost.
 */
export async function answerPriced(
  api: Api,
  operation: Operation,
  request: OperationRequest,
  { isHead, deadline }: { isHead: boolean; deadline: Deadline },
): Promise<AnyReply> {
  if (operation.price === undefined) return operation.handler(request, api);
  if (asksDryRun(request.query)) return answerDryRun(api, operation, request);
  const remember = isHead ? undefined : rememberPriced(operation, request);
  const answer = await answerOnce(api.db, remember, async () => {
    const quoted = await quote(api.meter, operation, request);
    const reply = await operation.handler(quoted, api);
    deadline.throwIfPassed();
    if (!isHead) await pay(api, operation, quoted, reply, remember);
    return reply;
  });
  const reply = 'response' in answer ? replayed(answer) : answer;
  return inAskedForm(operation, request, reply);
}

/** The answer that was paid before, which says that it costs nothing this time. */
function replayed({ status, response }: Replay): AnyReply {
  const meta = isObject(response.meta) && { meta: { ...response.meta, cost_cents: 0 } };
  return { status, body: { ...response, ...meta }, headers: REPLAYED_HEADERS };
}

async function pay(
  { meter }: Api,
  operation: Operation,
  request: OperationRequest,
  reply: AnyReply,
  remember: Remember<AnyReply> | undefined,
): Promise<void> {
  const { caller, requestId } = request;
  if (reply.status !== 200 || caller === undefined) return;
  const costCents = reply.sold?.costCents ?? request.costCents;
  // A re-read prolongs nothing, and an answer that was free lowers no price.
  const bought = costCents === operation.price ? rereadable(operation, request) : undefined;
  const charge = { caller, endpoint: operation.path, costCents, requestId, bought };
  await meter.charge(charge, remember && ((db) => keepAnswer(db, remember, reply)));
}

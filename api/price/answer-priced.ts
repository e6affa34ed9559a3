import { keepAnswer } from '../../src/access/idempotency/keep-answer.ts';
import type { Deadline } from '../../src/kit/web/reply/deadline.ts';
import type { Api } from '../app.ts';
import type { Operation, OperationRequest } from '../operation.ts';
import { answerRecorded } from '../reads/answer-recorded.ts';
import { answerRepeat } from '../repeat/answer-repeat.ts';
import type { AnyReply } from '../reply/declaration.ts';
import { inAskedForm } from './csv-form.ts';
import { answerDryRun, asksDryRun } from './dry-run.ts';
import { quote, rereadable } from './quote.ts';

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
  const handle = (asked: OperationRequest) =>
    answerRecorded(api, operation, asked, () => operation.handler(asked, api));
  if (operation.price === undefined) return answerRepeat(api, operation, request, handle);
  if (asksDryRun(request.query)) return answerDryRun(api, operation, request);
  const sell = async (asked: OperationRequest) => {
    const quoted = await quote(api.meter, operation, asked);
    const reply = await handle(quoted);
    deadline.throwIfPassed();
    if (!isHead) await pay(api, operation, quoted, reply);
    return reply;
  };
  const reply = await (isHead ? sell(request) : answerRepeat(api, operation, request, sell));
  return inAskedForm(operation, request, reply);
}

async function pay(
  { meter }: Api,
  operation: Operation,
  request: OperationRequest,
  reply: AnyReply,
): Promise<void> {
  const { caller, requestId, remember } = request;
  if (reply.status !== 200 || caller === undefined) return;
  const costCents = reply.sold?.costCents ?? request.costCents;
  // A re-read prolongs nothing, and an answer that was free lowers no price.
  const bought = costCents === operation.price ? rereadable(operation, request) : undefined;
  const charge = { caller, endpoint: operation.path, costCents, requestId, bought };
  await meter.charge(charge, remember && ((db) => keepAnswer(db, remember, reply)));
}

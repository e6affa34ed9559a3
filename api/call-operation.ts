import { oncePer } from '../src/kit/cache/once-per.ts';
import { type Arrived, readBody } from '../src/kit/web/input/read-body.ts';
import { contentTypeHeader } from '../src/kit/web/reply/content-type.ts';
import type { Deadline } from '../src/kit/web/reply/deadline.ts';
import { authenticate } from './access/authenticate.ts';
import { authorise } from './access/authorise.ts';
import { budgetsLeft } from './access/budgets-left.ts';
import type { Exchange } from './access/exchange.ts';
import { finishCall } from './access/finish-call.ts';
import { openVolumes } from './access/volumes.ts';
import { admitCall } from './admit-call.ts';
import type { CallContext } from './app.ts';
import type { Call } from './input/call.ts';
import { compileInput } from './input/validate.ts';
import { isBodyOptional, type Operation, type OperationRequest } from './operation.ts';
import { answerPriced } from './price/answer-priced.ts';
import { answer, type PlainReply } from './reply/answer.ts';
import type { AnyReply } from './reply/declaration.ts';
import { withDeprecation } from './reply/deprecation-notice.ts';
import { compileReplyCheck } from './reply/reply-check.ts';

const JSON_TYPE = 'application/json';

/** Each operation is compiled once, also when several entry points serve it. */
const inputOf = oncePer(compileInput);
const replyCheckOf = oncePer(compileReplyCheck);
const contentTypesOf = oncePer(compileContentTypes);

/**
 * Compiles the schemas that requests of an operation are checked by. Throws when a schema is not
 * valid.
 */
export function prepareOperation(operation: Operation): void {
  inputOf(operation);
}

/**
 * The only way to call an operation, over HTTP or from anywhere else. Its steps: key, budgets, plan
 * and scope, body, schemas, handler and price, and in tests a check of the answer. A step runs only
 * when all steps before it let the call through. What an agent reads is audited last, and calls of
 * all who were let in are counted. Never rejects: every failure becomes an error answer.
 */
export async function callOperation(context: CallContext, call: Call): Promise<PlainReply> {
  const { operation, params, peer, isHead } = call;
  const { config, validateReplies } = context.api;
  let opened: Exchange | undefined;
  const reply = await answer(
    context,
    { peer, operationId: operation.operationId, isHead, deadlineMs: operation.deadlineMs },
    (exchange, deadline) => {
      opened = exchange;
      return work(context, call, exchange, deadline);
    },
    {
      findFault: validateReplies ? replyCheckOf(operation) : undefined,
      complete: (reply) => withDeprecation(reply, operation, { params, baseUrl: config.baseUrl }),
    },
  );
  if (opened !== undefined) finishCall(context.api, operation, opened, reply.status);
  return reply;
}

async function work(
  context: CallContext,
  call: Call,
  exchange: Exchange,
  deadline: Deadline,
): Promise<AnyReply> {
  const { api, budgets } = context;
  const { operation, peer } = call;
  const admitted = await admitCall(context, call, exchange);
  const { caller, draws } = admitted;

  const { rows } = operation;
  const volumes = caller && rows && openVolumes(budgets, caller, draws);
  const arrived =
    operation.body === undefined
      ? undefined
      : await deadline.pause(() => readBody(call.body, operation.bodyTypes, volumes?.drawBytes));
  const input = inputOf(operation)(call, arrived ?? absentBody(operation));
  const inBody = operation.agentPlatform?.(input);
  admitted.drawForAgent(inBody);
  volumes?.drawRows(rows?.(input) ?? 0);
  const agent = admitted.asAgent(inBody);

  const request: OperationRequest = {
    ...input,
    caller: agent,
    livemode: agent?.livemode ?? true,
    costCents: 0,
    requestId: exchange.requestId,
    ip: peer.ip,
    remember: undefined,
    budgetsLeft: () => (agent ? budgetsLeft(budgets, agent) : []),
    leaving: call.leaving ?? never,
    checkKey: async () =>
      authorise(
        operation,
        await authenticate(context, operation.auth, call.authorization),
        api.config,
      ),
  };
  const reply = await answerPriced(api, operation, request, { isHead: call.isHead, deadline });
  const contentType = contentTypesOf(operation)[reply.status];
  if (contentType !== undefined && reply.body !== undefined)
    reply.headers = { 'Content-Type': contentType, ...reply.headers };
  return reply;
}

const never = () => new AbortController().signal;

function absentBody(operation: Operation): Arrived | undefined {
  return isBodyOptional(operation) ? { reading: 'json', value: {} } : undefined;
}

/** The default Content-Type of each status; statuses whose answers are JSON are left out. */
function compileContentTypes({ responses }: Operation): Record<number, string> {
  const types = Object.entries(responses).flatMap(([status, { contentType = JSON_TYPE }]) =>
    contentType === JSON_TYPE ? [] : [[status, contentTypeHeader(contentType)]],
  );
  return Object.fromEntries(types);
}

import { addressDraws, agentDraws, keyDraws } from './budgets.ts';
import { answer, type Doors, type PlainReply } from './call/answer.ts';
import type { Call } from './call/call.ts';
import type { Exchange } from './call/exchange.ts';
import { checkEndUserId, readEndUserId } from './end-user.ts';
import { readBody } from './input/read-body.ts';
import { authorise } from './middleware/authorise.ts';
import { draw, drawMore } from './middleware/draw.ts';
import { identify } from './middleware/identify.ts';
import { answerPriced } from './middleware/priced.ts';
import { compileReplyCheck } from './middleware/reply-check.ts';
import { compileInput } from './middleware/validate.ts';
import {
  type AnyReply,
  isBodyOptional,
  type Operation,
  type OperationRequest,
} from './operation.ts';

const inputOf = oncePerOperation(compileInput);
const replyCheckOf = oncePerOperation(compileReplyCheck);

/** Compiles what the calls of an operation are checked by. Throws when a schema is none. */
export function prepareOperation(operation: Operation): void {
  inputOf(operation);
}

/**
 * The one way to an operation, over HTTP or from anywhere else: key, scope and plan, budgets, body,
 * schemas, handler, price, and an answer that is as declared. Each step runs only when those before
 * it let the call through. Never rejects: whatever goes wrong is an answer.
 */
export function callOperation(doors: Doors, call: Call): Promise<PlainReply> {
  const { operation, peer, isHead } = call;
  return answer(
    doors,
    { peer, operationId: operation.operationId, isHead },
    (exchange) => work(doors, call, exchange),
    doors.api.validateReplies ? replyCheckOf(operation) : undefined,
  );
}

async function work(doors: Doors, call: Call, exchange: Exchange): Promise<AnyReply> {
  const { api, budgets } = doors;
  const { operation, peer } = call;
  const caller = await identify(doors, operation.auth, exchange, call.authorization);
  const endUserId = readEndUserId(caller, call.headers);
  const draws = caller ? keyDraws(caller, operation.budgets, endUserId) : addressDraws(peer.ip);
  exchange.draws = draws;
  draw(budgets, exchange, draws);
  authorise(operation, caller);

  const body =
    operation.body === undefined ? undefined : await readBody(call.body, operation.bodyTypes);
  const input = inputOf(operation)(call, body ?? (isBodyOptional(operation) ? {} : undefined));
  const named = operation.agentPlatform?.(input);
  if (caller && named !== undefined)
    drawMore(budgets, exchange, draws, agentDraws(caller, operation.budgets, endUserId));
  const agentPlatform = caller?.agentPlatform ?? named ?? null;
  if (agentPlatform !== null) checkEndUserId(endUserId);

  const request: OperationRequest = {
    ...input,
    caller,
    livemode: caller?.livemode ?? true,
    agentPlatform,
    requestId: exchange.requestId,
    ip: peer.ip,
  };
  return answerPriced(api, operation, request, call.isHead);
}

/** An operation is compiled once, however many doors it is behind. */
function oncePerOperation<T>(compile: (operation: Operation) => T): (operation: Operation) => T {
  const compiled = new WeakMap<Operation, T>();
  return (operation) => {
    const known = compiled.get(operation);
    if (known !== undefined) return known;
    const made = compile(operation);
    compiled.set(operation, made);
    return made;
  };
}

import { authorise } from './access/authorise.ts';
import { addressDraws, agentDraws, keyDraws } from './access/budgets.ts';
import { draw, drawMore } from './access/draw.ts';
import { checkEndUserId, readEndUserId } from './access/end-user.ts';
import type { Exchange } from './access/exchange.ts';
import { identify } from './access/identify.ts';
import type { Doors } from './app.ts';
import type { Call } from './input/call.ts';
import { readBody } from './input/read-body.ts';
import { compileInput } from './input/validate.ts';
import {
  type AnyReply,
  isBodyOptional,
  type Operation,
  type OperationRequest,
} from './operation.ts';
import { answerPriced } from './price/answer-priced.ts';
import { answer, type PlainReply } from './reply/answer.ts';
import { compileReplyCheck } from './reply/reply-check.ts';

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

import type { Request } from 'express';
import { AppError } from '../../src/errors.ts';
import type { Caller } from '../../src/keys/caller.ts';
import { addressDraws, agentDraws, keyDraws, keyLookUpDraws } from '../budgets.ts';
import { checkEndUserId, readEndUserId } from '../end-user.ts';
import type { Operation, OperationRequest } from '../operation.ts';
import type { Exchange } from '../reply.ts';
import type { Doors, Way } from './answer.ts';
import { authenticate } from './authenticate.ts';
import { authorise } from './authorise.ts';
import { readBody } from './body.ts';
import { charge, chargeAside, chargeMore } from './charge.ts';
import { answerPriced } from './priced.ts';
import { compileReplyCheck } from './reply-check.ts';
import { compileInput } from './validate.ts';

/**
 * How a declared operation is answered: key, scope and plan, budgets, body, schemas, handler,
 * price. Each step runs only when those before it let the call through.
 */
export function operationWay(doors: Doors, operation: Operation): Way {
  const { api, budgets } = doors;
  const readInput = compileInput(operation);
  return {
    operationId: operation.operationId,
    ...(api.validateReplies && { findFault: compileReplyCheck(operation) }),
    async work(exchange, req, res) {
      const caller = await identify(doors, operation, exchange, req);
      const endUserId = readEndUserId(caller, req);
      const draws = caller
        ? keyDraws(caller, operation.budgets, endUserId)
        : addressDraws(exchange.peer.ip);
      exchange.draws = draws;
      charge(budgets, exchange, draws);
      authorise(operation, caller);

      const body =
        operation.body === undefined ? undefined : await readBody(req, res, operation.bodyTypes);
      const input = readInput(req, body ?? emptyBody(operation));
      const named = operation.agentPlatform?.(input);
      if (caller && named !== undefined)
        chargeMore(budgets, exchange, draws, agentDraws(caller, operation.budgets, endUserId));
      const agentPlatform = caller?.agentPlatform ?? named ?? null;
      if (agentPlatform !== null) checkEndUserId(endUserId);

      const request: OperationRequest = {
        ...input,
        caller,
        livemode: caller?.livemode ?? true,
        agentPlatform,
        requestId: exchange.requestId,
        ip: exchange.peer.ip,
      };
      return answerPriced(api, operation, request, req.method === 'HEAD');
    },
  };
}

/** No body says as much as an empty object, where nothing in it is required. */
function emptyBody({ body }: Operation): object | undefined {
  const isOptional = body !== undefined && 'properties' in body && !hasRequired(body);
  return isOptional ? {} : undefined;
}

function hasRequired(body: object): boolean {
  return 'required' in body && Array.isArray(body.required) && body.required.length > 0;
}

/** Who calls. Keys that turn out to be nobody's are paid for by the address they came from. */
async function identify(
  { keyring, budgets }: Doors,
  operation: Operation,
  exchange: Exchange,
  req: Request,
): Promise<Caller | undefined> {
  const { authorization } = req.headers;
  const draws = keyLookUpDraws(exchange.peer.ip);
  let isLookedUp = false;
  let isNobodys = false;
  try {
    const caller = await authenticate(keyring, operation.auth, authorization, () => {
      chargeAside(budgets, exchange, draws);
      isLookedUp = true;
    });
    exchange.isKeyed = caller !== undefined;
    return caller;
  } catch (error) {
    // A database that does not answer has not said so.
    isNobodys = error instanceof AppError;
    throw error;
  } finally {
    if (isLookedUp && !isNobodys) budgets.giveBack(draws);
  }
}

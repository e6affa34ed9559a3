import { addressDraws, agentDraws, keyDraws } from '../budgets.ts';
import { checkEndUserId, readEndUserId } from '../end-user.ts';
import { isBodyOptional, type Operation, type OperationRequest } from '../operation.ts';
import type { Doors, Way } from './answer.ts';
import { authorise } from './authorise.ts';
import { readBody } from './body.ts';
import { charge, chargeMore } from './charge.ts';
import { identify } from './identify.ts';
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
      const caller = await identify(doors, operation.auth, exchange, req);
      const endUserId = readEndUserId(caller, req);
      const draws = caller
        ? keyDraws(caller, operation.budgets, endUserId)
        : addressDraws(exchange.peer.ip);
      exchange.draws = draws;
      charge(budgets, exchange, draws);
      authorise(operation, caller);

      const body =
        operation.body === undefined ? undefined : await readBody(req, res, operation.bodyTypes);
      const input = readInput(req, body ?? (isBodyOptional(operation) ? {} : undefined));
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

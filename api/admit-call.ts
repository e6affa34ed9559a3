import type { Principal } from '../src/access/principals/principal.ts';
import { asAgentOf, checkAgentHeader, readAgentHeader } from './access/agent-platform.ts';
import { authorise } from './access/authorise.ts';
import { addressDraws, agentDraws, type Draw, keyDraws } from './access/budgets.ts';
import { draw, drawMore } from './access/draw.ts';
import { checkEndUserId, readEndUserId } from './access/end-user.ts';
import type { Exchange } from './access/exchange.ts';
import { identify } from './access/identify.ts';
import type { CallContext } from './app.ts';
import type { Call } from './input/call.ts';
import { budgetsOf } from './price/dry-run.ts';

/** A call that may go on, as far as can be said before its body is read. */
type Admitted = {
  caller: Principal | undefined;
  /** What the call has drawn from budgets. */
  draws: readonly Draw[];
  /** Draws what an agent costs that only the body names. */
  drawForAgent(inBody: string | null | undefined): void;
  /** The caller as the agent that the body or the header names. Errors: BAD_REQUEST. */
  asAgent(inBody: string | null | undefined): Principal | undefined;
};

/** The first steps of a call: key, budgets, plan and scope. Errors: those of each. */
export async function admitCall(
  context: CallContext,
  call: Call,
  exchange: Exchange,
): Promise<Admitted> {
  const { api, budgets } = context;
  const { operation, peer } = call;
  const key = operation.isProbe
    ? undefined
    : await identify(context, operation.auth, exchange, call.authorization);
  const inHeader = readAgentHeader(key, call.headers);
  const caller = key && asAgentOf(inHeader ?? operation.agentPlatformDefault, key);
  const endUserId = readEndUserId(caller, call.headers);
  const names = budgetsOf(operation, call.query);
  const draws = caller ? keyDraws(caller, names, endUserId) : addressDraws(peer.ip);
  exchange.draws = draws;
  if (!operation.isProbe) draw(budgets, exchange, draws);
  exchange.caller = caller;
  authorise(operation, caller, api.config);

  return {
    caller,
    draws,
    drawForAgent(inBody) {
      if (caller && inBody !== undefined)
        drawMore(budgets, exchange, draws, agentDraws(caller, names, endUserId));
    },
    asAgent(inBody) {
      checkAgentHeader(inHeader);
      const agent = key && asAgentOf(inBody ?? caller?.agentPlatform, key);
      if (typeof agent?.agentPlatform === 'string') checkEndUserId(endUserId);
      return agent;
    },
  };
}

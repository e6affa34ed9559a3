import { actorOf } from '../../src/access/principals/actor.ts';
import type { Principal } from '../../src/access/principals/principal.ts';
import type { App } from '../app.ts';
import type { Operation } from '../operation.ts';
import { isPlatformName } from './agent-platform.ts';
import type { Exchange } from './exchange.ts';

const REFUSED = 400;
const NOT_FOUND = 404;
const BEYOND_BUDGET = 429;
const FAILED = 500;

/**
 * Has an audit row written of what an agent reads, and of each call that is refused where the
 * others have rows of their own. The answer does not wait for it. Of calls beyond a budget there is
 * none, so that budgets bound how many rows there are.
 */
export function auditAgentCall(
  { agentAudit }: Pick<App, 'agentAudit'>,
  operation: Operation,
  { caller, requestId }: Exchange,
  status: number,
): void {
  const agent = caller && asAgent(caller, operation);
  if (agent === undefined || status === BEYOND_BUDGET) return;
  const { operationId, method, isAuditedByHandler = false, records } = operation;
  const isRead = method === 'get';
  const hasRow = isAuditedByHandler || records?.audit !== undefined;
  if (hasRow ? !isRefusal(status) : !isRead) return;
  agentAudit.record({
    actor: actorOf(agent, requestId),
    operatorId: agent.operatorId,
    livemode: agent.livemode,
    asked: isRead ? { kind: 'read', operation: operationId, status } : { kind: 'refusal', status },
  });
}

/** A question about something that was not found has its own row. */
function isRefusal(status: number): boolean {
  return status >= REFUSED && status < FAILED && status !== NOT_FOUND;
}

/** Undefined for no agent. A header that is no name of a platform is not written down. */
function asAgent(caller: Principal, { agentPlatformDefault }: Operation): Principal | undefined {
  const { agentPlatform, isPlatformClaimed } = caller;
  if (agentPlatform === null) return undefined;
  if (!isPlatformClaimed || isPlatformName(agentPlatform)) return caller;
  return agentPlatformDefault === undefined
    ? undefined
    : { ...caller, agentPlatform: agentPlatformDefault };
}

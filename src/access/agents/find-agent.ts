import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Principal } from '../principals/principal.ts';
import { AGENT_ID, type Agent } from './agent.ts';

/**
 * An agent of the caller's operator in the caller's mode; of its fleet, where it has one.
 * `agentId` may be any text. Errors: NOT_FOUND.
 */
export async function findAgent(db: Querier, caller: Principal, agentId: string): Promise<Agent> {
  if (!AGENT_ID.test(agentId)) throw notFound('agent');
  const [agent] = await db.query<Agent>('agents_find', {
    agentId,
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    fleetId: caller.fleetId,
  });
  if (agent === undefined) throw notFound('agent');
  return agent;
}

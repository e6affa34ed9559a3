import { badField, conflict } from '../../kit/errors.ts';
import type { Postgres } from '../../stores/postgres.ts';
import { writeKept } from '../idempotency/keep-answer.ts';
import type { WriteContext } from '../idempotency/remember.ts';
import { newId } from '../ids.ts';
import { type LockedKey, lockManaged } from '../keys/manage/lock-keys.ts';
import { actorOf, actorValues } from '../principals/actor.ts';
import type { Principal } from '../principals/principal.ts';
import type { Agent } from './agent.ts';

type AskedAgent = { name: string; platform: string; keyId: string };

/**
 * Registers an agent with a key that the caller may manage. From then on the key, and every key
 * that replaces it, is of the agent's platform. Errors: those of `lockManaged`; BAD_REQUEST naming
 * `name` or `platform`; CONFLICT key_over | agent_registered | other_platform.
 */
export async function registerAgent(
  db: Postgres,
  caller: Principal,
  { name, platform, keyId }: AskedAgent,
  { requestId, remember }: WriteContext<Agent>,
): Promise<Agent> {
  refuseBlank({ name, platform });
  return writeKept(db, remember, async (connection) => {
    const key = await lockManaged(connection, caller, keyId);
    checkFree(key, platform);
    const [agent] = await connection.query<Agent>('agents_register', {
      agentId: newId('agt'),
      operatorId: caller.operatorId,
      livemode: caller.livemode,
      name,
      platform,
      keyId: key.keyId,
      ...actorValues(actorOf(caller, requestId)),
    });
    if (agent === undefined) throw new Error('the agent was not written');
    return agent;
  });
}

/** BAD_REQUEST naming a text without words. */
export function refuseBlank(texts: Pick<AskedAgent, 'name' | 'platform'>): void {
  for (const field of ['name', 'platform'] as const)
    if (texts[field].trim() === '') throw badField(field, 'must not be blank');
}

function checkFree({ isValid, agentId, agentPlatform }: LockedKey, platform: string): void {
  if (!isValid) throw conflict('key_over', 'the key was revoked or has expired');
  if (agentId !== null)
    throw conflict('agent_registered', 'the key already belongs to an agent', {
      agent_id: agentId,
    });
  if (agentPlatform !== null && agentPlatform !== platform)
    throw conflict('other_platform', `the key is of the platform ${agentPlatform}`, {
      agent_platform: agentPlatform,
    });
}

import type { Caller } from './caller.ts';

/** Who a write is done for, as its audit row names it. */
export type Actor = Readonly<{
  type: 'key' | 'system';
  /** A key, or a part of this system such as `expire-sessions`. */
  id: string;
  agentPlatform: string | null;
  requestId: string | null;
}>;

export function callerActor(caller: Caller, requestId: string): Actor {
  return { type: 'key', id: caller.keyId, agentPlatform: caller.agentPlatform, requestId };
}

/** Something the product does on its own time. */
export function systemActor(id: string): Actor {
  return { type: 'system', id, agentPlatform: null, requestId: null };
}

/** The parameters of a statement that writes an audit row. */
export function actorValues({ type, id, agentPlatform, requestId }: Actor) {
  return { actor_type: type, actor_id: id, agent_platform: agentPlatform, request_id: requestId };
}

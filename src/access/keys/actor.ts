import type { Caller } from './caller.ts';

/** On whose behalf something is written, as the audit row names it. */
export type Actor = Readonly<{
  type: 'key' | 'system';
  /** The id of a key, or a part of this system such as `expire-sessions`. */
  id: string;
  agentPlatform: string | null;
  requestId: string | null;
}>;

export function callerActor(caller: Caller, requestId: string): Actor {
  return { type: 'key', id: caller.keyId, agentPlatform: caller.agentPlatform, requestId };
}

/** For what the product does on its own, for example on a timetable. */
export function systemActor(id: string): Actor {
  return { type: 'system', id, agentPlatform: null, requestId: null };
}

/** The parameters of a statement that writes an audit row. */
export function actorValues({ type, id, agentPlatform, requestId }: Actor) {
  return { actorType: type, actorId: id, agentPlatform, requestId };
}

import type { Principal } from './principal.ts';

/** Who writes something, as its audit row names them. */
export type Actor = Readonly<{
  type: Principal['type'] | 'system';
  /** The id of a principal, or a part of this system such as `expire-sessions`. */
  id: string;
  agentPlatform: string | null;
  requestId: string | null;
}>;

/** A principal as the actor of one call. */
export function actorOf({ type, id, agentPlatform }: Principal, requestId: string): Actor {
  return { type, id, agentPlatform, requestId };
}

/** For what the product does on its own, for example on a timetable. */
export function systemActor(id: string): Actor {
  return { type: 'system', id, agentPlatform: null, requestId: null };
}

/** The parameters of a statement that writes an audit row. */
export function actorValues({ type, id, agentPlatform, requestId }: Actor) {
  return { actorType: type, actorId: id, agentPlatform, requestId };
}

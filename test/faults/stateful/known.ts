import type { Random } from '../../stage/random.ts';
import type { Actor } from './world.ts';

/** What an actor was told of, by kind: it names these in later calls. */
export type Kind =
  | 'session'
  | 'ended'
  | 'hold'
  | 'dispatch'
  | 'lot'
  | 'local_event'
  | 'webhook'
  | 'key';

/** Things that answers told of. The oldest are forgotten, because they are over. */
export type Known = {
  add(actor: Actor, kind: Kind, thing: Told): void;
  /** One of them; undefined when the actor knows none. `takes`: it is forgotten with that. */
  pick(actor: Actor, kind: Kind, takes?: boolean): Told | undefined;
};

// biome-ignore lint/suspicious/noExplicitAny: a thing is what an answer said
export type Told = any;

const KEPT_MAX = 60;

export function createKnown(random: Random): Known {
  const all = new Map<string, Told[]>();
  const of = (actor: Actor, kind: Kind) => {
    const name = `${actor.name} ${kind}`;
    const things = all.get(name) ?? [];
    all.set(name, things);
    return things;
  };
  return {
    add(actor, kind, thing) {
      const things = of(actor, kind);
      things.push(thing);
      if (things.length > KEPT_MAX) things.shift();
    },
    pick(actor, kind, takes = false) {
      const things = of(actor, kind);
      if (things.length === 0) return undefined;
      const at = random.integer(0, things.length - 1);
      return takes ? things.splice(at, 1)[0] : things[at];
    },
  };
}

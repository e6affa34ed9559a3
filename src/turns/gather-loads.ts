import { oneAtATime } from './one-at-a-time.ts';

/**
 * Runs one load at a time, each for all callers that asked while the one before was running. So
 * every caller's load began after its call. An error reaches only the callers of that load.
 */
export function gatherLoads<Key>(
  load: (keys: readonly Key[]) => Promise<void>,
): (keys: readonly Key[]) => Promise<void> {
  const inTurn = oneAtATime();
  let next: { keys: Set<Key>; done: Promise<void> } | undefined;
  return (keys) => {
    next ??= {
      keys: new Set(),
      done: inTurn(() => {
        const asked = [...(next?.keys ?? [])];
        next = undefined;
        return load(asked);
      }),
    };
    for (const key of keys) next.keys.add(key);
    return next.done;
  };
}

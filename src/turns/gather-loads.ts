import { oneAtATime } from './one-at-a-time.ts';

/**
 * Loads one after another, each for all who asked while the one before was under way: what a caller
 * waits for began after its call. An error reaches those who waited for that load only.
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

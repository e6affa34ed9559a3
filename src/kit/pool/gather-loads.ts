import { oneAtATime } from './one-at-a-time.ts';

/**
 * Runs one load at a time, each for callers that asked while others were running. So every caller's
 * load began after its call. An error reaches only the callers of that load. `keysPerLoad`: once so
 * many keys are asked for, later callers wait for a load of their own, so that those before them
 * do not wait for all of theirs, too.
 */
export function gatherLoads<Key>(
  load: (keys: readonly Key[]) => Promise<void>,
  { keysPerLoad = Infinity }: { keysPerLoad?: number } = {},
): (keys: readonly Key[]) => Promise<void> {
  const oneByOne = oneAtATime();
  /** What later callers may still join. */
  let open: { keys: Set<Key>; done: Promise<void> } | undefined;
  return (keys) => {
    if (open === undefined || open.keys.size >= keysPerLoad) open = begin();
    for (const key of keys) open.keys.add(key);
    return open.done;
  };

  function begin() {
    const asked = new Set<Key>();
    const done = oneByOne(() => {
      if (open?.keys === asked) open = undefined;
      return load([...asked]);
    });
    return { keys: asked, done };
  }
}

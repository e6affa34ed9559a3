/** What was asked for last, by its key. */
export type Recent<Key, Value> = {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  clear(): void;
};

/**
 * Keeps at least the `count` keys that were asked for or set last, and at most twice as many. They
 * are in two generations: when the young one is full, it becomes the old one, of which those that
 * are asked for again come back. So whoever asks for many others takes nothing from what is in use
 * meanwhile, and no key has to be moved each time that it is asked for. Values are never undefined.
 */
export function keepRecent<Key, Value>(count: number): Recent<Key, Value> {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();

  function set(key: Key, value: Value): void {
    if (young.size >= count && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  }

  return {
    get(key) {
      const known = young.get(key);
      if (known !== undefined) return known;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
    clear() {
      young = new Map();
      old = new Map();
    },
  };
}

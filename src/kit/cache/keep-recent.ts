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
  return keepIn(count, () => new Map<Key, Value>());
}

/** The same of objects: what is kept of one goes as soon as nothing else has it. */
export function keepRecentOf<Key extends WeakKey, Value>(count: number): Recent<Key, Value> {
  return keepIn(count, () => new WeakMap<Key, Value>());
}

type Generation<Key, Value> = {
  has(key: Key): boolean;
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
};

function keepIn<Key, Value>(
  count: number,
  create: () => Generation<Key, Value>,
): Recent<Key, Value> {
  let young = create();
  let youngCount = 0;
  let old = create();

  function set(key: Key, value: Value): void {
    if (!young.has(key)) {
      if (youngCount >= count) {
        old = young;
        young = create();
        youngCount = 0;
      }
      youngCount += 1;
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
      young = create();
      youngCount = 0;
      old = create();
    },
  };
}

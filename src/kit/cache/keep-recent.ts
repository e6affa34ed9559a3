/** What was asked for last of objects; values are never undefined. */
export type Recent<Key, Value> = {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
};

/**
 * Keeps something of at least the `count` objects that were asked for or set last, and at most of
 * twice as many; it goes as soon as nothing else has the object. They are in two generations: when
 * the young one is full, it becomes the old one; those asked for again come back.
 */
export function keepRecentOf<Key extends WeakKey, Value>(count: number): Recent<Key, Value> {
  let young = new WeakMap<Key, Value>();
  let youngCount = 0;
  let old = new WeakMap<Key, Value>();

  function set(key: Key, value: Value): void {
    if (!young.has(key)) {
      if (youngCount >= count) {
        old = young;
        young = new WeakMap();
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
  };
}

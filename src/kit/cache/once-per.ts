/** The same function, which makes its result once for each key, at the first call with it. */
export function oncePer<K extends WeakKey, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, { result: T }>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known.result;
    const result = make(key);
    made.set(key, { result });
    return result;
  };
}

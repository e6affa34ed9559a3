/**
 * Forgotten beyond what has to be, as a part of the limit. The oldest of a map, also the very
 * first, are found behind the places of those that were forgotten before, so they are looked for
 * seldom.
 */
const FORGOTTEN_PART = 1 / 10;

/**
 * Makes room in what is kept in memory, where more is kept than `sizeMax`. `forget` may keep what
 * is needed.
 */
export function forgetOldest<Item>(
  oldestFirst: Iterable<Item>,
  { size, sizeMax }: { size: () => number; sizeMax: number },
  forget: (item: Item) => void,
): void {
  if (size() <= sizeMax) return;
  const left = (1 - FORGOTTEN_PART) * sizeMax;
  for (const item of oldestFirst) {
    if (size() <= left) return;
    forget(item);
  }
}

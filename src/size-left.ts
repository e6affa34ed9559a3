/**
 * Forgotten beyond what has to be, as a part of the limit. The oldest of a map are found behind the
 * places of those that were forgotten before, so they are looked for seldom.
 */
const FORGOTTEN_PART = 1 / 10;

/** How much of what is kept in memory may stay, of `size` where there is room for `sizeMax`. */
export function sizeLeft(size: number, sizeMax: number): number {
  return size <= sizeMax ? size : (1 - FORGOTTEN_PART) * sizeMax;
}

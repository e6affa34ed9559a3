/** Prices are sorted into classes; so many of them span a factor of five, 4 % each. */
export const CLASSES_PER_FIVEFOLD = 40;
/** Enough for every price that can be posted. */
export const CLASS_COUNT = 1 + 14 * CLASSES_PER_FIVEFOLD;

/** The least whole price of each class but the first, which has what is free of charge. */
const LEAST = Array.from({ length: CLASS_COUNT }, (_, i) =>
  i === 0 ? 0 : Math.ceil(5 ** ((i - 1) / CLASSES_PER_FIVEFOLD)),
);
const CLASSES_PER_E = CLASSES_PER_FIVEFOLD / Math.log(5);

/**
 * The class of a price in whole minor units, from 0. Dearer prices are in the same class or a
 * higher one.
 */
export function classOf(minor: number): number {
  if (minor < 1) return 0;
  let found = Math.min(CLASS_COUNT - 1, 1 + Math.floor(Math.log(minor) * CLASSES_PER_E));
  // Logarithms are not exact; whole numbers are.
  while (found > 1 && (LEAST[found] ?? 0) > minor) found -= 1;
  while (found + 1 < CLASS_COUNT && (LEAST[found + 1] ?? Infinity) <= minor) found += 1;
  return found;
}

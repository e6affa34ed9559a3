/** Random values that are the same for the same seed. */
export type Random = {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [low, high]. */
  integer(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  /** Around 0, nearly always within ±3 (sum of uniforms, Irwin-Hall). */
  normal(): number;
  /** How often an event happens whose average is `mean` times (Knuth 1969). */
  poisson(mean: number): number;
};

const UNIFORMS_PER_NORMAL = 12;

/**
 * Numbers in [0, 1) that are the same for the same seed: mulberry32 by Tommy Ettinger (public
 * domain).
 */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function createRandom(seed: number): Random {
  const next = randomFrom(seed);
  return {
    next,
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('there is nothing to pick from');
      return item;
    },
    normal() {
      let sum = -UNIFORMS_PER_NORMAL / 2;
      for (let i = 0; i < UNIFORMS_PER_NORMAL; i += 1) sum += next();
      return sum;
    },
    poisson(mean) {
      const limit = Math.exp(-mean);
      let count = 0;
      for (let product = next(); product > limit; product *= next()) count += 1;
      return count;
    },
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Two independent normal deviates from two uniform ones (Box and Muller, 1958). */
export function normalPair(random: () => number): [number, number] {
  const length = Math.sqrt(-2 * Math.log(1 - random()));
  const angle = 2 * Math.PI * random();
  return [length * Math.cos(angle), length * Math.sin(angle)];
}

/** How many values are below `value`: the index of the first that is not. They are ascending. */
export function countBelow<T extends number | bigint>(sorted: ArrayLike<T>, value: T): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? value) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

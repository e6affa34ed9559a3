/** A whole number rounded half up to two digits: 1,260 becomes 1,300. */
export function twoDigits(count: number): number {
  const step = 10 ** Math.max(0, String(count).length - 2);
  return Math.floor((2 * count + step) / (2 * step)) * step;
}

/**
 * Operators are numbered from 0 as they are met, so that sums over many of them need no names. A
 * number means the same operator as long as the process runs.
 */
const numbers = new Map<string, number>();
const ids: string[] = [];

export function operatorNumber(operatorId: string): number {
  const known = numbers.get(operatorId);
  if (known !== undefined) return known;
  numbers.set(operatorId, ids.length);
  return ids.push(operatorId) - 1;
}

export function operatorIdOf(number: number): string {
  return ids[number] ?? '';
}

/** How many have been met: all numbers are less. */
export function operatorCount(): number {
  return ids.length;
}

/** One bit for each day of a range, the first in the lowest bit of the first byte. */
export type DaySet = Uint8Array;

/** The empty set of a range. */
export function emptyDaySet(dayCount: number): DaySet {
  return new Uint8Array(Math.ceil(dayCount / 8));
}

export function addDay(days: DaySet, i: number): void {
  days[i >> 3] = (days[i >> 3] ?? 0) | (1 << (i & 7));
}

/** Whether the day `i` of the range is in the set, whose bytes begin at `from`. */
export function hasDay(days: DaySet, i: number, from = 0): boolean {
  return (((days[from + (i >> 3)] ?? 0) >> (i & 7)) & 1) === 1;
}

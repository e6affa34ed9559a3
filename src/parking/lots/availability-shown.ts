/** What an operator lets others see of how full a lot is: the free spaces, a level, or nothing. */
export const AVAILABILITY_SHOWN = ['exact', 'level', 'none'] as const;
export type AvailabilityShown = (typeof AVAILABILITY_SHOWN)[number];

/** How full a lot is, as far as drivers need to know it. */
export const LEVELS = ['free', 'few', 'full'] as const;
export type Level = (typeof LEVELS)[number];

/** Free spaces are few up to this share of all spaces, in percent, and one is few in any lot. */
export const FEW_PCT_MAX = 10;

const fewMax = (totalSpaces: number) => Math.max(1, Math.floor((totalSpaces * FEW_PCT_MAX) / 100));

/** A lot as far as it decides who is shown what. */
export type GuardedLot = Readonly<{
  operatorId: string;
  availabilityShown: AvailabilityShown;
  /** null: not known. */
  totalSpaces: number | null;
}>;

/** What is shown of a lot to the caller who sees the lots of `ownerId` in full; null: nobody's. */
export function shownTo(
  lot: Pick<GuardedLot, 'operatorId' | 'availabilityShown'>,
  ownerId: string | null,
): AvailabilityShown {
  return lot.operatorId === ownerId ? 'exact' : lot.availabilityShown;
}

/** The level of so many free spaces; null: the lot's spaces are not known. */
export function levelOf(totalSpaces: number | null, freeSpaces: number): Level | null {
  if (totalSpaces === null) return null;
  if (freeSpaces <= 0) return 'full';
  return freeSpaces <= fewMax(totalSpaces) ? 'few' : 'free';
}

/**
 * The fewest free spaces that what is shown of a lot allows: `freeSpaces` itself where it is shown
 * exactly. Two lots that are shown alike have the same, however many spaces are free on them.
 */
export function leastFree(
  { totalSpaces: total }: Pick<GuardedLot, 'totalSpaces'>,
  freeSpaces: number,
  shown: AvailabilityShown,
): number {
  if (shown === 'exact' || total === null) return freeSpaces;
  if (shown === 'none' || freeSpaces <= 0) return 0;
  return freeSpaces <= fewMax(total) ? 1 : fewMax(total) + 1;
}

/** Whether what is shown of a lot says that it has no free space. */
export function isShownFull(
  { totalSpaces: total }: Pick<GuardedLot, 'totalSpaces'>,
  freeSpaces: number,
  shown: AvailabilityShown,
): boolean {
  if (shown === 'none') return total === null || total === 0;
  return freeSpaces <= 0;
}

import type { Window } from '../../../../kit/hours/opening-hours.ts';
import type { Schedule } from '../../../../kit/hours/schedule.ts';
import type { PostedLot } from '../../../../tariffs/offer-lot-rate.ts';
import type { ScheduledRate } from '../../../../tariffs/price-rules.ts';
import type { Lot } from '../../lot-columns.ts';

/** A live hold; it takes its spaces in [starts_at, ends_at), until it expires. */
export type StandingHold = {
  spaceCount: number;
  startsAt: Date;
  endsAt: Date;
  expiresAt: Date;
};

/** What decides whether a search finds a lot, and where: it stays until the lot is written. */
export type KnownLot = Schedule &
  Pick<Lot, 'lotId' | 'operatorId' | 'latitude' | 'longitude' | 'maxHeightCm'> &
  Pick<Lot, 'totalSpaces' | 'availabilityShown' | 'features' | 'currency'> &
  PostedLot & {
    scheduledRates: ScheduledRate[];
    livemode: boolean;
    cell: bigint;
    /** Spaces taken by stays. */
    takenSpaces: number;
    reportedOccupied: number | null;
    reportedAt: Date | null;
    holds: readonly StandingHold[];
  };

/** The lots under one cell, by their ids. */
export type LotTile = Map<string, KnownLot>;

/** What stays, holds and counts change, while the lot itself is not written. */
const USE: ReadonlySet<string> = new Set<keyof KnownLot>([
  'takenSpaces',
  'reportedOccupied',
  'reportedAt',
  'holds',
]);

/**
 * Whether two readings of a lot differ in its use alone. Lists count as different unless they are
 * the same one: see shareWith.
 */
export function differInUseAlone(a: KnownLot, b: KnownLot): boolean {
  const names = Object.keys(a) as (keyof KnownLot)[];
  return names.every((name) => a[name] === b[name] || USE.has(name));
}

/** Spaces that are not in use, at least 0; null: the lot's spaces are not known. */
export function freeSpaces(lot: Pick<Lot, 'totalSpaces'>, occupied: number): number | null {
  return lot.totalSpaces === null ? null : Math.max(0, lot.totalSpaces - occupied);
}

/** A count of the vehicles on the lot is ignored after this. */
const REPORT_MS_MAX = 15 * 60_000;

/** Whether a count of the vehicles on the lot holds for what begins then: for 15 minutes. */
export function isReported(lot: KnownLot, begin: Date): boolean {
  return lot.reportedAt !== null && begin.getTime() - lot.reportedAt.getTime() < REPORT_MS_MAX;
}

/**
 * The most spaces that stays and holds need at the same time in `[from, to)`. The same as
 * `spaces_needed` in the database's schema. `stayEnds` are the expected ends of the stays under
 * way.
 */
export function spacesNeeded(
  lot: KnownLot,
  stayEnds: readonly Date[],
  now: Date,
  { from, to }: Window,
): number {
  const changes: { at: number; count: number }[] = [];
  const claim = (count: number, startsAt: Date, endsAt: number) => {
    if (endsAt <= from.getTime() || startsAt >= to) return;
    changes.push({ at: Math.max(startsAt.getTime(), from.getTime()), count });
    changes.push({ at: endsAt, count: -count });
  };
  // A vehicle past its expected end counts as present now, and as gone at any later time.
  for (const end of stayEnds) claim(1, from, Math.max(end.getTime(), now.getTime() + 1));
  for (const { spaceCount, startsAt, endsAt, expiresAt } of lot.holds)
    if (expiresAt > now) claim(spaceCount, startsAt, endsAt.getTime());
  changes.sort((a, b) => a.at - b.at || a.count - b.count);
  let count = 0;
  let most = 0;
  for (const change of changes) {
    count += change.count;
    most = Math.max(most, count);
  }
  return most;
}

/**
 * Spaces in use now, by a count only where it holds at `begin`. The same as `occupied_spaces` in
 * the database's schema where that is now.
 */
export function occupiedSpaces(lot: KnownLot, now: Date, begin = now): number {
  let count = lot.takenSpaces;
  for (const hold of lot.holds)
    if (hold.startsAt <= now && hold.endsAt > now && hold.expiresAt > now) count += hold.spaceCount;
  return isReported(lot, begin) ? Math.max(count, lot.reportedOccupied ?? 0) : count;
}

import type { OpenState } from '../../../kit/hours/hours-question.ts';
import { openStates, type Window } from '../../../kit/hours/opening-hours.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { asPosted } from '../../../tariffs/offer-lot-rate.ts';
import { type GuardedLot, type Level, levelOf, shownTo } from '../availability-shown.ts';
import type { Lot } from '../lot-columns.ts';
import { findSurges } from './match/find-surges.ts';
import { freeSpaces, type KnownLot, occupiedSpaces } from './match/known-lot.ts';
import { listStayEnds, occupiedIn, type Period, reportedAt } from './match/lot-period.ts';
import type { Match } from './match/match-lots.ts';
import type { DescribeLots, LotDescription } from './tiles/described-lots.ts';

export type FoundLot = Lot & {
  distanceM: number;
  openState: OpenState;
  /** Free during the whole window; null: not known, or not shown to the caller. */
  availableSpaces: number | null;
  /** Of the same; null: not known, or not shown to the caller. */
  level: Level | null;
  /** The instant of both: of the count of vehicles where they are shown exactly, else now. */
  availableAsOf: Date;
  /** The lot in memory; null when it is shown with another rate than that one posts. */
  kept: { lot: KnownLot; description: LotDescription } | null;
};

type Shown = Pick<Match, 'lot' | 'distanceM' | 'stayEnds'>;

/**
 * Lots with their state in a period, as far as the caller may know how full they are: `ownerId` is
 * the operator whose lots it sees in full. `openIn` is the time in which they have to be open. Lots
 * that are gone meanwhile are left out.
 */
export async function showLots(
  { db, describe }: { db: Querier; describe: DescribeLots },
  found: readonly Shown[],
  period: Period,
  openIn: Window,
  ownerId: string | null,
): Promise<FoundLot[]> {
  const descriptions = await describe(found.map(({ lot }) => lot.lotId));
  const page = found.flatMap((one, i) => {
    const description = descriptions[i] ?? null;
    return description === null ? [] : [{ ...one, description }];
  });
  const lots = page.map(({ lot }) => lot);
  const states = await openStates(lots, openIn);
  const surges = await findSurges(db, lots);
  const counted = page.filter(({ stayEnds }) => stayEnds === undefined).map(({ lot }) => lot);
  const endsOf = period.window && (await listStayEnds(db, counted, period.window, period.now));
  return page.map(({ lot, description, stayEnds, distanceM }, i) => {
    const occupied = occupiedIn(lot, period, stayEnds ?? endsOf?.(lot));
    const reported = reportedAt(lot, period);
    const posted = asPosted(lot, period.window?.from ?? period.now);
    return {
      ...description,
      ...posted,
      kept: posted === lot ? { lot, description } : null,
      now: period.now,
      occupiedSpaces: occupiedSpaces(lot, period.now),
      surgePct: surges[i] ?? null,
      distanceM,
      openState: states[i] ?? 'unknown',
      ...fullness(lot, ownerId, { occupied, reported, now: period.now }),
    };
  });
}

/**
 * How full a lot is, as far as the caller may know. Where that is not exactly, the instant of a
 * count is not told either: a series of them would say when vehicles come and go.
 */
export function fullness(
  lot: GuardedLot,
  ownerId: string | null,
  { occupied, reported, now }: { occupied: number; reported: Date | null; now: Date },
) {
  const availabilityShown = shownTo(lot, ownerId);
  const isExact = availabilityShown === 'exact';
  const free = freeSpaces(lot, occupied);
  return {
    availabilityShown,
    isReported: isExact && reported !== null,
    availableSpaces: isExact ? free : null,
    level: availabilityShown === 'none' ? null : levelOf(lot.totalSpaces, free ?? 0),
    availableAsOf: isExact && reported !== null ? reported : now,
  };
}

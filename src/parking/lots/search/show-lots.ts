import type { OpenState } from '../../../kit/hours/hours-question.ts';
import { openStates, type Window } from '../../../kit/hours/opening-hours.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { asPosted } from '../../../tariffs/offer-lot-rate.ts';
import { type GuardedLot, type Level, levelOf, shownTo } from '../availability-shown.ts';
import type { Lot } from '../lot.ts';
import { findSurges } from './match/find-surges.ts';
import { freeSpaces, type KnownLot, occupiedSpaces } from './match/known-lot.ts';
import { listStayEnds, occupiedIn, type Period, reportedAt } from './match/lot-period.ts';
import type { Match } from './match/match-lots.ts';
import type { DescribeLots, LotDescription } from './tiles/described-lots.ts';

export type FoundLot = Lot & {
  distance_m: number;
  open_state: OpenState;
  /** Free during the whole window; null: not known, or not shown to the caller. */
  available_spaces: number | null;
  /** Of the same; null: not known, or not shown to the caller. */
  level: Level | null;
  /** The instant of both: of the count of vehicles where they are shown exactly, else now. */
  available_as_of: Date;
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
  const descriptions = await describe(found.map(({ lot }) => lot.lot_id));
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
      occupied_spaces: occupiedSpaces(lot, period.now),
      surge_pct: surges[i] ?? null,
      distance_m: distanceM,
      open_state: states[i] ?? 'unknown',
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
  const availability_shown = shownTo(lot, ownerId);
  const isExact = availability_shown === 'exact';
  const free = freeSpaces(lot, occupied);
  return {
    availability_shown,
    is_reported: isExact && reported !== null,
    available_spaces: isExact ? free : null,
    level: availability_shown === 'none' ? null : levelOf(lot.total_spaces, free ?? 0),
    available_as_of: isExact && reported !== null ? reported : now,
  };
}

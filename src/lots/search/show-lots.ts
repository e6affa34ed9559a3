import { asPosted } from '../../pricing/offer-lot-rate.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { OpenState } from '../hours/hours-question.ts';
import { openStates, type Window } from '../hours/opening-hours.ts';
import type { Lot } from '../lot.ts';
import { findSurges } from './find-surges.ts';
import { freeSpaces, type KnownLot, occupiedSpaces } from './known-lot.ts';
import { listStayEnds, occupiedIn, type Period, reportedAt } from './lot-period.ts';
import type { Match } from './match-lots.ts';

export type FoundLot = Lot & {
  distance_m: number;
  open_state: OpenState;
  /** Free during the whole window; null: the lot's spaces are not known. */
  available_spaces: number | null;
  /** The instant of `available_spaces`: of the count of vehicles, else now. */
  available_as_of: Date;
  /** The lot in memory; null when it is shown with another rate than that one posts. */
  kept: KnownLot | null;
};

/** Lots with their state in a period; `openIn` is the time in which they have to be open. */
export async function showLots(
  db: Querier,
  page: readonly Pick<Match, 'lot' | 'distanceM' | 'stayEnds'>[],
  period: Period,
  openIn: Window,
): Promise<FoundLot[]> {
  const lots = page.map(({ lot }) => lot);
  const states = await openStates(lots, openIn);
  const surges = await findSurges(db, lots);
  const counted = page.filter(({ stayEnds }) => stayEnds === undefined).map(({ lot }) => lot);
  const endsOf = period.window && (await listStayEnds(db, counted, period.window, period.now));
  return page.map(({ lot, stayEnds, distanceM }, i) => {
    const occupied = occupiedIn(lot, period, stayEnds ?? endsOf?.(lot));
    const reported = reportedAt(lot, period);
    const posted = asPosted(lot, period.window?.from ?? period.now);
    return {
      ...posted,
      kept: posted === lot ? lot : null,
      now: period.now,
      occupied_spaces: occupiedSpaces(lot, period.now),
      surge_pct: surges[i] ?? null,
      is_reported: reported !== null,
      distance_m: distanceM,
      open_state: states[i] ?? 'unknown',
      available_spaces: freeSpaces(lot, occupied),
      available_as_of: reported ?? period.now,
    };
  });
}

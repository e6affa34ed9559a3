import { badField } from '../../../../kit/errors.ts';
import type { Window } from '../../../../kit/hours/opening-hours.ts';
import { CLOCK_SKEW_MS } from '../../../../kit/time/instants.ts';
import type { Querier } from '../../../../stores/postgres.ts';
import { isPresent } from '../../../../tariffs/offer-lot-rate.ts';
import { isReported, type KnownLot, occupiedSpaces, spacesNeeded } from './known-lot.ts';

/** The time that a search asks about: a window `[from, to)`, or null: now. */
export type Period = { window: Window | null; now: Date };

/** The period of a window that begins now or later; BAD_REQUEST naming `starts_at` otherwise. */
export function periodOf(window: Window | null, now: Date): Period {
  if (window === null) return { window, now };
  if (window.from.getTime() < now.getTime() - CLOCK_SKEW_MS)
    throw badField('starts_at', 'must not be in the past');
  return { window: { from: window.from > now ? window.from : now, to: window.to }, now };
}

/**
 * Spaces of a lot that are not free during the whole period: because of stays and holds, or by the
 * count of vehicles if that is more. Without `stayEnds`, stays under way count as endless.
 */
export function occupiedIn(
  lot: KnownLot,
  { window, now }: Period,
  stayEnds: readonly Date[] | undefined,
): number {
  if (window === null) return occupiedSpaces(lot, now);
  const present = isPresent(window.from, now) ? occupiedSpaces(lot, now, window.from) : 0;
  return Math.max(present, neededIn(lot, window, now, stayEnds));
}

/** When the vehicles on the lot were counted, if that says how full it is in a period. */
export function reportedAt(lot: KnownLot, { window, now }: Period): Date | null {
  return isReported(lot, window?.from ?? now) ? lot.reportedAt : null;
}

function neededIn(
  lot: KnownLot,
  window: Window,
  now: Date,
  stayEnds: readonly Date[] | undefined,
): number {
  if (stayEnds !== undefined) return spacesNeeded(lot, stayEnds, now, window);
  return lot.takenSpaces + spacesNeeded(lot, [], now, window);
}

/** The expected ends of those stays under way on some lots that reach into a window. */
export async function listStayEnds(
  db: Querier,
  lots: readonly KnownLot[],
  { from }: { from: Date },
  now: Date,
): Promise<(lot: KnownLot) => readonly Date[]> {
  const lotIds = lots.filter((lot) => lot.takenSpaces > 0).map((lot) => lot.lotId);
  if (lotIds.length === 0) return () => [];
  const rows = await db.query<{ lotId: string; ends: Date[] }>('sessions_list_ends', {
    lotIds,
    // In the present, overdue stays count, too.
    fromAt: from > now ? from : new Date(0),
  });
  const ends = new Map(rows.map((row) => [row.lotId, row.ends]));
  return ({ lotId }) => ends.get(lotId) ?? [];
}

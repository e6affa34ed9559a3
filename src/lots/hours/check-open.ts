import { type AppError, conflict } from '../../errors.ts';
import type { Schedule } from '../lot.ts';
import { nextInState, openStates, type Window } from './opening-hours.ts';

/** A lot that its operator has closed, until it says otherwise. */
export function lotClosed(): AppError {
  return conflict('closed', 'the lot is closed', { closes_at: null, opens_at: null });
}

/**
 * Throws CONFLICT `closed` where a vehicle cannot be on the lot in all of the window, with when the
 * lot closes and when it opens again as far as that is known. Hours that are not known bind nobody.
 */
export async function checkOpen(schedule: Schedule, window: Window): Promise<void> {
  const [state] = await openStates([schedule], window);
  if (state === 'closed') throw await closedIn(schedule, window);
}

async function closedIn(schedule: Schedule, { from }: Window): Promise<AppError> {
  const closesAt = await nextInState(schedule, 'closed', from);
  const opensAt = await nextInState(schedule, 'open', closesAt ?? from);
  const isClosed = closesAt === null || closesAt <= from;
  const closes = isClosed
    ? 'the lot is closed then'
    : `the lot closes at ${closesAt.toISOString()}`;
  const opens = opensAt === null ? '' : ` and opens at ${opensAt.toISOString()}`;
  const stays = isClosed ? '' : ': no vehicle may stay while it is closed';
  return conflict('closed', `${closes}${opens}${stays}`, {
    closes_at: isClosed ? null : closesAt.toISOString(),
    opens_at: opensAt?.toISOString() ?? null,
  });
}

import { type AppError, conflict } from '../../kit/errors.ts';
import { nextInState, openStates, type Window } from '../../kit/hours/opening-hours.ts';
import type { Schedule } from '../../kit/hours/schedule.ts';

/** The error for a lot that its operator has closed until further notice. */
export function lotClosed(): AppError {
  return conflict('closed', 'the lot is closed', { closes_at: null, opens_at: null });
}

/**
 * Throws CONFLICT `closed` when a vehicle cannot be on the lot during the whole window. The error
 * says when the lot closes and when it opens again, if that is known. A lot whose hours are not
 * known counts as open.
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

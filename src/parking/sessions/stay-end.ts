import { addHours } from 'date-fns/addHours';
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { badField, conflict, notTogether } from '../../kit/errors.ts';
import type { Quote } from '../../tariffs/quotes.ts';

const DEFAULT_DURATION_HOURS = 1;
export const DURATION_HOURS_MAX = 720;
/**
 * The most by which the start of a stay with a given end is moved later. When the caller's clock is
 * ahead of the database's by less than this, the stay would otherwise be charged one minute more
 * than the caller computed.
 */
export const CLOCKS_APART_MS = 5_000;

/**
 * Length of the stay, or the instant it is expected to end; when neither is given, the end of the
 * quote, and one hour without one.
 */
export type AskedEnd = {
  durationHours?: number | undefined;
  endsAt?: Date | undefined;
  /** An offered price for this lot that is still valid. */
  quote?: Quote | undefined;
};

/** When a stay is expected to end: a time after its beginning, or at an instant. */
export type StayEnd = { lengthMs: number } | { at: Date };

/**
 * When a stay that begins now is expected to end. A duration is returned as a length, because only
 * the database knows when the stay begins. BAD_REQUEST naming the field; CONFLICT quote_expired.
 */
export function readStayEnd({ durationHours, endsAt, quote }: AskedEnd, now: Date): StayEnd {
  if (durationHours !== undefined && endsAt !== undefined)
    throw notTogether('duration_hours', 'ends_at');
  const isUnsaid = durationHours === undefined && endsAt === undefined;
  if (isUnsaid && quote?.endsAt !== undefined) return quotedEnd(quote.endsAt, now);
  if (endsAt === undefined) {
    const lengthMs = Math.round((durationHours ?? DEFAULT_DURATION_HOURS) * millisecondsInHour);
    if (lengthMs < 1) throw badField('duration_hours', 'is too short');
    return { lengthMs };
  }
  if (endsAt <= now) throw badField('ends_at', 'must be in the future');
  if (endsAt > addHours(now, DURATION_HOURS_MAX))
    throw badField('ends_at', `must be at most ${DURATION_HOURS_MAX} hours ahead`);
  return { at: endsAt };
}

/** A quote holds for minutes after its start, so its stay may be over by then. */
function quotedEnd(endsAt: Date, now: Date): StayEnd {
  if (endsAt <= now) throw conflict('quote_expired', 'the quoted stay has already ended');
  return { at: endsAt };
}

/** The start of a stay that can begin now; see CLOCKS_APART_MS. */
export function startBefore(end: StayEnd, now: Date): Date {
  if (!('at' in end)) return now;
  const lengthMs = end.at.getTime() - now.getTime();
  const overMs = lengthMs % millisecondsInMinute;
  const isLater = lengthMs > millisecondsInMinute && overMs <= CLOCKS_APART_MS;
  return isLater ? new Date(now.getTime() + overMs) : now;
}

export function endAfter(startedAt: Date, end: StayEnd): Date {
  return 'at' in end ? end.at : new Date(startedAt.getTime() + end.lengthMs);
}

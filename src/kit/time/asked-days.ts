import { millisecondsInDay } from 'date-fns/constants';
import { badField } from '../errors.ts';
import { dateOf } from './days.ts';

/** [from, to) */
type Period = { from: Date; to: Date };

/**
 * The period of a list that adds up what was done, from the beginnings of days (UTC) that a request
 * names: from `usualFrom` unless it names one, until now unless it names one. Errors: BAD_REQUEST
 * naming `from` or `to`.
 */
export function askedDays(
  asked: { from: Date | undefined; to: Date | undefined },
  { now, usualFrom, daysMax }: { now: Date; usualFrom: Date; daysMax: number },
): Period {
  const { from = usualFrom, to = now } = asked;
  const field = asked.to === undefined ? 'from' : 'to';
  if (from >= to)
    throw badField(
      field,
      field === 'to'
        ? `must not be before from, ${dateOf(from.getTime() / millisecondsInDay)}`
        : 'must not be in the future',
    );
  if (to.getTime() - from.getTime() > daysMax * millisecondsInDay)
    throw badField(field, `must make a period of at most ${daysMax} days`);
  return { from, to };
}

/** The first instant of the month (UTC) of an instant. */
export function startOfMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
}

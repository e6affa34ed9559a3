import { daysInWeek } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';
import { systemClock } from '../clock.ts';
import { badField } from '../errors.ts';
import { hoursProblem } from './hours-bounds.ts';
import { weekOf } from './hours-question.ts';
import { hoursThreads } from './hours-threads.ts';
import { spelledOut } from './hours-words.ts';
import { isPlain } from './plain-hours.ts';

/**
 * Opening hours in OSM syntax, in the one form in which they are stored and exported. Throws
 * BAD_REQUEST naming opening_hours when they are not accepted.
 */
export type HoursReader = (hours: string) => string;

/** `isLate`: they could not be read in time, which may be due to what else the machine did. */
type ReadHours = { written: string } | { problem: string; isLate?: true };

/** The lots of a file have few different hours; about 0.3 kB each. */
const READ_KEPT = 40_000;
const kept = new LRUCache<string, ReadHours>({ max: READ_KEPT });

/**
 * Reads the opening hours among `values`, the raw tags or details. Returns a reader of each of
 * them: they must be OSM syntax, or plain words that mean the same to everybody (`weekdays 8-18`),
 * and can be computed in time.
 */
export async function openHoursReader(values: Iterable<unknown>): Promise<HoursReader> {
  const read = await readAllHours(values);
  return (hours) => {
    const answer = read.get(hours);
    if (answer === undefined) throw new Error('these opening hours were not read beforehand');
    if ('problem' in answer) throw badField('opening_hours', answer.problem);
    return answer.written;
  };
}

/**
 * Lots with their opening hours as they are exported: in the form in which they are stored today.
 * Versions before stored every text that the library could read, whatever was meant by it. Where
 * that is not sure, they are null.
 */
export async function withReadHours<Lot extends { openingHours: string | null }>(
  lots: readonly Lot[],
): Promise<Lot[]> {
  const others = lots.flatMap(({ openingHours: hours }) =>
    hours === null || isPlain(hours) ? [] : [hours],
  );
  if (others.length === 0) return [...lots];
  const read = await readAllHours(others);
  return lots.map((lot) => {
    const answer = lot.openingHours === null ? undefined : read.get(lot.openingHours);
    if (answer === undefined || ('problem' in answer && answer.isLate)) return lot;
    return { ...lot, openingHours: 'problem' in answer ? null : answer.written };
  });
}

/** By their text, trimmed. */
async function readAllHours(values: Iterable<unknown>): Promise<Map<string, ReadHours>> {
  const read = new Map<string, ReadHours>();
  const unread = new Set<string>();
  for (const value of values)
    if (typeof value === 'string' || typeof value === 'number') {
      const hours = String(value).trim();
      const problem = hoursProblem(hours);
      const known = problem === undefined ? kept.get(hours) : { problem };
      if (known === undefined) unread.add(hours);
      else read.set(hours, known);
    }
  const from = weekOf(systemClock.now());
  await hoursThreads.ask(
    [...unread].map((hours) => ({
      question: {
        hours: spelledOut(hours),
        place: null,
        from,
        dayCount: daysInWeek,
        isWritten: true as const,
      },
      take(answer) {
        if (answer === undefined) {
          read.set(hours, { problem: 'takes too long to work out', isLate: true });
          return;
        }
        const known =
          'problem' in answer ? { problem: answer.problem } : { written: answer.written ?? hours };
        read.set(hours, known);
        kept.set(hours, known);
      },
    })),
  );
  return read;
}

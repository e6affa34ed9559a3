import { daysInWeek } from 'date-fns/constants';
import { systemClock } from '../../clock.ts';
import { badField } from '../../errors.ts';
import { hoursProblem } from './hours-bounds.ts';
import { weekOf } from './hours-question.ts';
import { hoursThreads } from './hours-threads.ts';

/** Throws BAD_REQUEST naming opening_hours when they are not accepted. */
export type HoursCheck = (hours: string) => void;

const ACCEPTED_KEPT_MAX = 20_000;
/** The lots of a file have few different opening hours. */
const accepted = new Set<string>();

/**
 * Reads the opening hours among `values`, the raw tags or details. Returns a check for each of
 * them: whether it is OSM syntax that can be computed in time.
 */
export async function openHoursCheck(values: Iterable<unknown>): Promise<HoursCheck> {
  const problems = new Map<string, string | undefined>();
  for (const value of values)
    if (typeof value === 'string' || typeof value === 'number') {
      const hours = String(value).trim();
      problems.set(hours, hoursProblem(hours));
    }
  const from = weekOf(systemClock.now());
  const unread = [...problems.keys()].filter(
    (hours) => problems.get(hours) === undefined && !accepted.has(hours),
  );
  await hoursThreads.ask(
    unread.map((hours) => ({
      question: { hours, place: null, from, dayCount: daysInWeek },
      take(answer) {
        if (answer === undefined) problems.set(hours, 'takes too long to work out');
        else if ('problem' in answer) problems.set(hours, answer.problem);
        else accept(hours);
      },
    })),
  );
  return (hours) => {
    if (!problems.has(hours)) throw new Error('these opening hours were not read beforehand');
    const problem = problems.get(hours);
    if (problem !== undefined) throw badField('opening_hours', problem);
  };
}

function accept(hours: string): void {
  if (accepted.size >= ACCEPTED_KEPT_MAX) accepted.clear();
  accepted.add(hours);
}

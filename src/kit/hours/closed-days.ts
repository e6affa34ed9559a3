import { millisecondsInDay, minutesInDay } from 'date-fns/constants';
import { inTimeSlices } from '../pool/time-slices.ts';
import { addDay, type DaySet, emptyDaySet } from '../time/day-set.ts';
import {
  type HoursAnswer,
  type HoursQuestion,
  OPEN_STATES,
  QUESTION_DAYS_MAX,
} from './hours-question.ts';
import { hoursThreads } from './hours-threads.ts';
import { type Hours, hoursKey, questionOf } from './hours-weeks.ts';

const CLOSED = OPEN_STATES.indexOf('closed');

/**
 * For each of these schedules, the days among the `dayCount` local days from `fromDay` on (counted
 * from 1970-01-01) on which the lot is known to be closed from midnight to midnight. Schedules with
 * the same hours and place share one set. Nothing is known of a lot without hours, or whose hours
 * cannot be read, depend on the sun or on the holidays of an unknown country, or take too long to
 * compute.
 */
export async function findClosedDays(
  schedules: Iterable<Hours>,
  fromDay: number,
  dayCount: number,
  threads = hoursThreads,
): Promise<DaySet[]> {
  const found: DaySet[] = [];
  const distinct = new Map<string, { schedule: Hours; closed: DaySet }>();
  await inTimeSlices(schedules, (schedule) => {
    const key = hoursKey(schedule);
    const known = distinct.get(key);
    const closed = known?.closed ?? emptyDaySet(dayCount);
    if (known === undefined) distinct.set(key, { schedule, closed });
    found.push(closed);
  });
  function* questions() {
    for (const { schedule, closed } of distinct.values())
      yield* questionsOn(schedule, { fromDay, dayCount, closed });
  }
  await threads.ask(questions());
  return found;
}

/** Ends early when an answer takes too long: the next would, too. */
function* questionsOn(
  schedule: Hours,
  { fromDay, dayCount, closed }: { fromDay: number; dayCount: number; closed: DaySet },
) {
  let isTooSlow = false;
  for (let first = 0; first < dayCount && !isTooSlow; first += QUESTION_DAYS_MAX) {
    const count = Math.min(QUESTION_DAYS_MAX, dayCount - first);
    const question = questionOf(schedule, (fromDay + first) * millisecondsInDay, count);
    if (question === undefined) return;
    const take = (answer: HoursAnswer | undefined) => {
      isTooSlow ||= answer === undefined;
      if (isTooSlow) closed.fill(0);
      else if (answer !== undefined) addClosed(closed, first, question, answer);
    };
    yield { question, take };
  }
}

function addClosed(
  days: DaySet,
  first: number,
  { dayCount }: HoursQuestion,
  answer: HoursAnswer,
): void {
  if ('problem' in answer) return;
  const isClosed = Array.from({ length: dayCount }, () => true);
  answer.states.forEach((state, i) => {
    const from = answer.minutes[i] ?? 0;
    const to = answer.minutes[i + 1] ?? dayCount * minutesInDay;
    if (state !== CLOSED && from < to)
      isClosed.fill(false, Math.floor(from / minutesInDay), Math.ceil(to / minutesInDay));
  });
  for (const [i, isSet] of isClosed.entries()) if (isSet) addDay(days, first + i);
}

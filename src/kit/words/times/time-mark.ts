import { overlaps, type Span } from '../text/span.ts';
import type { TimeProblem } from '../wish.ts';

/** Parts of a day in everyday language. */
export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night';
/** Times that have usual hours, although the text names none. */
export type WholeTime = 'day' | 'overnight' | 'weekend';

/**
 * A clock time of the text, in minutes since midnight. `isBare`: it can also mean 12 hours later.
 * `timezone`: the zone given with it; null: the zone of the place.
 */
export type Clock = { minute: number; isBare: boolean; timezone: string | null };

/** A date of the calendar; without a year, the next one. Months count from 1. */
export type CalendarDate = { year: number | undefined; month: number; date: number };

/** A day as the text states it. Which day it is depends on where and when the text is read. */
export type StatedDay =
  /** So many days after today. */
  | { form: 'ahead'; days: number }
  /** `next friday`; 0 is Monday. */
  | { form: 'weekday'; weekday: number; which: WhichWeekday; weeksLater: number }
  /** `the 3rd`. */
  | { form: 'of-month'; date: number }
  /** `20 november`, `25.11.`, or `05/06`, in which the month is the first or the second. */
  | { form: 'date'; date: CalendarDate; monthFirst?: CalendarDate };

/** `next`: the one of next week. `coming`: after today. `first`: from today on. */
export type WhichWeekday = 'first' | 'coming' | 'next' | 'last';

/**
 * Something in the text that says when; `Day` is what is known of the days that it names.
 * `isWeekday`: it is a weekday of no certain week.
 */
type MarkOf<Day> = Span &
  (
    | { kind: 'stay'; minutes: number }
    | { kind: 'offset'; minutes: number }
    | { kind: 'instant'; at: Date }
    | ({ kind: 'day'; isWeekday: boolean } & Day)
    | { kind: 'part'; part: DayPart; isToday: boolean }
    | { kind: 'whole'; whole: WholeTime; weeksAhead: number }
    | { kind: 'clock'; clock: Clock }
    | { kind: 'now' }
    | { kind: 'problem'; problem: TimeProblem }
  );

/** `weekdays`: those beside a date, which it has to be on: `Friday, 20 November`. */
export type StatedMark = MarkOf<{ stated: StatedDay; weekdays: readonly StatedDay[] }>;
/** A mark whose day is known: days since 1970. */
export type TimeMark = MarkOf<{ day: number }>;

/** A text with more marks of one form is not a real request. */
const MARKS_MAX = 12;

/** The first MARKS_MAX matches of a form. */
export function matchesOf(text: string, said: RegExp): RegExpExecArray[] {
  return [...text.matchAll(said)].slice(0, MARKS_MAX);
}

/** The marks without those that overlap an earlier one of the list. */
export function withoutOverlaps<Mark extends Span>(marks: readonly Mark[]): Mark[] {
  const kept: Mark[] = [];
  for (const mark of marks) if (!kept.some((one) => overlaps(mark, one))) kept.push(mark);
  return kept;
}

/** What the text says about the start or the end of a stay. */
export type Side = {
  instant?: Date;
  clock?: Clock;
  day?: number;
  isWeekday?: boolean;
  part?: DayPart;
};

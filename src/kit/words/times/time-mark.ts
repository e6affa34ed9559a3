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

/** Something in the text that says when. */
export type TimeMark = Span &
  (
    | { kind: 'stay'; minutes: number }
    | { kind: 'offset'; minutes: number }
    | { kind: 'instant'; at: Date }
    | { kind: 'day'; day: number; isWeekday: boolean }
    | { kind: 'part'; part: DayPart; isToday: boolean }
    | { kind: 'whole'; whole: WholeTime; weeksAhead: number }
    | { kind: 'clock'; clock: Clock }
    | { kind: 'now' }
    | { kind: 'problem'; problem: TimeProblem }
  );

/** A text with more marks of one form is not a real request. */
const MARKS_MAX = 12;

/** The first MARKS_MAX matches of a form. */
export function matchesOf(text: string, said: RegExp): RegExpExecArray[] {
  return [...text.matchAll(said)].slice(0, MARKS_MAX);
}

/** The marks without those that overlap an earlier one of the list. */
export function withoutOverlaps(marks: readonly TimeMark[]): TimeMark[] {
  const kept: TimeMark[] = [];
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

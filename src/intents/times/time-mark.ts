import type { TimeProblem } from '../intent.ts';
import { overlaps, type Span } from '../text/span.ts';

/** Parts of a day as people have them. */
export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night';
/** What lasts from some hour to another without naming either. */
export type WholeTime = 'day' | 'overnight' | 'weekend';

/**
 * A clock as it is said, in minutes since midnight. `isBare`: it may as well be 12 hours later.
 * `timezone`: the one that is said with it; null: that of the place.
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

/** More marks of one form are no request of anyone. */
const MARKS_MAX = 12;

/** The first matches of a form. */
export function matchesOf(text: string, said: RegExp): RegExpExecArray[] {
  return [...text.matchAll(said)].slice(0, MARKS_MAX);
}

/** The marks without those that overlap an earlier one of the list. */
export function withoutOverlaps(marks: readonly TimeMark[]): TimeMark[] {
  const kept: TimeMark[] = [];
  for (const mark of marks) if (!kept.some((one) => overlaps(mark, one))) kept.push(mark);
  return kept;
}

/** What is said of one end of a stay. */
export type Side = {
  instant?: Date;
  clock?: Clock;
  day?: number;
  isWeekday?: boolean;
  part?: DayPart;
};

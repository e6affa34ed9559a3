import { anyOf } from '../text/pattern.ts';
import type { TimeProblem } from '../wish.ts';
import { isLengthOfStay } from './read-durations.ts';
import type { TimeMark } from './time-mark.ts';

/** Something that has its own hour: `for the game`. */
const EVENT = new RegExp(
  `(?<!\\p{L})${anyOf('for|to|at|during|see|seeing|have|catch|catching|attend|attending')}` +
    ` (?:(?:the|an?|my|our|his|her|their|\\p{L}+'s) )?${anyOf(
      'game|match|concert|gig|show|party|wedding|recital|practice|appointment|dentist|doctor',
      'meetings?|flight|ferry|train|plane|dinner|lunch|breakfast|brunch|supper',
    )}(?!\\p{L})`,
  'iu',
);
const UNSURE_BEFORE = /\b(?:maybe|perhaps|possibly|probably|might be|may be)(?: on| for)? $/i;
/**
 * Between a duration and a clock time: the time is before or after the clock time, so it is no
 * length of stay.
 */
const FROM_CLOCK = /^ (?:after|before|past|prior to) $/i;
/** Unclear whether a clock time or a duration is meant: `for 1:30`, `at 5 for 1:30`. */
const FOR_BEFORE = /\bfor $/i;
const START_AFTER = /^,? (?:at|from|starting) $/i;
/** `before 5`: from when? `after Friday`: on which day? */
const DEADLINE_BEFORE = /\bbefore $/i;
const BESIDE_DAY_BEFORE = /\b(?:before|after) $/i;
const BETWEEN_BEFORE = /\bbetween $/i;
const LEAVING_BEFORE =
  /\b(?:leav\p{L}*|out|gone|done|over|back|finish\p{L}*|end\p{L}*|exit\p{L}*) before $/iu;

/** Why the words around the times leave their meaning open; null: they do not. */
export function doubtOf(text: string, marks: readonly TimeMark[]): TimeProblem | null {
  const hasTimes = marks.some(({ kind }) => kind !== 'stay' && kind !== 'problem');
  if (!hasTimes && EVENT.test(text)) return 'incomplete';
  const clocks = marks.filter(({ kind }) => kind === 'clock' || kind === 'instant');
  for (const [index, mark] of marks.entries()) {
    const previous = marks[index - 1];
    const before = text.slice(previous?.to ?? 0, mark.from);
    if (mark.kind === 'day' && UNSURE_BEFORE.test(before)) return 'ambiguous';
    const isBesideDay = mark.kind === 'day' && BESIDE_DAY_BEFORE.test(before);
    if (isBesideDay && !LEAVING_BEFORE.test(before)) return 'incomplete';
    if (mark.kind !== 'clock') continue;
    const isOfLength = previous?.kind === 'stay' && !isLengthOfStay(text, previous.from);
    if (isOfLength && FROM_CLOCK.test(before)) return 'ambiguous';
    if (FOR_BEFORE.test(before) && mayBeLength(text, mark, { previous, next: marks[index + 1] }))
      return 'ambiguous';
    if (clocks.length > 1) continue;
    if (BETWEEN_BEFORE.test(before)) return 'incomplete';
    if (DEADLINE_BEFORE.test(before) && !LEAVING_BEFORE.test(before)) return 'incomplete';
  }
  return null;
}

/** Whether a clock time after `for` may be a number of hours and minutes. */
function mayBeLength(
  text: string,
  { clock, from, to }: TimeMark & { kind: 'clock' },
  { previous, next }: Record<'previous' | 'next', TimeMark | undefined>,
): boolean {
  if (!clock.isBare || !text.slice(from, to).includes(':')) return false;
  if (previous === undefined && next === undefined) return true;
  const isBehind = previous?.kind === 'clock' && /^,? for $/i.test(text.slice(previous.to, from));
  return isBehind || (next?.kind === 'clock' && START_AFTER.test(text.slice(to, next.from)));
}

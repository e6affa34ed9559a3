import { blank } from '../text/span.ts';
import { readClocks } from './read-clocks.ts';
import { readDayParts } from './read-day-parts.ts';
import { readDays } from './read-days.ts';
import { readDurations } from './read-durations.ts';
import { type StatedMark, withoutOverlaps } from './time-mark.ts';

/** What a text says about time: its marks in the order of the text, and the text they are in. */
export type StatedTimes = { text: string; marks: readonly StatedMark[] };

/** Reads every time, day and duration in the text, wherever and whenever it was written. */
export function readTimes(text: string): StatedTimes {
  const days = readDays(text);
  const durations = readDurations(blank(text, days));
  const parts = readDayParts(blank(text, [...days, ...durations]));
  const known = withoutOverlaps([...days, ...durations, ...parts]);
  const clocks = readClocks(blank(text, durations), known);
  const marks = withoutOverlaps([...clocks, ...known]);
  return { text, marks: marks.toSorted((a, b) => a.from - b.from) };
}

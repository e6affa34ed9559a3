import type { Span } from '../text/span.ts';
import { readRelativeDays } from './read-relative-days.ts';
import { readWrittenDays } from './read-written-days.ts';
import { type StatedMark, withoutOverlaps } from './time-mark.ts';

/** Every day that the text states. */
export function readDays(text: string): StatedMark[] {
  const marks = [...readWrittenDays(text), ...readRelativeDays(text)];
  return withoutWeekdays(text, withoutOverlaps(marks));
}

/** `Friday, 20 November` is one day. */
function withoutWeekdays(text: string, marks: readonly StatedMark[]): StatedMark[] {
  const isBeside = (a: Span, b: Span) =>
    /^,? (?:the )?$/.test(text.slice(Math.min(a.to, b.to), Math.max(a.from, b.from)));
  return marks.flatMap((mark): StatedMark[] => {
    if (mark.kind !== 'day') return [mark];
    const beside = marks
      .filter((one) => one.kind === 'day')
      .filter((one) => one.isWeekday !== mark.isWeekday && isBeside(mark, one));
    if (beside.length === 0) return [mark];
    if (mark.isWeekday) return [];
    const from = Math.min(mark.from, ...beside.map((one) => one.from));
    const to = Math.max(mark.to, ...beside.map((one) => one.to));
    return [{ ...mark, from, to, weekdays: beside.map(({ stated }) => stated) }];
  });
}

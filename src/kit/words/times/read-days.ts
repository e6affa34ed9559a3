import { daysInWeek } from 'date-fns/constants';
import type { Span } from '../text/span.ts';
import type { TimeContext } from './local-time.ts';
import { readRelativeDays } from './read-relative-days.ts';
import { readWrittenDays } from './read-written-days.ts';
import { type TimeMark, withoutOverlaps } from './time-mark.ts';

/** Every day in the text, as of now in the zone; dates that are on no calendar are problems. */
export function readDays(text: string, context: TimeContext): TimeMark[] {
  const marks = [...readWrittenDays(text, context), ...readRelativeDays(text, context)];
  return withoutWeekdays(text, withoutOverlaps(marks));
}

/** `Friday, 20 November` is one day; it is a problem when the date is not on that weekday. */
function withoutWeekdays(text: string, marks: readonly TimeMark[]): TimeMark[] {
  const isBeside = (a: Span, b: Span) =>
    /^,? (?:the )?$/.test(text.slice(Math.min(a.to, b.to), Math.max(a.from, b.from)));
  return marks.flatMap((mark): TimeMark[] => {
    if (mark.kind !== 'day') return [mark];
    const other = marks.find((one) => one !== mark && one.kind === 'day' && isBeside(mark, one));
    if (other?.kind !== 'day' || mark.isWeekday === other.isWeekday) return [mark];
    const isSame = (mark.day - other.day) % daysInWeek === 0;
    if (!isSame)
      return [{ from: mark.from, to: mark.to, kind: 'problem', problem: 'contradictory' }];
    const span = { from: Math.min(mark.from, other.from), to: Math.max(mark.to, other.to) };
    return mark.isWeekday ? [] : [{ ...mark, ...span }];
  });
}

import { dateOf, dayOf, daysSinceMonday } from '../../kit/time/days.ts';

export const HISTORY_STEPS = ['day', 'week', 'month'] as const;
export type HistoryStep = (typeof HISTORY_STEPS)[number];

/** Days counted from 1970-01-01 (UTC), including both ends. */
export type DaySpan = { fromDay: number; toDay: number };

const DAYS_PER_WEEK = 7;

/**
 * The steps of a period, in order: days, weeks from Monday to Sunday, or calendar months. The first
 * and the last are cut at the ends of the period.
 */
export function stepsOf({ fromDay, toDay }: DaySpan, step: HistoryStep): DaySpan[] {
  const steps: DaySpan[] = [];
  for (let from = fromDay; from <= toDay; ) {
    const next = Math.min(toDay + 1, nextStep(from, step));
    steps.push({ fromDay: from, toDay: next - 1 });
    from = next;
  }
  return steps;
}

function nextStep(day: number, step: HistoryStep): number {
  if (step === 'day') return day + 1;
  if (step === 'week') return day + DAYS_PER_WEEK - daysSinceMonday(day);
  const [year = 0, month = 0] = dateOf(day).split('-').map(Number);
  return Date.UTC(year, month) / Date.UTC(1970, 0, 2);
}

/** The first day of the month of a day. */
export function monthOf(day: number): string {
  return `${dateOf(day).slice(0, 'yyyy-mm'.length)}-01`;
}

/** The days of a span that are in a month, given by its first day. */
export function daysIn(month: string, { fromDay, toDay }: DaySpan): DaySpan {
  const first = dayOf(month);
  return {
    fromDay: Math.max(fromDay, first),
    toDay: Math.min(toDay, nextStep(first, 'month') - 1),
  };
}

import { dayOf } from '../../kit/time/days.ts';
import { type DaySpan, daysIn } from './history-steps.ts';

/**
 * What may be disclosed of the days of a period, in order. NaN: nothing. Days that are disclosed
 * together with others are pooled; a price is paid if it was moved by what stays cost.
 */
export type PastDays = { values: Float64Array; isPooled: Uint8Array; isPaid: Uint8Array };

/** A month of an area, in lists by day. Lists that were not asked for are null. */
export type AreaMonth = {
  month: string;
  currency: string | null;
  occupied_pcts: Days | null;
  stay_counts: Days | null;
  told_days: Days | null;
  space_counts: Days | null;
  paid_pcts: Days | null;
  list_minors: Days | null;
};
export type SearchMonth = {
  month: string;
  search_counts: Days;
  searcher_counts: Days;
  told_days: Days;
  space_count: number;
};
type Days = (number | null)[];

/** One area's part of the past: the day since when it is one of its own, and its months. */
export type PastArea<Month> = { sinceDay: number; months: readonly Month[] };

type Disclosed = { value: number | null; isPooled?: boolean; isPaid?: boolean };
/** What a month tells of one of its days, counted from 0. */
type ReadDay<Month> = (month: Month, at: number) => Disclosed;

const PERCENT = 100;

/**
 * The days of what is in some areas, each inside the next one: each day is disclosed by the
 * smallest that was an area of its own then.
 */
export function pastDays<Month extends { month: string }>(
  areas: readonly PastArea<Month>[],
  period: DaySpan,
  readDay: ReadDay<Month>,
): PastDays {
  const length = period.toDay - period.fromDay + 1;
  const days: PastDays = {
    values: new Float64Array(length).fill(Number.NaN),
    isPooled: new Uint8Array(length),
    isPaid: new Uint8Array(length),
  };
  const isDecided = new Uint8Array(length);
  for (const { sinceDay, months } of areas) {
    for (const month of months) {
      const first = dayOf(month.month);
      const { fromDay, toDay } = daysIn(month.month, period);
      for (let day = Math.max(fromDay, sinceDay); day <= toDay; day += 1) {
        const at = day - period.fromDay;
        if (isDecided[at]) continue;
        const { value, isPooled = false, isPaid = false } = readDay(month, day - first);
        days.values[at] = value ?? Number.NaN;
        days.isPooled[at] = Number(isPooled);
        days.isPaid[at] = Number(isPaid);
      }
    }
    isDecided.fill(1, Math.max(0, sinceDay - period.fromDay));
  }
  return days;
}

/** The occupied share. */
export const occupiedOn: ReadDay<AreaMonth> = ({ occupied_pcts, told_days }, at) => {
  const pct = occupied_pcts?.[at] ?? null;
  return { value: pct === null ? null : pct / PERCENT, isPooled: isTogether(told_days, at) };
};

/** Stays that began for each space. */
export const staysOn: ReadDay<AreaMonth> = (month, at) => {
  const { stay_counts, told_days, space_counts } = month;
  return {
    value: perSpace(stay_counts?.[at], told_days?.[at], space_counts?.[at]),
    isPooled: isTogether(told_days, at),
  };
};

/** Searches for each space. */
export const searchesOn: ReadDay<SearchMonth> = (
  { search_counts, told_days, space_count },
  at,
) => ({
  value: perSpace(search_counts[at], told_days[at], space_count),
  isPooled: isTogether(told_days, at),
});

/** Callers, each once a day. */
export const searchersOn: ReadDay<SearchMonth> = ({ searcher_counts, told_days }, at) => ({
  value: perSpace(searcher_counts[at], told_days[at], 1),
  isPooled: isTogether(told_days, at),
});

/**
 * What an hour cost in a currency, in minor units: by list, moved as payments of that day have
 * moved it, or else, where any are disclosed of the month, as those of its other days.
 */
export function priceIn(currency: string): ReadDay<AreaMonth> {
  return (month, at) => {
    const list = month.list_minors?.[at] ?? null;
    if (list === null || month.currency !== currency) return { value: null };
    const paid = month.paid_pcts?.[at] ?? meanOf(month.paid_pcts ?? []);
    return { value: (list * (paid ?? PERCENT)) / PERCENT, isPaid: paid !== null };
  };
}

function perSpace(
  count: number | null | undefined,
  days: number | null | undefined,
  spaces: number | null | undefined,
): number | null {
  return typeof count !== 'number' || !days || !spaces ? null : count / days / spaces;
}

function isTogether(disclosedDays: Days | null, at: number): boolean {
  return (disclosedDays?.[at] ?? 1) > 1;
}

function meanOf(days: Days): number | null {
  const known = days.filter((each) => each !== null);
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length;
}

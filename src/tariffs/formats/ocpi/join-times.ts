import { DAYS, type Day, type When } from '../../tariff.ts';
import type { Group, Pick } from './resolve-elements.ts';

const WEEK: Day[] = DAYS.filter((day) => day !== 'holiday');

/** A day of the week or a date later. */
export function nextDay(when: When): When {
  const days = when.days?.map((day) => WEEK[(WEEK.indexOf(day) + 1) % WEEK.length] ?? day);
  const dates = when.dates?.map(({ first, last }) => ({ first: first + 1, last: last + 1 }));
  return {
    ...when,
    ...(days && { days: DAYS.filter((day) => days.includes(day)) }),
    ...(dates && { dates }),
  };
}

/**
 * Groups in a row that cost the same, and are one night before and after midnight or differ only in
 * their dates, as one: amounts are rounded for each time that a part holds.
 */
export function joinTimes(groups: readonly Group[]): Group[] {
  const nights = joinPairs(groups, nightOf);
  return joinPairs(nights, (one, other) => {
    if (one.dates === undefined || other.dates === undefined) return undefined;
    const { dates: _one, ...first } = one;
    const { dates: _other, ...second } = other;
    if (JSON.stringify(first) !== JSON.stringify(second)) return undefined;
    return { ...one, dates: [...one.dates, ...other.dates] };
  });
}

function joinPairs(
  groups: readonly Group[],
  join: (one: When, other: When) => When | undefined,
): Group[] {
  const joined: Group[] = [];
  for (const group of groups) {
    const last = joined.at(-1);
    const isAlike = last !== undefined && costOf(last.picks) === costOf(group.picks);
    const when = isAlike ? join(last.when, group.when) : undefined;
    if (last === undefined || when === undefined) joined.push({ ...group });
    else last.when = when;
  }
  return joined;
}

function costOf(picks: readonly Pick[]): string {
  const costs = picks.map(({ fromMinute, price }) => [
    fromMinute,
    price?.hourMinor.numerator.toString(),
    price?.hourMinor.denominator.toString(),
    price?.stepMinutes,
  ]);
  return JSON.stringify(costs);
}

/** From an evening until midnight, and from then on until a morning. */
function nightOf(evening: When, morning: When): When | undefined {
  const { from_minute: from = 0, to_minute: midnight } = evening;
  const { from_minute, to_minute: to = 0 } = morning;
  const isNight = midnight === 0 && from_minute === 0 && to > 0 && to <= from;
  const night = { ...evening, to_minute: to };
  const after = { ...nextDay(evening), from_minute: 0, to_minute: to };
  return isNight && JSON.stringify(after) === JSON.stringify(morning) ? night : undefined;
}

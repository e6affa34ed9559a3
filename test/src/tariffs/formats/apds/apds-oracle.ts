import type { ApdsRateTable } from '../../../../../src/tariffs/formats/apds/apds-shape.ts';

const LENGTHS: Record<string, number> = { P1D: 1_440, PT24H: 1_440, P7D: 10_080, P1W: 10_080 };
const CLOCK = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', timeStyle: 'short' });

/**
 * What a stay of less than a month in Berlin costs by a RateTable, in units with tax and not
 * rounded: in each time until the rate starts again, each increment that begins, at most the
 * maximum.
 */
export function apdsCost(table: ApdsRateTable, startedAt: Date, minutes: number): number {
  const [collection] = table.rateLineCollections;
  if (collection === undefined) return Number.NaN;
  const { maxValueCollection: max = Infinity, minValueCollection: min = 0 } = collection;
  let total = 0;
  let left = minutes;
  while (left > 0) {
    const passed = minutes - left;
    const length = Math.min(left, untilReset(collection.resetTime, startedAt, passed));
    total += Math.min(max, linesCost(collection.rateLines, length));
    left -= length;
  }
  const tax = collection.taxIncluded ? 0 : (collection.taxRate ?? 0);
  return Math.max(min, total) * (1 + tax / 100);
}

function untilReset(resetTime: string, startedAt: Date, passed: number): number {
  if (resetTime !== '00:00') return LENGTHS[resetTime] ?? Infinity;
  const isMidnight = (minute: number) =>
    CLOCK.format(new Date(startedAt.getTime() + (passed + minute) * 60_000)) === '00:00';
  let minute = 1;
  while (!isMidnight(minute)) minute += 1;
  return minute;
}

type Lines = ApdsRateTable['rateLineCollections'][number]['rateLines'];

function linesCost(lines: Lines, minutes: number): number {
  let total = 0;
  for (const { rateLineType, value, incrementPeriod, durationStart, durationEnd } of lines) {
    if (rateLineType === 'flatRate') total += value;
    const from = minutesOf(durationStart) ?? 0;
    const until = Math.min(minutes, minutesOf(durationEnd) ?? Infinity);
    const step = minutesOf(incrementPeriod ?? durationEnd) ?? Infinity;
    if (rateLineType !== 'flatRate' && until > from)
      total += Math.ceil((until - from) / step) * value;
  }
  return total;
}

function minutesOf(duration: string | undefined): number | undefined {
  if (duration === undefined) return undefined;
  const [, days = 0, hours = 0, minutes = 0] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:0S)?)?$/.exec(duration) ?? [];
  return Number(days) * 1_440 + Number(hours) * 60 + Number(minutes);
}

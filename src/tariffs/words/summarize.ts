import { minutesInDay, minutesInHour } from 'date-fns/constants';
import { decimalOf } from '../../kit/money.ts';
import { clockTime } from '../../kit/time/clock-time.ts';
import { dateOf } from '../../kit/time/days.ts';
import {
  DAYS,
  type Day,
  type MaximumPer,
  type Step,
  type Tariff,
  type TariffPart,
  type When,
} from '../tariff.ts';

const PER: Readonly<Record<MaximumPer, string>> = {
  stay: 'a stay',
  calendar_day: 'a calendar day',
  '24h': 'each 24 hours',
  week: 'each 7 days',
  month: 'a month',
};

type Show = (minor: number) => string;

/**
 * A tariff in plain English, one line for each part, then what holds for the whole stay:
 * `Mon–Fri 08:00–18:00: 2.00 for the first hour, then 1.20 per 30 min, at most 10.00`.
 */
export function summarize(tariff: Tariff, currency: string): string[] {
  const show: Show = (minor) => decimalOf(minor, currency);
  const { parts, maxima, minimum_minutes: minimum, free_minutes: free } = tariff;
  const lines = parts.map((part) => {
    const when = whenOf(part.when ?? {}) || (parts.length > 1 ? 'otherwise' : '');
    return `${when === '' ? '' : `${when}: `}${priceOf(part, show)}`;
  });
  if (tariff.otherwise === 'not_for_sale') lines.push('at other times: not for sale');
  if (free !== undefined)
    lines.push(
      tariff.free_is_deducted
        ? `the first ${lengthOf(free)} are free`
        : `a stay of at most ${amountOf(free)} is free`,
    );
  if (minimum !== undefined) lines.push(`a stay pays for at least ${amountOf(minimum)}`);
  for (const { amount_minor, per } of maxima ?? [])
    lines.push(`at most ${show(amount_minor)} ${PER[per]}`);
  return lines;
}

function priceOf({ steps, flat_minor: flat, max_minor: max }: TariffPart, show: Show): string {
  const price =
    steps === undefined ? (flat === 0 ? 'free' : `${show(flat ?? 0)} flat`) : stepsOf(steps, show);
  return max === undefined ? price : `${price}, at most ${show(max)}`;
}

function stepsOf(steps: readonly Step[], show: Show): string {
  const lengths = steps.map(({ from_minutes: from }, i) => {
    const next = steps[i + 1]?.from_minutes;
    return next === undefined ? null : next - from;
  });
  return steps.map((step, i) => stepOf(step, i, lengths[i] ?? null, show)).join(', ');
}

/** `2.00 for the first hour`, `then 1.20 per 30 min` */
function stepOf(step: Step, i: number, lasts: number | null, show: Show): string {
  const { price_minor: price, per_minutes: per, billing_step_minutes: unit = per } = step;
  const then = i === 0 ? '' : 'then ';
  const until = lasts === null ? '' : ` for the ${i === 0 ? 'first' : 'next'} ${lengthOf(lasts)}`;
  if (price === 0) return `${then}free${until}`;
  if (lasts === per && unit === per) return `${then}${show(price)}${until}`;
  const units = unit === per ? '' : unit === 1 ? ' by the minute' : ` by started ${lengthOf(unit)}`;
  return `${then}${show(price)} per ${lengthOf(per)}${units}${until}`;
}

/** `Mon–Fri 08:00–18:00`, `Sun, holidays`; empty: always. */
function whenOf({
  days,
  from_minute: from,
  to_minute: to,
  dates,
  vehicle_kinds: kinds,
}: When): string {
  const words = [];
  if (dates !== undefined) words.push(dates.map(datesOf).join(', '));
  if (days !== undefined) words.push(daysOf(days));
  if (from !== undefined && to !== undefined)
    words.push(`${clockTime(from)}–${clockTime(to || minutesInDay)}`);
  if (kinds !== undefined) words.push(`(${kinds.join(', ')})`);
  return words.join(' ');
}

function datesOf({ first, last }: { first: number; last: number }): string {
  return first === last ? dateOf(first) : `${dateOf(first)} to ${dateOf(last)}`;
}

/** Runs of three days or more are ranges: `Mon–Fri`. */
function daysOf(days: readonly Day[]): string {
  const runs: number[][] = [];
  for (const [i, day] of DAYS.entries()) {
    if (day === 'holiday' || !days.includes(day)) continue;
    const run = runs.at(-1);
    if (run?.at(-1) === i - 1) run.push(i);
    else runs.push([i]);
  }
  const words = runs.flatMap((run) =>
    run.length < RANGE_DAYS_MIN ? run.map(dayName) : [`${dayName(run[0])}–${dayName(run.at(-1))}`],
  );
  return [...words, ...(days.includes('holiday') ? ['holidays'] : [])].join(', ');
}

const RANGE_DAYS_MIN = 3;

function dayName(i: number | undefined): string {
  const day = DAYS[i ?? 0] ?? '';
  return `${day.slice(0, 1).toUpperCase()}${day.slice(1)}`;
}

/** `hour`, `2 hours`, `30 min`, `day` */
function lengthOf(minutes: number): string {
  const named = (count: number, unit: string) => (count === 1 ? unit : `${count} ${unit}s`);
  if (minutes % minutesInDay === 0) return named(minutes / minutesInDay, 'day');
  if (minutes % minutesInHour === 0) return named(minutes / minutesInHour, 'hour');
  return `${minutes} min`;
}

/** `1 hour`, `30 min` */
function amountOf(minutes: number): string {
  const length = lengthOf(minutes);
  return /^\d/.test(length) ? length : `1 ${length}`;
}

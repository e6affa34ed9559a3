import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns';

/** A half hour in shares of a lot's spaces, 0 to 1; null: not known, or not forecast. */
export type Point = {
  /** What came. */
  share: number | null;
  forecast: number | null;
  /** The bounds of the 80 % interval. */
  low: number | null;
  high: number | null;
};

/** `points` are the half hours from midnight of the date `from`, by the clocks of `zone`. */
export type Chart = {
  title: string;
  subtitle: string;
  from: string;
  zone: string;
  points: readonly Point[];
};

/** A day of a chart; half hours are counted from the first one. */
export type Day = { date: TZDate; fromHalfHour: number; toHalfHour: number };

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const HALF_HOUR_MS = 1_800_000;

/** The days on which a chart has half hours: 46 or 50 on a day on which clocks change. */
export function daysOf({ from, zone, points }: Chart): Day[] {
  const [year = 0, month = 0, date = 0] = from.split('-').map(Number);
  const first = new TZDate(year, month - 1, date, zone);
  if (!DATE.test(from) || Number.isNaN(first.getTime()))
    throw new Error(`${from} is no date like 2016-12-06, or ${zone} no zone`);
  const days: Day[] = [];
  let [day, fromHalfHour] = [first, 0];
  while (fromHalfHour < points.length) {
    const next = addDays(day, 1);
    const passed = (next.getTime() - first.getTime()) / HALF_HOUR_MS;
    days.push({ date: day, fromHalfHour, toHalfHour: Math.min(passed, points.length) });
    [day, fromHalfHour] = [next, passed];
  }
  return days;
}

/** Throws when there is nothing to draw, or a value is neither a number nor null. */
export function checkPoints(points: readonly Point[]): void {
  if (points.length === 0) throw new Error('there is no half hour to draw');
  for (const [i, { share, forecast, low, high }] of points.entries())
    for (const [name, value] of Object.entries({ share, forecast, low, high }))
      if (value !== null && !Number.isFinite(value))
        throw new Error(`${name} of half hour ${i} is ${value}, not a share`);
}

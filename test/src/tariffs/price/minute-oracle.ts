import type { VehicleKind } from '../../../../src/kit/vehicle-kinds.ts';
import type { Maximum, Tariff, TariffPart, When } from '../../../../src/tariffs/tariff.ts';

// What a stay costs, found by walking through its minutes one by one. It shares nothing with the
// engine but the form of a tariff: it reads clocks by Intl, and counts every minute.

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MS = 86_400_000;
const ALWAYS: When = {};
const NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** A stay, and the local days that are holidays there, such as `2026-12-25`. */
export type OracleStay = {
  startedAt: Date;
  minutes: number;
  timezone: string;
  holidays: ReadonlySet<string>;
  vehicleKind: VehicleKind | null;
};

/** Some minutes at one price, in one part and the same period of each maximum. */
type Group = { key: string; caps: Cap[]; price: number; per: number; billed: number };
type Cap = { key: string; amount: number };
type Wall = { date: string; minute: number };

/** The total in minor units, and how many minutes are not for sale. */
export function walk(tariff: Tariff, stay: OracleStay): { total: number; unsold: number } {
  const free = tariff.free_minutes ?? 0;
  if (stay.minutes <= free) return { total: 0, unsold: 0 };
  const first = tariff.free_is_deducted === true ? free : 0;
  const end = Math.max(stay.minutes, tariff.minimum_minutes ?? 0);
  const clock = wallClock(stay.timezone);
  const begin = clock(stay.startedAt.getTime());
  const flats = new Set<string>();
  const groups: Group[] = [];
  let paidUntil = first;
  let key = '';
  let unsold = 0;
  for (let minute = first; minute < end; minute += 1) {
    if (minute < paidUntil) continue;
    const wall = clock(stay.startedAt.getTime() + minute * MINUTE_MS);
    const held = heldAt(tariff.parts, wall, begin, stay);
    if (held === undefined) {
      unsold += 1;
      key = '';
      continue;
    }
    const { part, occurrence } = held;
    const caps = capsOf(tariff.maxima ?? [], minute, wall, begin);
    if (part.max_minor !== undefined) caps.push({ key: occurrence, amount: part.max_minor });
    if (part.steps === undefined) {
      key = occurrence;
      if (flats.has(occurrence)) continue;
      flats.add(occurrence);
      groups.push({ key, caps, price: part.flat_minor ?? Number.NaN, per: 1, billed: 1 });
      continue;
    }
    const step = part.steps.filter(({ from_minutes }) => from_minutes <= minute).at(-1);
    if (step === undefined) throw new Error('no step');
    const unit = step.billing_step_minutes ?? step.per_minutes;
    const now = [occurrence, step.from_minutes, ...caps.map((cap) => cap.key)].join('|');
    if (now !== key) {
      groups.push({ key: now, caps, price: step.price_minor, per: step.per_minutes, billed: 0 });
      key = now;
    }
    const group = groups.at(-1);
    if (group) group.billed += unit;
    paidUntil = minute + unit;
  }
  return { total: sumOf(groups), unsold };
}

function sumOf(groups: readonly Group[]): number {
  const used = new Map<string, number>();
  let total = 0;
  for (const { caps, price, per, billed } of groups) {
    let amount = Math.floor((2 * price * billed + per) / (2 * per));
    for (const cap of caps) amount = Math.min(amount, cap.amount - (used.get(cap.key) ?? 0));
    for (const cap of caps) used.set(cap.key, (used.get(cap.key) ?? 0) + amount);
    total += amount;
  }
  return total;
}

function capsOf(maxima: readonly Maximum[], minute: number, wall: Wall, begin: Wall): Cap[] {
  const labels = {
    stay: () => 'all',
    calendar_day: () => wall.date,
    '24h': () => Math.floor(minute / 1_440),
    week: () => Math.floor(minute / 10_080),
    month: () => monthOf(wall, begin),
  };
  return maxima.map(({ per, amount_minor }) => ({
    key: `${per} ${labels[per]()}`,
    amount: amount_minor,
  }));
}

/** Months ended since the beginning, each on the date and time of it, or on the last date. */
function monthOf(wall: Wall, begin: Wall): number {
  let months = 0;
  while (
    timeOf(wall) >= timeOf({ date: monthsLater(begin.date, months + 1), minute: begin.minute })
  )
    months += 1;
  return months;
}

function timeOf({ date, minute }: Wall): string {
  return `${date} ${String(minute).padStart(4, '0')}`;
}

function monthsLater(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  for (let tried = day; ; tried -= 1) {
    const at = new Date(Date.UTC(year, month - 1 + months, tried));
    if (at.getUTCDate() === tried) return at.toISOString().slice(0, 10);
  }
}

function heldAt(
  parts: readonly TariffPart[],
  wall: Wall,
  begin: Wall,
  { holidays, vehicleKind }: OracleStay,
): { part: TariffPart; occurrence: string } | undefined {
  for (const part of parts) {
    const when: When = part.when ?? ALWAYS;
    if (when.vehicle_kinds && !(vehicleKind && when.vehicle_kinds.includes(vehicleKind))) continue;
    const fits = (date: string) => isDay(when, date, holidays);
    const id = (date: string) => `${parts.indexOf(part)} ${date}`;
    if (when.from_minute === undefined || when.to_minute === undefined) {
      if (!fits(wall.date)) continue;
      if (when.days === undefined && when.dates === undefined)
        return { part, occurrence: id('always') };
      let date = wall.date;
      while (date > begin.date && fits(otherDay(date, -1))) date = otherDay(date, -1);
      return { part, occurrence: id(date) };
    }
    const length = (when.to_minute - when.from_minute + 1_440) % 1_440 || 1_440;
    for (const daysAgo of [0, 1]) {
      const date = otherDay(wall.date, -daysAgo);
      const since = wall.minute + 1_440 * daysAgo - when.from_minute;
      if (since >= 0 && since < length && fits(date)) return { part, occurrence: id(date) };
    }
  }
  return undefined;
}

const daysFound = new WeakMap<When, Map<string, boolean>>();

/** Remembers the days of each part, which are asked for every minute. */
function isDay(when: When, date: string, holidays: ReadonlySet<string>): boolean {
  const days = daysFound.get(when) ?? new Map<string, boolean>();
  daysFound.set(when, days);
  const known = days.get(date);
  if (known !== undefined) return known;
  const found = isDayOf(when, date, holidays);
  days.set(date, found);
  return found;
}

function isDayOf(when: When, date: string, holidays: ReadonlySet<string>): boolean {
  const number = Date.parse(date) / DAY_MS;
  if (when.dates?.every(({ first, last }) => number < first || number > last)) return false;
  const names = [NAMES[new Date(date).getUTCDay()], ...(holidays.has(date) ? ['holiday'] : [])];
  return when.days === undefined || when.days.some((day) => names.includes(day));
}

function otherDay(date: string, days: number): string {
  if (days === 0) return date;
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Reads Intl once for each quarter of an hour: clocks are changed at no other times. */
function wallClock(timeZone: string): (atMs: number) => Wall {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  const quarters = new Map<number, Wall>();
  return (atMs) => {
    const quarter = Math.floor(atMs / QUARTER_MS);
    let wall = quarters.get(quarter);
    if (wall === undefined) {
      const parts = new Map(
        format.formatToParts(quarter * QUARTER_MS).map(({ type, value }) => [type, value]),
      );
      wall = {
        date: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
        minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
      };
      quarters.set(quarter, wall);
    }
    const into = Math.floor((atMs - quarter * QUARTER_MS) / MINUTE_MS);
    return { date: wall.date, minute: wall.minute + into };
  };
}

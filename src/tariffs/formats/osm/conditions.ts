import { minutesInDay } from 'date-fns/constants';
import { clockTime, minuteOf } from '../../../kit/time/clock-time.ts';
import { DAYS, type Day, type When } from '../../tariff.ts';

/** `2 EUR/hour @ (Mo-Fr 08:00-18:00; Sa)`: what holds when. */
export type Clause = {
  value: string;
  whens: When[];
  /** It ends with `PH off`. */
  isNotOnHolidays: boolean;
};

/** No value of OpenStreetMap is longer. */
const LENGTH_MAX = 255;
/** In the order of DAYS. */
const OSM_DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su', 'PH'];
const WEEKDAY_COUNT = OSM_DAYS.length - 1;
/** From so many days in a row on, a span is shorter than a list. */
const SPAN_DAYS_MIN = 3;

const WEEKDAY = '(?:Mo|Tu|We|Th|Fr|Sa|Su)';
const DAY = `(?:${WEEKDAY}(?:-${WEEKDAY})?|PH)`;
const TIME = String.raw`(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)`;
const TIMES = `${TIME}-${TIME}`;
const ONLY_DAYS = new RegExp(`^${DAY}(?:, ?${DAY})*$`);
const SELECTOR = new RegExp(`^(?:(${DAY}(?:,${DAY})*) )?(${TIMES}(?:, ?${TIMES})*)$`);
const CLAUSE = /^([^@()]+?) ?@ ?(?:\(([^()]+)\)|([^@()]+))$/;
const NOT_ON_HOLIDAYS = /; ?PH off$/;

/**
 * The clauses of a value of `charge:conditional` or `fee:conditional`, in order; undefined where
 * one is about something else than days of the week, public holidays and times, or is not clear.
 */
export function readClauses(text: string): Clause[] | undefined {
  const items = clauseTexts(text);
  const clauses = items.map(readClause).filter((clause) => clause !== undefined);
  return clauses.length === items.length ? clauses : undefined;
}

/** Divides at each `;` outside parentheses. */
function clauseTexts(text: string): string[] {
  const oneLine = text.replaceAll(/\s+/g, ' ').trim();
  return oneLine.length > LENGTH_MAX ? [''] : oneLine.split(/ ?;(?![^(]*\)) ?/);
}

function readClause(text: string): Clause | undefined {
  const [, value, inner, bare] = CLAUSE.exec(text) ?? [];
  const times = value === undefined ? undefined : readTimes(inner ?? bare ?? '');
  return value === undefined || times === undefined ? undefined : { value, ...times };
}

/** Days and times as opening hours have them, such as `Mo-Fr 08:00-18:00; Sa,PH`. */
export function readTimes(text: string): Omit<Clause, 'value'> | undefined {
  const plain = text.trim();
  const selectors = plain.replace(NOT_ON_HOLIDAYS, '').split(/; ?|(?<=:\d\d), (?=[A-Z])/);
  const found = selectors.map((selector) => readSelector(selector.trim()));
  const groups = found.filter((group) => group !== undefined);
  if (groups.length < found.length || groups.some((group, i) => isUsedAgain(group, groups, i)))
    return undefined;
  const read = groups.flat();
  const isNotOnHolidays = NOT_ON_HOLIDAYS.test(plain);
  // Whether the night before a holiday goes on is not clear.
  const isUnclear =
    isNotOnHolidays && read.some((when) => isOvernight(when) || isForHolidays(when));
  return isUnclear ? undefined : { whens: read, isNotOnHolidays };
}

/** Of opening hours a later rule takes the place of all before it of its days. */
function isUsedAgain(group: readonly When[], groups: readonly When[][], i: number): boolean {
  const [when = {}] = group;
  return groups.slice(0, i).some(([other = {}]) => isOnSameDay(when, other));
}

/** Whether both hold on some day of the week, or begin on it. */
export function isOnSameDay(one: When, other: When): boolean {
  const isOn = ({ days }: When, day: Day) => days === undefined || days.includes(day);
  return DAYS.some((day) => day !== 'holiday' && isOn(one, day) && isOn(other, day));
}

/** Whether a window goes on after midnight. */
export function isOvernight({ from_minute: from = 0, to_minute: to = 0 }: When): boolean {
  return to > 0 && to <= from;
}

export function isForHolidays({ days }: When): boolean {
  return days?.includes('holiday') ?? false;
}

function readSelector(text: string): When[] | undefined {
  if (ONLY_DAYS.test(text)) return [{ days: readDays(text) }];
  const [, dayText, timeText] = SELECTOR.exec(text) ?? [];
  if (timeText === undefined) return undefined;
  const days = dayText === undefined ? {} : { days: readDays(dayText) };
  const windows = timeText.split(/, ?/).map(readWindow);
  const read = windows.filter((window) => window !== undefined);
  return read.length < windows.length ? undefined : read.map((window) => ({ ...days, ...window }));
}

function readDays(text: string): Day[] {
  const found = new Set<number>();
  for (const item of text.split(/, ?/)) {
    const [first = '', last = first] = item.split('-');
    const [from, to] = [OSM_DAYS.indexOf(first), OSM_DAYS.indexOf(last)];
    found.add(from);
    for (let day = from; day !== to; found.add(day)) day = (day + 1) % WEEKDAY_COUNT;
  }
  return DAYS.filter((_, day) => found.has(day));
}

/** A window from a time to the same time may be a day or nothing, so only `00:00-24:00` is read. */
function readWindow(text: string): { from_minute: number; to_minute: number } | undefined {
  const [from = 0, to = 0] = text.split('-').map(minuteOf);
  if (from === minutesInDay || from === to) return undefined;
  return { from_minute: from, to_minute: to % minutesInDay };
}

/** `Mo-Fr,PH 08:00-18:00`; undefined: it says more than days of the week and times. */
export function writeWhen(when: When): string | undefined {
  const { days, from_minute: from, to_minute: to = 0, ...others } = when;
  const texts = days === undefined ? [] : [writeDays(days)];
  if (from !== undefined) texts.push(`${clockTime(from)}-${clockTime(to || minutesInDay)}`);
  return Object.keys(others).length > 0 || texts.length === 0 ? undefined : texts.join(' ');
}

function writeDays(days: readonly Day[]): string {
  const runs: number[][] = [];
  for (const [i, day] of DAYS.entries()) {
    if (!days.includes(day)) continue;
    const run = runs.at(-1);
    if (run?.at(-1) === i - 1 && i < WEEKDAY_COUNT) run.push(i);
    else runs.push([i]);
  }
  return runs
    .flatMap((run) => {
      const names = run.map((day) => OSM_DAYS[day]);
      return run.length < SPAN_DAYS_MIN ? names : [`${names[0]}-${names.at(-1)}`];
    })
    .join(',');
}

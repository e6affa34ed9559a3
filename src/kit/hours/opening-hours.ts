import { TZDate, tzOffset } from '@date-fns/tz';
import { millisecondsInMinute, millisecondsInWeek } from 'date-fns/constants';
import { inTimeSlices } from '../pool/time-slices.ts';
import { OPEN_STATES, type OpenState, weekOf } from './hours-question.ts';
import { type AskedWeek, knownWeek, type Week, workOutWeeks } from './hours-weeks.ts';
import { ALWAYS_OPEN, type Schedule } from './schedule.ts';

/** `[from, to)`; when both are the same: that instant. */
export type Window = { from: Date; to: Date };

/** The window by the wall clock of a zone, in milliseconds as if that clock showed UTC. */
type WallWindow = { from: number; to: number };

/** How far ahead the next opening or closing is looked for. */
const AHEAD_WEEKS_MAX = 5;

/**
 * Whether a vehicle can be on each of these lots during the whole window, by the rules of the OSM
 * key opening_hours in the lot's own zone. `closed`: the lot is closed in any part of the window,
 * or, where vehicles may stay overnight, in its first instant. `unknown`: it is not stated when the
 * lot is open; the hours say so; they depend on the sun, or on holidays that are not listed for the
 * lot's country; they were stored before there were bounds for hours; or they took too long to
 * compute.
 */
export async function openStates(
  schedules: readonly Schedule[],
  window: Window,
): Promise<OpenState[]> {
  const wallOf = wallWindows(window);
  const states = await knownStates(schedules, wallOf);
  const missing = schedules.filter((_, i) => states[i] === undefined);
  if (missing.length === 0) return states.filter((state) => state !== undefined);
  await workOutWeeks(missing.flatMap((schedule) => weeksIn(schedule, wallOf(schedule))));
  const workedOut = (await knownStates(missing, wallOf)).values();
  return states.map((state) => state ?? workedOut.next().value ?? 'unknown');
}

/**
 * The first instant from `from` on at which a lot is in this state, to the minute; null when it is
 * not known, or not within AHEAD_WEEKS_MAX.
 */
export async function nextInState(
  schedule: Schedule,
  wanted: OpenState,
  from: Date,
): Promise<Date | null> {
  const wall = wallWindows({ from, to: from })(schedule).from;
  for (let count = 0; count < AHEAD_WEEKS_MAX; count += 1) {
    const asked = { schedule, from: weekOf(wall) + count * millisecondsInWeek };
    await workOutWeeks([asked]);
    const week = knownWeek(asked);
    if (week === undefined) return null;
    const begins = spansOf(week, asked.from).find(
      ({ state, to }) => state === wanted && to > wall,
    )?.from;
    if (begins !== undefined) return begins <= wall ? from : instantOf(begins, schedule.timezone);
  }
  return null;
}

async function knownStates(
  schedules: readonly Schedule[],
  wallOf: (schedule: Schedule) => WallWindow,
): Promise<(OpenState | undefined)[]> {
  const states: (OpenState | undefined)[] = [];
  await inTimeSlices(schedules, (schedule) => states.push(knownState(schedule, wallOf)));
  return states;
}

/** Undefined when a week of it has to be computed first. */
function knownState(
  schedule: Schedule,
  wallOf: (schedule: Schedule) => WallWindow,
): OpenState | undefined {
  if (schedule.openingHours === null) return 'unknown';
  if (schedule.openingHours === ALWAYS_OPEN) return 'open';
  const wall = wallOf(schedule);
  let worst: OpenState = 'open';
  for (const asked of weeksIn(schedule, wall)) {
    const week = knownWeek(asked);
    if (week === undefined) return undefined;
    const state = worstIn(
      week,
      (wall.from - asked.from) / millisecondsInMinute,
      (wall.to - asked.from) / millisecondsInMinute,
    );
    if (state === 'closed') return state;
    if (state === 'unknown') worst = state;
  }
  return worst;
}

/** The weeks that a window touches, at least the one it begins in. */
function weeksIn(schedule: Schedule, { from, to }: WallWindow): AskedWeek[] {
  const first = weekOf(from);
  const count = Math.max(1, Math.ceil((to - first) / millisecondsInWeek));
  return Array.from({ length: count }, (_, i) => ({
    schedule,
    from: first + i * millisecondsInWeek,
  }));
}

/**
 * The worst state between two minutes of the week: `closed` if any part is closed, else `unknown`
 * if any is unknown, else `open`.
 */
function worstIn(week: Week, from: number, to: number): OpenState {
  let worst: OpenState = 'open';
  for (let i = lastUpTo(Math.max(0, from), week.minutes); i < week.minutes.length; i += 1) {
    const minute = week.minutes[i] ?? 0;
    if (minute > from && minute >= to) break;
    const state = OPEN_STATES[week.states[i] ?? -1] ?? 'unknown';
    if (state === 'closed') return state;
    if (state === 'unknown') worst = state;
  }
  return worst;
}

/** The parts of a week with one state each, by the wall clock in milliseconds. */
function spansOf(week: Week, from: number): { state: OpenState; from: number; to: number }[] {
  return Array.from(week.states, (state, i) => {
    const next = week.minutes[i + 1];
    return {
      state: OPEN_STATES[state] ?? 'unknown',
      from: from + (week.minutes[i] ?? 0) * millisecondsInMinute,
      to: next === undefined ? from + millisecondsInWeek : from + next * millisecondsInMinute,
    };
  });
}

/** Where vehicles may stay overnight, the lot only has to be open when they arrive. */
function wallWindows({ from, to }: Window): (schedule: Schedule) => WallWindow {
  const zones = new Map<string, WallWindow>();
  return ({ timezone, isOvernightAllowed }) => {
    const known = zones.get(timezone);
    const wall = known ?? { from: wallAt(from, timezone), to: wallAt(to, timezone) };
    if (known === undefined) zones.set(timezone, wall);
    return isOvernightAllowed ? { from: wall.from, to: wall.from } : wall;
  };
}

function wallAt(instant: Date, timezone: string): number {
  return instant.getTime() + tzOffset(timezone, instant) * millisecondsInMinute;
}

function instantOf(wall: number, timezone: string): Date {
  const shown = new Date(wall);
  const local = new TZDate(
    shown.getUTCFullYear(),
    shown.getUTCMonth(),
    shown.getUTCDate(),
    shown.getUTCHours(),
    shown.getUTCMinutes(),
    0,
    0,
    timezone,
  );
  return new Date(local.getTime());
}

/**
 * The position of the last of these ascending minutes that is not later than `minute`. The first of
 * them is 0.
 */
function lastUpTo(minute: number, minutes: ArrayLike<number>): number {
  let low = 0;
  let high = minutes.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((minutes[middle] ?? minute) > minute) high = middle;
    else low = middle;
  }
  return low;
}

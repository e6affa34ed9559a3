import { setTimeout as delay } from 'node:timers/promises';
import { tzOffset } from '@date-fns/tz';
import { monotonicMs } from '../clock.ts';
import { inTurns } from '../turns.ts';
import { hoursProblem } from './hours-bounds.ts';
import {
  type HoursAnswer,
  type HoursQuestion,
  MINUTE_MS,
  OPEN_STATES,
  type OpenState,
  weekOf,
} from './hours-question.ts';
import { hoursThreads } from './hours-threads.ts';
import type { Schedule } from './lot.ts';

/** One week of a schedule by the lot's wall clock: its states, each from a minute on. */
type Week = {
  minutes: ArrayLike<number>;
  states: ArrayLike<number>;
  /** By the clock that only grows; afterwards it is worked out again. */
  goodUntilMs: number;
};

/** What the clocks of a zone show, as if they showed UTC. */
type WallClocks = (timezone: string) => number;

/** Some 400 bytes each, 3 kB at most. */
const WEEKS_KEPT_MAX = 20_000;
/** Then a caller is told `unknown`; whoever asks next finds what was worked out by then. */
const WAIT_MS_MAX = 2_000;
/** After hours took too long: a machine with too much to do could have been the reason. */
const RETRY_MS = 600_000;

const HOLIDAY_TOKEN = /\b(PH|SH)\b/;
/** To the library the sun rises at six, everywhere. */
const SUN_WORD = /sun(rise|set|down)|dawn|dusk|day(light|time)|dämmerung|sonnen(auf|unter)gang/iu;

const UNKNOWN: Week = {
  minutes: [0],
  states: [OPEN_STATES.indexOf('unknown')],
  goodUntilMs: Number.POSITIVE_INFINITY,
};

const weeks = new Map<string, Week>();

/**
 * Whether each of these lots is open at an instant (milliseconds since 1970, UTC), by the rules of
 * the OSM key opening_hours in its own zone. A lot without hours never closes. `unknown`: the hours
 * say so; they hang on the sun, or on holidays nobody has listed for the lot's country; they were
 * stored before there were bounds to them; or they could not be worked out in WAIT_MS_MAX.
 */
export async function openStates(
  schedules: readonly Schedule[],
  instant: number,
): Promise<OpenState[]> {
  const wallOf = wallClocks(instant);
  const states = await knownStates(schedules, wallOf);
  const missing = schedules.filter((_, i) => states[i] === undefined);
  if (missing.length === 0) return states.filter((state) => state !== undefined);
  await workOut(missing, wallOf);
  const workedOut = (await knownStates(missing, wallOf)).values();
  return states.map((state) => state ?? workedOut.next().value ?? 'unknown');
}

async function knownStates(
  schedules: readonly Schedule[],
  wallOf: WallClocks,
): Promise<(OpenState | undefined)[]> {
  const states: (OpenState | undefined)[] = [];
  await inTurns(schedules, (schedule) => states.push(knownState(schedule, wallOf)));
  return states;
}

/** Undefined where it has to be worked out first. */
function knownState(schedule: Schedule, wallOf: WallClocks): OpenState | undefined {
  if (schedule.opening_hours === null || schedule.opening_hours === '24/7') return 'open';
  const wall = wallOf(schedule.timezone);
  const from = weekOf(wall);
  const week = knownWeek(keyOf(schedule, from));
  return week && OPEN_STATES[week.states[lastUpTo((wall - from) / MINUTE_MS, week.minutes)] ?? -1];
}

/** Keeps the weeks that these clocks are in. */
async function workOut(schedules: readonly Schedule[], wallOf: WallClocks): Promise<void> {
  const missing = new Map<string, HoursQuestion>();
  await inTurns(schedules, (schedule) => {
    const { opening_hours: hours, country, state } = schedule;
    const from = weekOf(wallOf(schedule.timezone));
    const key = keyOf(schedule, from);
    if (hours === null || isUnknowable(hours, country)) keepWeek(key, UNKNOWN);
    else missing.set(key, { hours, place: { country, state }, from });
  });
  let isWaitedFor = true;
  function* asked() {
    for (const [key, question] of missing) {
      if (!isWaitedFor) return;
      const take = (answer: HoursAnswer | undefined) => keepWeek(key, toWeek(answer));
      if (knownWeek(key) === undefined) yield { question, take };
    }
  }
  await Promise.race([hoursThreads.ask(asked()), delay(WAIT_MS_MAX, undefined, { ref: false })]);
  isWaitedFor = false;
}

function isUnknowable(hours: string, country: string | null): boolean {
  const hasHolidays = HOLIDAY_TOKEN.test(hours);
  return hoursProblem(hours) !== undefined || SUN_WORD.test(hours) || (hasHolidays && !country);
}

function toWeek(answer: HoursAnswer | undefined): Week {
  if (answer === undefined) return { ...UNKNOWN, goodUntilMs: monotonicMs() + RETRY_MS };
  return 'problem' in answer ? UNKNOWN : { ...UNKNOWN, ...answer };
}

function knownWeek(key: string): Week | undefined {
  const week = weeks.get(key);
  // The clock is read for the few that do not stay good.
  const isGood =
    week?.goodUntilMs === Number.POSITIVE_INFINITY || monotonicMs() < (week?.goodUntilMs ?? 0);
  return isGood ? week : undefined;
}

function keepWeek(key: string, week: Week): void {
  const oldest = weeks.size >= WEEKS_KEPT_MAX ? weeks.keys().next().value : undefined;
  if (oldest !== undefined) weeks.delete(oldest);
  weeks.set(key, week);
}

/** No text of a lot holds a line feed. */
function keyOf({ opening_hours, country, state }: Schedule, from: number): string {
  return `${from}\n${country}\n${state}\n${opening_hours}`;
}

function wallClocks(instant: number): WallClocks {
  const date = new Date(instant);
  const walls = new Map<string, number>();
  return (timezone) => {
    const known = walls.get(timezone);
    if (known !== undefined) return known;
    const wall = instant + tzOffset(timezone, date) * MINUTE_MS;
    walls.set(timezone, wall);
    return wall;
  };
}

/** The place of the last of these ascending minutes, the first of them 0, that is not later. */
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

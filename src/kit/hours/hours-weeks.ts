import { setTimeout as delay } from 'node:timers/promises';
import { daysInWeek } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';
import { monotonicMs } from '../clock.ts';
import type { AnswerThreads } from '../pool/answer-threads.ts';
import { inTimeSlices } from '../pool/time-slices.ts';
import { hoursProblem } from './hours-bounds.ts';
import { type HoursAnswer, type HoursQuestion, OPEN_STATES } from './hours-question.ts';
import { hoursThreads } from './hours-threads.ts';
import type { Schedule } from './schedule.ts';

/** One week of a schedule by the lot's wall clock: its states, and the minutes they begin in. */
export type Week = {
  minutes: ArrayLike<number>;
  states: ArrayLike<number>;
  /** By the monotonic clock; afterwards the week is computed again. */
  goodUntilMs: number;
};

/** The parts of a schedule that decide what its wall clock shows when it opens. */
export type Hours = Pick<Schedule, 'openingHours' | 'country' | 'state'>;

/** A week of a schedule, named by its first midnight (see HoursQuestion). */
export type AskedWeek = { schedule: Hours; from: number };

/** Weeks that were asked for last; some 400 bytes each, at most 3 kB. */
const WEEKS_KEPT = 40_000;
/**
 * The longest wait for weeks. After it the answer is `unknown`; later calls find the weeks that
 * were computed meanwhile.
 */
const WAIT_MS_MAX = 2_000;
/** When hours that took too long are tried again: the machine may only have been busy. */
const RETRY_MS = 600_000;

const HOLIDAY_TOKEN = /\b(PH|SH)\b/;
/** Hours that name weekdays and times only. */
const SAME_EVERYWHERE = /^(?:Mo|Tu|We|Th|Fr|Sa|Su|off|[\d\s:;,+-])*$/;
/**
 * The library takes sunrise to be at six everywhere, so hours with these words are not computed.
 */
const SUN_WORD = /sun(rise|set|down)|dawn|dusk|day(light|time)|dämmerung|sonnen(auf|unter)gang/iu;

const UNKNOWN: Week = {
  minutes: [0],
  states: [OPEN_STATES.indexOf('unknown')],
  goodUntilMs: Number.POSITIVE_INFINITY,
};

type HoursWeeks = {
  /** Undefined when it has to be computed first. */
  knownWeek(asked: AskedWeek): Week | undefined;
  /**
   * Computes and keeps these weeks. Resolves after WAIT_MS_MAX at the latest: weeks that are being
   * computed then are kept later, and those not begun are left out.
   */
  workOutWeeks(asked: Iterable<AskedWeek>): Promise<void>;
};

export function openHoursWeeks({
  threads = hoursThreads,
  weeksKept = WEEKS_KEPT,
}: {
  threads?: AnswerThreads<HoursQuestion, HoursAnswer>;
  weeksKept?: number;
} = {}): HoursWeeks {
  const weeks = new LRUCache<string, Week>({ max: weeksKept });

  function weekUnder(key: string): Week | undefined {
    const week = weeks.get(key);
    // The clock is read only for the few weeks that expire.
    const isGood =
      week?.goodUntilMs === Number.POSITIVE_INFINITY || monotonicMs() < (week?.goodUntilMs ?? 0);
    return isGood ? week : undefined;
  }

  async function workOutWeeks(asked: Iterable<AskedWeek>): Promise<void> {
    const missing = new Map<string, HoursQuestion>();
    await inTimeSlices(asked, (week) => {
      const key = keyOf(week);
      if (weekUnder(key) !== undefined) return;
      const question = questionOf(week.schedule, week.from, daysInWeek);
      if (question === undefined) weeks.set(key, UNKNOWN);
      else missing.set(key, question);
    });
    let isWaitedFor = true;
    function* questions() {
      for (const [key, question] of missing) {
        if (!isWaitedFor) return;
        const take = (answer: HoursAnswer | undefined) => weeks.set(key, toWeek(answer));
        if (weekUnder(key) === undefined) yield { question, take };
      }
    }
    const waited = delay(WAIT_MS_MAX, undefined, { ref: false });
    await Promise.race([threads.ask(questions()), waited]);
    isWaitedFor = false;
  }

  return { knownWeek: (asked) => weekUnder(keyOf(asked)), workOutWeeks };
}

/** Those of this process. */
export const { knownWeek, workOutWeeks } = openHoursWeeks();

/** Undefined when no answer can be known. Days as in HoursQuestion. */
export function questionOf(
  { openingHours: hours, country, state }: Hours,
  from: number,
  dayCount: number,
): HoursQuestion | undefined {
  if (hours === null || isUnknowable(hours, country)) return undefined;
  return { hours, place: { country, state }, from, dayCount };
}

function isUnknowable(hours: string, country: string | null): boolean {
  const hasHolidays = HOLIDAY_TOKEN.test(hours);
  return hoursProblem(hours) !== undefined || SUN_WORD.test(hours) || (hasHolidays && !country);
}

function toWeek(answer: HoursAnswer | undefined): Week {
  if (answer === undefined) return { ...UNKNOWN, goodUntilMs: monotonicMs() + RETRY_MS };
  return 'problem' in answer ? UNKNOWN : { ...UNKNOWN, ...answer };
}

function keyOf({ schedule, from }: AskedWeek): string {
  return `${from}\n${hoursKey(schedule)}`;
}

/**
 * The place counts only where it can decide anything. Line feeds separate the parts, because no
 * text of a lot contains one.
 */
export function hoursKey({ openingHours: hours, country, state }: Hours): string {
  return hours !== null && SAME_EVERYWHERE.test(hours) ? hours : `${country}\n${state}\n${hours}`;
}

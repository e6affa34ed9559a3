import { addMinutes } from 'date-fns/addMinutes';
import { minutesInDay, minutesInHour } from 'date-fns/constants';
import type { TimeProblem } from '../wish.ts';
import {
  type Candidate,
  candidatesOf,
  daysOf,
  isInPart,
  isUsual,
  nextAfter,
} from './clock-readings.ts';
import { instantAt, localTimeAt, minutesBetween, type TimeContext } from './local-time.ts';
import { hoursAfterStart, minuteOfEnd, namedHours } from './named-hours.ts';
import type { Clock, Side } from './time-mark.ts';
import type { TimeRequest } from './time-request.ts';

/** A start that passed at most this long ago means now; a hold waits for its driver as long. */
export const START_GRACE_MINUTES = 15;
const NIGHT_ENDS_MINUTE = 6 * minutesInHour;
const BARE_WINDOW_MINUTES_MAX = 12 * minutesInHour;

/** `startsAt` may be past: then the stay begins now. null: now. */
type Window = { startsAt: Date | null; endsAt: Date | null };

/** The window that is meant, or what is wrong with it. */
export function chooseWindow(request: TimeRequest, context: TimeContext): Window | TimeProblem {
  if (request.problem !== null) return request.problem;
  if (isAtOdds(request, context)) return 'contradictory';
  if (request.start.day !== undefined && request.start.day < context.local.day) return 'past';
  const window = windowOf(request, context);
  if (typeof window === 'string' || request.stayMinutes === undefined) return window;
  const from = window.startsAt ?? context.now;
  const isAsLong =
    window.endsAt === null || minutesBetween(from, window.endsAt) === request.stayMinutes;
  return isAsLong ? window : 'contradictory';
}

/**
 * Whether the text names more than one start, or a clock time that is not in the part of the day it
 * names.
 */
function isAtOdds(request: TimeRequest, { local }: TimeContext): boolean {
  const { start, offsetMinutes, stayMinutes, whole, isNow } = request;
  if (start.clock !== undefined && !isInPart(start.clock, start.part)) return true;
  const isLater = start.clock !== undefined || start.part !== undefined || whole !== undefined;
  const isOfOtherDay = start.day !== undefined && start.day !== local.day;
  const starts = [
    start.instant !== undefined,
    // `two hours from now` does not mean a start now.
    offsetMinutes !== undefined || isNow,
    isLater || isOfOtherDay,
  ];
  return starts.filter(Boolean).length > 1 || (whole !== undefined && stayMinutes !== undefined);
}

function windowOf(request: TimeRequest, context: TimeContext): Window | TimeProblem {
  const { start, end, offsetMinutes, stayMinutes } = request;
  if (start.instant !== undefined) return withEnd(request, start.instant, context);
  if (offsetMinutes !== undefined)
    return withEnd(request, addMinutes(context.now, offsetMinutes), context);
  if (start.clock !== undefined && !request.isNow)
    return fromClock(request, { ...start, clock: start.clock }, context);
  const hours = request.isNow ? undefined : namedHours(request, context);
  if (typeof hours === 'string') return hours;
  if (hours !== undefined) {
    const startsAt = hours.startsAt > context.now ? hours.startsAt : null;
    if (hasEnd(end) || stayMinutes !== undefined) return withEnd(request, startsAt, context);
    return { startsAt, endsAt: hours.endsAt };
  }
  const window = withEnd(request, null, context);
  if (typeof window === 'string' || window.endsAt === null) return window;
  if (stayMinutes === undefined || request.isNow) return window;
  // In `two hours until six` the duration says when the stay begins.
  return { ...window, startsAt: addMinutes(window.endsAt, -stayMinutes) };
}

function hasEnd(end: Side): boolean {
  return (end.instant ?? end.clock ?? end.day ?? end.part) !== undefined;
}

/** The window from a start (null: now) to the end that the text names. */
function withEnd(
  request: TimeRequest,
  startsAt: Date | null,
  context: TimeContext,
): Window | TimeProblem {
  const from = startsAt !== null && startsAt > context.now ? startsAt : context.now;
  if (hasEnd(request.end)) {
    const endsAt = endAfter(request.end, from, context);
    return endsAt === undefined ? 'past' : { startsAt, endsAt };
  }
  if (request.stayMinutes !== undefined)
    return {
      startsAt,
      endsAt: startsAt === null ? null : addMinutes(startsAt, request.stayMinutes),
    };
  return { startsAt, endsAt: hoursAfterStart(request, startsAt ?? context.now, context) };
}

/** undefined: the end that the text names is not after `from`. */
function endAfter(end: Side, from: Date, context: TimeContext): Date | undefined {
  if (end.instant !== undefined) return end.instant > from ? end.instant : undefined;
  if (end.clock !== undefined)
    return nextAfter({ ...end, clock: end.clock }, from, context.timezone);
  const { day } = localTimeAt(from, context.timezone);
  const [hours] = (end.day === undefined ? [day, day + 1] : daysOf(end, day))
    .map((one) => instantAt({ day: one, minute: minuteOfEnd(end) }, context.timezone))
    .filter((at) => at > from);
  return hours;
}

type Choice = Candidate & { endsAt: Date | null };

/** The most likely meaning of a clock time that is not past. */
function fromClock(
  request: TimeRequest,
  start: Side & { clock: Clock },
  context: TimeContext,
): Window | TimeProblem {
  const { now, local, timezone } = context;
  const days = start.day === undefined ? [local.day, local.day + 1] : daysOf(start, local.day);
  const grace = addMinutes(now, -START_GRACE_MINUTES);
  const choices = candidatesOf(start.clock, start.part, days, timezone).flatMap(
    (candidate): Choice[] => {
      const window = withEnd(request, candidate.at, { ...context, now: candidate.at });
      if (typeof window === 'string') return [];
      const hasBegun = start.day !== undefined && window.endsAt !== null && window.endsAt > now;
      return candidate.at >= grace || hasBegun ? [{ ...candidate, endsAt: window.endsAt }] : [];
    },
  );
  const [best] = choices.toSorted((a, b) =>
    compare(doubtsOf(request, start, a), doubtsOf(request, start, b)),
  );
  return best === undefined ? 'past' : { startsAt: best.at, endsAt: best.endsAt };
}

/**
 * The arguments against a choice, the strongest first; with equal arguments the earlier choice
 * wins. For a clock time that names its half of the day, only the time itself counts.
 */
function doubtsOf(
  { end }: TimeRequest,
  start: Side & { clock: Clock },
  { at, minute, endsAt }: Choice,
): number[] {
  const minutes = endsAt === null ? 0 : minutesBetween(at, endsAt);
  const isFree = start.clock.isBare && start.part === undefined;
  const isOnDay = isFree && start.day !== undefined;
  const isWindow = start.clock.isBare && end.clock !== undefined && end.day === undefined;
  const isOverMidnight = minute + minutes > minutesInDay;
  const isLong = isOverMidnight || minutes > BARE_WINDOW_MINUTES_MAX;
  const isEndSure = isWindow && end.clock?.isBare === false;
  return [
    Number(isWindow && start.part !== 'night' && isLong),
    Number(isFree && minute < NIGHT_ENDS_MINUTE),
    Number(isOnDay && !isEndSure && !isUsual(minute)),
    isOnDay && isEndSure ? minutes : 0,
    at.getTime(),
  ];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, i) => value !== b[i]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

import { type Candidate, candidatesOf, daysOf, isUsual, nextAfter } from './clock-readings.ts';
import { addMinutes, instantAt, type LocalTime, localTimeAt } from './local-time.ts';
import { hoursAfterStart, namedHours } from './named-hours.ts';
import type { Clock } from './time-mark.ts';
import type { Side, TimeRequest } from './time-request.ts';

/** A start that has just passed means now; a hold waits for its driver as long. */
export const START_GRACE_MINUTES = 15;
const NIGHT_ENDS_MINUTE = 6 * 60;
const BARE_WINDOW_MINUTES_MAX = 12 * 60;

/** `startsAt` may be past: the stay then begins now. null: now. */
export type Window = { startsAt: Date | null; endsAt: Date | null };
export type Context = { now: Date; local: LocalTime; timezone: string };

/** The window that is meant; undefined: it is past, or lacks what only the caller can know. */
export function chooseWindow(request: TimeRequest, context: Context): Window | undefined {
  const { start, end, offsetMinutes, stayMinutes } = request;
  if (start.instant !== undefined) return withEnd(request, start.instant, context);
  if (offsetMinutes !== undefined)
    return withEnd(request, addMinutes(context.now, offsetMinutes), context);
  if (start.clock !== undefined && !request.isNow)
    return fromClock(request, { ...start, clock: start.clock }, context);
  const hours = request.isNow ? undefined : namedHours(request, context);
  if (hours === 'unclear') return undefined;
  if (hours !== undefined) {
    const startsAt = hours.startsAt;
    if (hasEnd(end) || stayMinutes !== undefined) return withEnd(request, startsAt, context);
    return { startsAt, endsAt: hours.endsAt };
  }
  const window = withEnd(request, null, context);
  if (window?.endsAt == null || stayMinutes === undefined) return window;
  // `two hours until six`: the stay says when it begins.
  return { ...window, startsAt: addMinutes(window.endsAt, -stayMinutes) };
}

function hasEnd(end: Side): boolean {
  return (end.instant ?? end.clock ?? end.day ?? end.part) !== undefined;
}

/** The window from a start, null: now, to what is said of its end. */
function withEnd(
  request: TimeRequest,
  startsAt: Date | null,
  context: Context,
): Window | undefined {
  const from = startsAt !== null && startsAt > context.now ? startsAt : context.now;
  if (hasEnd(request.end)) {
    const endsAt = endAfter(request.end, from, context);
    return endsAt === undefined ? undefined : { startsAt, endsAt };
  }
  if (request.stayMinutes !== undefined)
    return {
      startsAt,
      endsAt: startsAt === null ? null : addMinutes(startsAt, request.stayMinutes),
    };
  return { startsAt, endsAt: hoursAfterStart(request, startsAt ?? context.now, context) };
}

/** undefined: the end that is said does not come after `from`. */
function endAfter(end: Side, from: Date, context: Context): Date | undefined {
  if (end.instant !== undefined) return end.instant > from ? end.instant : undefined;
  if (end.clock !== undefined)
    return nextAfter({ ...end, clock: end.clock }, from, context.timezone);
  const { day } = localTimeAt(from, context.timezone);
  const [hours] = (end.day === undefined ? [day, day + 1] : daysOf(end, day))
    .map((one) => instantAt({ day: one, minute: endMinute(end) }, context.timezone))
    .filter((at) => at > from);
  return hours;
}

/** `until Sunday` is until its evening, `until the morning` until it comes. */
function endMinute(end: Side): number {
  const minutes = { morning: 8 * 60, afternoon: 12 * 60, evening: 18 * 60, night: 20 * 60 };
  return end.part === undefined ? 20 * 60 : minutes[end.part];
}

type Choice = Candidate & { endsAt: Date | null };

/** Of all that a clock may mean the most likely that is not past. */
function fromClock(
  request: TimeRequest,
  start: Side & { clock: Clock },
  context: Context,
): Window | undefined {
  const { now, local, timezone } = context;
  const days = start.day === undefined ? [local.day, local.day + 1] : daysOf(start, local.day);
  const grace = addMinutes(now, -START_GRACE_MINUTES);
  const choices = candidatesOf(start.clock, start.part, days, timezone).flatMap(
    (candidate): Choice[] => {
      const window = withEnd(request, candidate.at, { ...context, now: candidate.at });
      if (window === undefined) return [];
      const hasBegun = start.day !== undefined && window.endsAt !== null && window.endsAt > now;
      return candidate.at >= grace || hasBegun ? [{ ...candidate, endsAt: window.endsAt }] : [];
    },
  );
  const [best] = choices.toSorted((a, b) => compare(doubts(request, a), doubts(request, b)));
  return best === undefined ? undefined : { startsAt: best.at, endsAt: best.endsAt };

  function doubts({ end }: TimeRequest, choice: Choice): number[] {
    const { isBare } = start.clock;
    const minutes =
      choice.endsAt === null ? 0 : (choice.endsAt.getTime() - choice.at.getTime()) / 60_000;
    const isEndFree = end.clock !== undefined && end.day === undefined;
    const isLong = isBare && isEndFree && start.part !== 'night' && crosses(choice, minutes);
    const isAtNight = isBare && start.part === undefined && choice.minute < NIGHT_ENDS_MINUTE;
    const isOnDay = isBare && start.day !== undefined && start.part === undefined;
    const isEndSure = isEndFree && end.clock?.isBare === false;
    const isUnusual = isOnDay && !isEndSure && !isUsual(choice.minute);
    return [
      Number(isLong),
      Number(isAtNight),
      Number(isUnusual),
      isOnDay && isEndSure ? minutes : 0,
      choice.at.getTime(),
    ];
  }
}

/** A window of bare hours is within a day, and not longer than half of one. */
function crosses({ minute }: Candidate, minutes: number): boolean {
  return minute + minutes > 24 * 60 || minutes > BARE_WINDOW_MINUTES_MAX;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, i) => value !== b[i]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

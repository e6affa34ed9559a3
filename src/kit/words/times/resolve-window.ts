import { addMinutes } from 'date-fns/addMinutes';
import type { Span } from '../text/span.ts';
import type { IntentWindow, TimeProblem } from '../wish.ts';
import { chooseWindow, START_GRACE_MINUTES } from './choose-window.ts';
import { doubtOf } from './doubt-of.ts';
import { localTimeAt, minutesBetween } from './local-time.ts';
import { STAY_MINUTES_MAX } from './read-durations.ts';
import type { StatedTimes } from './read-times.ts';
import { resolveMark } from './resolve-day.ts';
import type { TimeMark } from './time-mark.ts';
import { requestOf } from './time-request.ts';

/**
 * When a text wants a stay, by the clocks of a zone. `spans` are the words that say so. What the
 * text leaves open is read as people expect:
 * - No time means now. A start up to 15 minutes ago means now. An earlier start means tomorrow or,
 *   when its day is given, is a problem. A window of a given day that has begun continues from now.
 * - An hour without am or pm (`9`, `9:30`) is the next one, but not between midnight and six. On a
 *   given day it is between seven in the morning and seven in the evening. A window of such hours
 *   is within one day and at most 12 hours long, and its end is the first one after its start. One
 *   24-hour clock time (`14:00`, `09:00`) makes all times of the text 24-hour ones.
 * - A day without an hour is from 8 to 20, a morning from 8 to 12, an afternoon from 12 to 18, an
 *   evening from 18 to 23 and a night from 18 to 24. Overnight is from 20 to 8, a weekend from
 *   Saturday 8 to Sunday 20. But some hours of a day without a start (`Friday for 2 hours`) are
 *   unclear.
 * - `05/06` has the month first in the United States and Canada and the day first elsewhere, unless
 *   only the other order is in the future. A weekday is the next one, `next Friday` that of next
 *   week.
 */
export function resolveWindow(
  { text, marks }: StatedTimes,
  { now, timezone }: { now: Date; timezone: string },
): { window: IntentWindow; spans: Span[] } {
  const context = { now, timezone, local: localTimeAt(now, timezone) };
  const resolved = marks.map((mark) => resolveMark(mark, context));
  const meant = withoutRepeatedDays(resolved, context.local.day);
  const request = requestOf(text, meant, context.local.day);
  request.problem ??= doubtOf(text, meant);
  const chosen = chooseWindow(request, context);
  return { window: intentWindow(chosen, request.stayMinutes, now), spans: meant };
}

/**
 * Without past days that have no time, when the text also asks for another day: `as yesterday,
 * today`.
 */
function withoutRepeatedDays(marks: readonly TimeMark[], today: number): TimeMark[] {
  const isAsked = marks.some((mark) => mark.kind === 'day' && mark.day >= today);
  return marks.filter((mark, index) => {
    const next = marks[index + 1];
    const hasTime = next?.kind === 'clock' || next?.kind === 'part';
    return mark.kind !== 'day' || mark.day >= today || !isAsked || hasTime;
  });
}

function intentWindow(
  chosen: { startsAt: Date | null; endsAt: Date | null } | TimeProblem,
  stayMinutes: number | undefined,
  now: Date,
): IntentWindow {
  const none = { startsAt: null, endsAt: null, durationMinutes: null };
  if (typeof chosen === 'string') return { ...none, timeProblem: chosen };
  const { startsAt, endsAt } = chosen;
  const isOver = endsAt !== null && endsAt <= now;
  // A window that has begun continues from now; a past start without an end is a problem.
  const isMissed =
    endsAt === null && startsAt !== null && startsAt < addMinutes(now, -START_GRACE_MINUTES);
  if (isOver || isMissed) return { ...none, timeProblem: 'past' };
  const from = startsAt !== null && startsAt > now ? startsAt : null;
  const minutes = from === null || endsAt === null ? null : minutesBetween(from, endsAt);
  if (minutes !== null && minutes < 1) return { ...none, timeProblem: 'impossible' };
  if (minutes !== null && minutes > STAY_MINUTES_MAX) return { ...none, timeProblem: 'too_long' };
  return {
    startsAt: from,
    endsAt,
    durationMinutes: minutes ?? (endsAt === null ? (stayMinutes ?? null) : null),
    timeProblem: null,
  };
}

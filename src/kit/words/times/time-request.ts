import { daysSinceMonday } from '../../time/days.ts';
import { anyOf } from '../text/pattern.ts';
import { TAKEN } from '../text/span.ts';
import type { TimeProblem } from '../wish.ts';
import { readingsOf } from './clock-readings.ts';
import type { Side, TimeMark, WholeTime } from './time-mark.ts';

/** What a text says about time, assigned to start and end but not computed yet. */
export type TimeRequest = {
  start: Side;
  end: Side;
  offsetMinutes?: number;
  stayMinutes?: number;
  whole?: { whole: WholeTime; weeksAhead: number };
  isNow: boolean;
  /** Of the first mark that is wrong, or contradicts an earlier one. */
  problem: TimeProblem | null;
};

const SOFT_WORDS = `(?: ${anyOf(
  'at|by|on|around|about|for|it|the|maybe|say|like|be|sometime|approximately',
  'up|again|him|her|them|latest',
)})*,? ?"?$`;
/** Before a time: the time is the end. */
const END_BEFORE = new RegExp(
  `(?:(?<!\\p{L})${anyOf(
    `until|to|(?:leav|depart)\\p{L}*(?: ${TAKEN}+)?`,
    'out|ends?|ending|finish\\p{L}*|go|going|gone|exit\\p{L}*',
    'back|pick\\p{L}*|check ?out|before|through|over|done|etd|dep',
  )}|-)${SOFT_WORDS}`,
  'iu',
);
const START_BEFORE = new RegExp(
  `(?<!\\p{L})${anyOf(
    'from|start\\p{L}*|begin\\p{L}*|arriv\\p{L}*|since|check(?:ing)? ?in|drop\\p{L}*',
  )}${SOFT_WORDS}`,
  'iu',
);
const DEADLINE_BEFORE = /\bby $/i;
/** Friday to Monday; 0 is Monday. */
const AROUND_WEEKEND = new Set([4, 5, 6, 0]);
const REACH = 48;

/** Assigns each mark to start or end; `marks` are in the order of the text. */
export function requestOf(text: string, marks: readonly TimeMark[], today: number): TimeRequest {
  const request: TimeRequest = { start: {}, end: {}, isNow: false, problem: null };
  let isEnd = false;
  let previous = 0;
  let isOpen = false;
  for (const mark of marks) {
    const before = text.slice(Math.max(previous, mark.from - REACH), mark.from);
    previous = mark.to;
    const hasStart = request.start.clock !== undefined || request.start.instant !== undefined;
    const isTime = mark.kind === 'clock' || mark.kind === 'instant';
    const isStart = START_BEFORE.test(before);
    if (END_BEFORE.test(before)) isEnd = true;
    else if (isStart) isEnd = false;
    // The second of two times is the end, whatever words are between them.
    else if (isTime && hasStart) isEnd = true;
    const side = isEnd ? request.end : request.start;
    place(request, side, mark, today);
    isOpen ||= (mark.kind === 'day' && isStart) || (isTime && DEADLINE_BEFORE.test(before));
  }
  // In `this weekend, Saturday from 3` the day is more precise.
  const days = [request.start.day, request.end.day].filter((day) => day !== undefined);
  if (days.length > 0 && request.whole?.whole === 'weekend') {
    if (!days.every(isAroundWeekend)) request.problem ??= 'contradictory';
    delete request.whole;
  }
  // `from Friday`: until when? `by 5`: from when?
  if (isOpen && marks.length === 1) request.problem ??= 'incomplete';
  return moveDayToStart(request, today);
}

function isAroundWeekend(day: number): boolean {
  return AROUND_WEEKEND.has(daysSinceMonday(day));
}

function place(request: TimeRequest, side: Side, mark: TimeMark, today: number): void {
  switch (mark.kind) {
    case 'stay':
      setOnce(request, request, 'stayMinutes', mark.minutes);
      break;
    case 'offset':
      setOnce(request, request, 'offsetMinutes', mark.minutes);
      break;
    case 'instant':
      setOnce(request, side, 'instant', mark.at);
      break;
    case 'clock':
      setOnce(request, side, 'clock', mark.clock);
      break;
    case 'day':
      setOnce(request, side, 'day', mark.day);
      side.isWeekday ??= mark.isWeekday;
      break;
    case 'part':
      setOnce(request, side, 'part', mark.part);
      if (mark.isToday) setOnce(request, side, 'day', today);
      break;
    case 'whole':
      setOnce(request, request, 'whole', { whole: mark.whole, weeksAhead: mark.weeksAhead });
      break;
    case 'now':
      request.isNow = true;
      break;
    case 'problem':
      request.problem ??= mark.problem;
  }
}

/** A value that the text repeats has to be the same. */
function setOnce<T extends object, K extends keyof T>(
  request: TimeRequest,
  said: T,
  key: K,
  value: T[K] & {},
): void {
  const before = said[key];
  if (before === undefined) said[key] = value;
  else if (JSON.stringify(before) !== JSON.stringify(value)) request.problem ??= 'contradictory';
}

/**
 * In `9-5 tomorrow` both times are on the last day named, in `7 to 9 in the evening` both are in
 * that part of the day. Only a window that must extend past midnight just ends there.
 */
function moveDayToStart(request: TimeRequest, today: number): TimeRequest {
  const { start, end } = request;
  if (start.clock === undefined || end.clock === undefined) return request;
  const isSameClock = JSON.stringify(start.clock) === JSON.stringify(end.clock);
  const isOneDay = start.day === undefined || end.day === undefined || start.day === end.day;
  if (isSameClock && isOneDay && start.part === end.part) request.problem ??= 'contradictory';
  // `Friday 16:00 to Friday 14:00` does not mean a week.
  const isSameDay = start.day !== undefined && start.day === end.day;
  if (isSameDay && isBackwardsInDay(start, end)) request.problem ??= 'contradictory';
  const isOneHalf = start.clock.isBare && start.clock.minute % 720 < end.clock.minute % 720;
  if (end.part !== undefined && isOneHalf) start.part ??= end.part;
  if (start.day !== undefined || end.day === undefined) return request;
  const isOvernight = isBackwardsInDay(start, end);
  const isBackwards = isOvernight && end.part !== 'night' && end.day <= today;
  if (isBackwards) request.problem ??= 'contradictory';
  // `from 10pm to 2am tonight` is in the night that begins today.
  if (isOvernight) start.day = end.part === 'night' ? end.day : end.day - 1;
  else {
    start.day = end.day;
    if (end.isWeekday !== undefined) start.isWeekday = end.isWeekday;
    delete end.day;
  }
  return request;
}

/** Whether the end is certainly before the start, or equal to it, when both are on one day. */
function isBackwardsInDay(start: Side, end: Side): boolean {
  const [from, to] = [sureMinute(start), sureMinute(end)];
  return from !== undefined && to !== undefined && from >= to;
}

/** The minute since midnight of a side, if it can only be one. */
function sureMinute({ clock, part }: Side): number | undefined {
  const [minute, other] = clock === undefined ? [] : readingsOf(clock, part);
  return other === undefined ? minute : undefined;
}

import type { TimeProblem } from '../intent.ts';
import { anyOf } from '../text/pattern.ts';
import { TAKEN } from '../text/span.ts';
import { readingsOf } from './clock-readings.ts';
import { weekdayOf } from './local-time.ts';
import type { Side, TimeMark, WholeTime } from './time-mark.ts';

/** What a text says about when, put in its place and not yet computed. */
export type TimeRequest = {
  start: Side;
  end: Side;
  offsetMinutes?: number;
  stayMinutes?: number;
  whole?: { whole: WholeTime; weeksAhead: number };
  isNow: boolean;
  /** Of the first mark that is no time, or that says another time than an earlier one. */
  problem: TimeProblem | null;
};

const SOFT_WORDS = `(?: ${anyOf(
  'at|by|on|around|about|for|it|the|maybe|say|like|be|sometime|approximately',
  'up|again|him|her|them|latest',
)})*,? ?"?$`;
/** Before a time: it is the end. */
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
/** Friday to Monday; 0 is Sunday. */
const AROUND_WEEKEND = new Set([5, 6, 0, 1]);
const REACH = 48;

/** Puts each mark where it belongs; `marks` in the order of the text. */
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
    // The second time of two is the end whatever stands between them.
    else if (isTime && hasStart) isEnd = true;
    const side = isEnd ? request.end : request.start;
    place(request, side, mark, today);
    isOpen ||= (mark.kind === 'day' && isStart) || (isTime && DEADLINE_BEFORE.test(before));
  }
  // `this weekend, Saturday from 3`: the day says it better.
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
  return AROUND_WEEKEND.has(weekdayOf(day));
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

/** What is said twice has to be the same. */
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
 * `9-5 tomorrow` is all on the day that is said last, `7 to 9 in the evening` all in that part of
 * it; only a window that must reach over midnight ends there.
 */
function moveDayToStart(request: TimeRequest, today: number): TimeRequest {
  const { start, end } = request;
  if (start.clock === undefined || end.clock === undefined) return request;
  const isSameClock = JSON.stringify(start.clock) === JSON.stringify(end.clock);
  const isOneDay = start.day === undefined || end.day === undefined || start.day === end.day;
  if (isSameClock && isOneDay && start.part === end.part) request.problem ??= 'contradictory';
  // `Friday 16:00 to Friday 14:00` is no week.
  const isSameDay = start.day !== undefined && start.day === end.day;
  if (isSameDay && isBackwardsInDay(start, end)) request.problem ??= 'contradictory';
  const isOneHalf = start.clock.isBare && start.clock.minute % 720 < end.clock.minute % 720;
  if (end.part !== undefined && isOneHalf) start.part ??= end.part;
  if (start.day !== undefined || end.day === undefined) return request;
  const isOvernight = isBackwardsInDay(start, end);
  const isBackwards = isOvernight && end.part !== 'night' && end.day <= today;
  if (isBackwards) request.problem ??= 'contradictory';
  // `from 10pm to 2am tonight` is all in the night that begins today.
  if (isOvernight) start.day = end.part === 'night' ? end.day : end.day - 1;
  else {
    start.day = end.day;
    if (end.isWeekday !== undefined) start.isWeekday = end.isWeekday;
    delete end.day;
  }
  return request;
}

/** Whether on one day the end would come before the start, or with it, for sure. */
function isBackwardsInDay(start: Side, end: Side): boolean {
  const [from, to] = [sureMinute(start), sureMinute(end)];
  return from !== undefined && to !== undefined && from >= to;
}

/** The minute since midnight that a side says, where there is but one. */
function sureMinute({ clock, part }: Side): number | undefined {
  const [minute, other] = clock === undefined ? [] : readingsOf(clock, part);
  return other === undefined ? minute : undefined;
}

import { anyOf } from '../text/pattern.ts';
import type { Clock, DayPart, TimeMark, WholeTime } from './time-mark.ts';

/** What is said of one end of a stay. */
export type Side = {
  instant?: Date;
  clock?: Clock;
  day?: number;
  isWeekday?: boolean;
  part?: DayPart;
};

/** What a text says about when, put in its place and not yet reckoned. */
export type TimeRequest = {
  start: Side;
  end: Side;
  offsetMinutes?: number;
  stayMinutes?: number;
  whole?: { whole: WholeTime; weeksAhead: number };
  isNow: boolean;
  isImpossible: boolean;
};

const SOFT_WORDS = `(?: ${anyOf(
  'at|by|on|around|about|for|it|the|maybe|say|like|be|sometime|approximately',
  'up|again|him|her|them|latest',
)})*,? ?$`;
/** Before a time: it is the end. */
const END_BEFORE = new RegExp(
  `(?:(?<!\\p{L})${anyOf(
    'until|to|leav\\p{L}*|depart\\p{L}*|out|ends?|ending|finish\\p{L}*|go|going|gone|exit\\p{L}*',
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
const REACH = 48;

/** Puts each mark where it belongs; `marks` in the order of the text. */
export function requestOf(text: string, marks: readonly TimeMark[]): TimeRequest {
  const request: TimeRequest = { start: {}, end: {}, isNow: false, isImpossible: false };
  let told: Side = {};
  const next: Side = {};
  let isEnd = false;
  let isStartCalled = false;
  let previous = 0;
  for (const mark of marks) {
    const before = text.slice(Math.max(previous, mark.from - REACH), mark.from);
    previous = mark.to;
    const hasStart = request.start.clock !== undefined || request.start.instant !== undefined;
    const isTime = mark.kind === 'clock' || mark.kind === 'instant';
    const isStart = START_BEFORE.test(before);
    // `Doors are at 7, we arrive at 6`: what is called the start counts, not what was told before.
    if (isTime && isStart && hasStart && !isStartCalled) {
      told = request.start;
      request.start = next;
      request.end = {};
    }
    isStartCalled ||= isTime && isStart;
    if (END_BEFORE.test(before)) isEnd = true;
    else if (isStart) isEnd = false;
    // The second time of two is the end whatever stands between them.
    else if (isTime && hasStart) isEnd = true;
    const side = isEnd ? request.end : request.start;
    // A second day may be that of a start that is yet to come.
    if (mark.kind === 'day' && side.day !== undefined) place(request, next, mark);
    place(request, side, mark);
  }
  if (request.start.day === undefined && told.day !== undefined)
    request.start = { ...told, ...request.start };
  // `this weekend, Saturday from 3`: the day says it better.
  const isDaySaid = request.start.day !== undefined || request.end.day !== undefined;
  if (isDaySaid && request.whole?.whole === 'weekend') delete request.whole;
  return moveDayToStart(request);
}

function place(request: TimeRequest, side: Side, mark: TimeMark): void {
  switch (mark.kind) {
    case 'stay':
      request.stayMinutes = mark.minutes;
      break;
    case 'offset':
      request.offsetMinutes ??= mark.minutes;
      break;
    case 'instant':
      side.instant ??= mark.at;
      break;
    case 'clock':
      side.clock ??= mark.clock;
      break;
    case 'day':
      side.day ??= mark.day;
      side.isWeekday ??= mark.isWeekday;
      break;
    case 'part':
      side.part ??= mark.part;
      break;
    case 'whole':
      request.whole ??= { whole: mark.whole, weeksAhead: mark.weeksAhead };
      break;
    case 'now':
      request.isNow = true;
      break;
    case 'impossible':
      request.isImpossible = true;
  }
}

/**
 * `9-5 tomorrow` is all on the day that is said last, `7 to 9 in the evening` all in that part of
 * it; only a window that must reach over midnight ends there.
 */
function moveDayToStart(request: TimeRequest): TimeRequest {
  const { start, end } = request;
  if (start.clock === undefined || end.clock === undefined) return request;
  const isOneHalf = start.clock.isBare && start.clock.minute % 720 < end.clock.minute % 720;
  if (end.part !== undefined && isOneHalf) start.part ??= end.part;
  if (start.day !== undefined || end.day === undefined) return request;
  const isOvernight =
    !start.clock.isBare && !end.clock.isBare && start.clock.minute >= end.clock.minute;
  if (isOvernight) start.day = end.day - 1;
  else {
    start.day = end.day;
    if (end.isWeekday !== undefined) start.isWeekday = end.isWeekday;
    delete end.day;
  }
  return request;
}

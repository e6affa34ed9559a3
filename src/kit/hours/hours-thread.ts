import { isDeepStrictEqual } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import OpeningHours, { type opening_hours_iterator } from 'opening_hours';
import { THREAD_READY } from '../pool/answer-threads.ts';
import { hoursProblem } from './hours-bounds.ts';
import {
  type HoursAnswer,
  type HoursQuestion,
  OPEN_STATES,
  type OpenState,
} from './hours-question.ts';
import { isAlways, whyUnsure } from './plain-hours.ts';
import { ALWAYS_OPEN } from './schedule.ts';

type Days = { minutes: Uint16Array; states: Uint8Array };

/** The library's mode for values that are spans of time, not single instants. */
const TIME_RANGES = 0;
/** Without a country the library assumes Germany; this code has no holidays there. */
const NO_COUNTRY = 'zz';
/** Hours mean the same in another form when they do on all days of a year. */
const COMPARED_DAYS = 366;

/**
 * The time that a wall clock shows. The library computes in the time zone of this machine, in which
 * hours can be missing or appear twice; with this class, that zone is UTC for the library.
 */
class WallDate extends Date {
  constructor(...fields: [] | [number] | Parameters<typeof Date.UTC>) {
    if (fields.length === 0) super();
    else super(fields.length === 1 ? fields[0] : Date.UTC(...fields));
  }
}
for (const field of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes'] as const)
  Object.defineProperty(WallDate.prototype, `get${field}`, {
    value: Date.prototype[`getUTC${field}`],
  });
for (const field of ['Date', 'Hours'] as const)
  Object.defineProperty(WallDate.prototype, `set${field}`, {
    value: Date.prototype[`setUTC${field}`],
  });
globalThis.Date = WallDate as DateConstructor;

// The library prints parts of the text, which strangers wrote.
console.error = () => undefined;
console.warn = () => undefined;

function answer(question: HoursQuestion): HoursAnswer {
  try {
    const hours = read(question);
    const days = workOut(hours, question);
    return question.isWritten ? { ...days, ...write(hours, question) } : days;
  } catch (error) {
    return { problem: String(error).split('\n', 1)[0] ?? 'not OSM syntax' };
  }
}

function read({ hours, place }: HoursQuestion): OpeningHours {
  const address = place && {
    country_code: place.country?.toLowerCase() ?? NO_COUNTRY,
    state: place.state ?? '',
  };
  // Each leading space or semicolon doubles the time of the library's first step.
  const trimmed = hours.replace(/^[\s;]+/, '');
  return new OpeningHours(trimmed, address && { lat: 0, lon: 0, address }, TIME_RANGES);
}

/**
 * The hours in the form in which they are stored; a problem where the library found nothing to
 * read, or may have understood something else than was meant.
 */
function write(
  hours: OpeningHours,
  question: HoursQuestion,
): { written: string } | { problem: string } {
  const text = hours.prettifyValue({});
  if (text === '') return { problem: 'has no times' };
  const problem = hoursProblem(text) ?? whyUnsure(question.hours, text);
  if (problem !== undefined) return { problem };
  if (isAlways(text)) return { written: ALWAYS_OPEN };
  if (text === question.hours) return { written: text };
  const year = { from: question.from, dayCount: COMPARED_DAYS };
  const again = statesIn(read({ ...question, hours: text }), year);
  return isDeepStrictEqual(again, statesIn(hours, year))
    ? { written: text }
    : { problem: 'is ambiguous' };
}

function workOut(hours: OpeningHours, question: HoursQuestion): Days {
  const { minutes, states } = statesIn(hours, question);
  return { minutes: Uint16Array.from(minutes), states: Uint8Array.from(states) };
}

function statesIn(
  hours: OpeningHours,
  { from, dayCount }: Pick<HoursQuestion, 'from' | 'dayCount'>,
): { minutes: number[]; states: number[] } {
  // A state that began the day before may continue, and only its beginning shows it.
  const walk = hours.getIterator(new WallDate(from - millisecondsInDay));
  const until = new WallDate(from + dayCount * millisecondsInDay);
  const minutes: number[] = [];
  const states: number[] = [];
  do {
    const minute = Math.max(0, (walk.getDate().getTime() - from) / millisecondsInMinute);
    if (minute === 0) minutes.length = states.length = 0;
    minutes.push(minute);
    states.push(OPEN_STATES.indexOf(stateOf(walk)));
  } while (walk.advance(until));
  return { minutes, states };
}

function stateOf(walk: opening_hours_iterator): OpenState {
  if (walk.getState()) return 'open';
  return walk.getUnknown() ? 'unknown' : 'closed';
}

parentPort?.on('message', (question: HoursQuestion) => parentPort?.postMessage(answer(question)));
parentPort?.postMessage(THREAD_READY);

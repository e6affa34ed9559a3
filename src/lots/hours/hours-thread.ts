import { parentPort } from 'node:worker_threads';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import OpeningHours, { type opening_hours_iterator } from 'opening_hours';
import { THREAD_READY } from '../../turns/answer-threads.ts';
import {
  type HoursAnswer,
  type HoursQuestion,
  OPEN_STATES,
  type OpenState,
} from './hours-question.ts';

/** The library's mode for values that are spans of time, not single instants. */
const TIME_RANGES = 0;
/** Without a country the library assumes Germany; this code has no holidays there. */
const NO_COUNTRY = 'zz';

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
    return workOut(read(question), question);
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

function workOut(hours: OpeningHours, { from, dayCount }: HoursQuestion): HoursAnswer {
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
  return { minutes: Uint16Array.from(minutes), states: Uint8Array.from(states) };
}

function stateOf(walk: opening_hours_iterator): OpenState {
  if (walk.getState()) return 'open';
  return walk.getUnknown() ? 'unknown' : 'closed';
}

parentPort?.on('message', (question: HoursQuestion) => parentPort?.postMessage(answer(question)));
parentPort?.postMessage(THREAD_READY);

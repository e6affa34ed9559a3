import { millisecondsInWeek } from 'date-fns/constants';

/** The minutes of this many days fit into 16 bits. */
export const QUESTION_DAYS_MAX = 45;

/** Asks when a lot is open in the days from a midnight on. */
export type HoursQuestion = {
  /** OSM syntax. */
  hours: string;
  /** The place whose holidays count; null: those that the library uses by default. */
  place: { country: string | null; state: string | null } | null;
  /** A midnight by the wall clock, in milliseconds as if that clock showed UTC. */
  from: number;
  /** At most QUESTION_DAYS_MAX. */
  dayCount: number;
  /** Asks also how they are stored, and whether it is sure what they mean. */
  isWritten?: true;
};

/**
 * The states of those days, each with the minute since `from` in which it begins; or why the hours
 * cannot be read. `written`: the hours in the form in which they are stored.
 */
export type HoursAnswer =
  | { minutes: Uint16Array; states: Uint8Array; written?: string }
  | { problem: string };

/** An answer holds states as positions in this list. */
export const OPEN_STATES = ['open', 'closed', 'unknown'] as const;
export type OpenState = (typeof OPEN_STATES)[number];

/**
 * The beginning of the week that contains an instant. Weeks are counted from 1970-01-01, a
 * Thursday.
 */
export function weekOf(wall: number): number {
  return wall - (wall % millisecondsInWeek);
}

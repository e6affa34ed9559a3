import { millisecondsInWeek } from 'date-fns/constants';
/** Asks when a lot is open in the week from an instant on. */
export type HoursQuestion = {
  /** OSM syntax. */
  hours: string;
  /** Whose holidays count; null: those the library takes where nothing is said. */
  place: { country: string | null; state: string | null } | null;
  /** The first midnight of a week by the wall clock, as if that clock showed UTC. */
  from: number;
};

/** The states of that week, each from so many minutes after its beginning on; or what is wrong. */
export type HoursAnswer = { minutes: Uint16Array; states: Uint8Array } | { problem: string };

/** A state in an answer is its place in this list. */
export const OPEN_STATES = ['open', 'closed', 'unknown'] as const;
export type OpenState = (typeof OPEN_STATES)[number];

/** The beginning of the week an instant is in: weeks are counted from 1970-01-01, a Thursday. */
export function weekOf(wall: number): number {
  return wall - (wall % millisecondsInWeek);
}

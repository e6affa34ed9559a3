/** UTF-16 units; the rest of a longer text is not read. */
export const INTENT_LENGTH_MAX = 1000;

/** Words that may name a place, as in the text; `isNearby`: a lot near that place is as good. */
export type PlacePhrase = { text: string; isNearby: boolean };

/**
 * What is wrong with a time. It is past; it is on no calendar or clock; it lacks something that
 * only the caller knows, such as the hour; it contradicts another time in the text; it can be read
 * in two ways; it is repeated; or it is longer than anybody parks.
 */
export type TimeProblem =
  | 'past'
  | 'impossible'
  | 'incomplete'
  | 'contradictory'
  | 'ambiguous'
  | 'recurring'
  | 'too_long';

/** When a stay is wanted. */
export type IntentWindow = {
  /** null: now. Otherwise later than the instant at which the intent is read. */
  startsAt: Date | null;
  /** After the start; null: not said, and cannot be computed from a start and a duration. */
  endsAt: Date | null;
  /** From start to end where both are known, else the duration in the text; null: not said. */
  durationMinutes: number | null;
  /** What is wrong with the time in the text; the three members above are then null. */
  timeProblem: TimeProblem | null;
};

import type { LatLng } from '../geometry/great-circle.ts';
import type { MaxRate } from '../pricing/max-rate.ts';
import type { VehicleKind } from '../vehicles/vehicle.ts';

/** UTF-16 units; what is longer is not read. */
export const INTENT_LENGTH_MAX = 1000;

export const INTENT_FEATURES = ['ev_charging', 'accessible', 'covered', 'av'] as const;
export type IntentFeature = (typeof INTENT_FEATURES)[number];

/** Words that may name a place, as the text has them; `isNearby`: around it is as good. */
export type PlacePhrase = { text: string; isNearby: boolean };

export type IntentVehicle = {
  isAutonomous: boolean;
  heightCm: number | null;
  kind: VehicleKind | null;
};

/**
 * What is wrong with a time: past; of no calendar or clock; without what only the caller knows, as
 * its hour; at odds with another that is said; to be read in two ways; meant more than once; longer
 * than anybody parks.
 */
export type TimeProblem =
  | 'past'
  | 'impossible'
  | 'incomplete'
  | 'contradictory'
  | 'ambiguous'
  | 'recurring'
  | 'too_long';

/** A part of the text that keeps it from being acted upon. */
export type IntentProblem =
  /** Words that could mean something, and were not understood. */
  | { part: 'words'; reason: 'not_accounted_for'; text: string }
  | { part: 'time'; reason: TimeProblem; text: string | null }
  | { part: 'place'; reason: 'impossible'; text: string }
  /** `several`: a hold is for one. */
  | { part: 'plate'; reason: 'unreadable' | 'several'; text: string }
  /** `incomplete`: of more than one, and not of how many. */
  | {
      part: 'space_count';
      reason: 'contradictory' | 'incomplete';
      text: string;
    };

/** When a stay is wanted. */
export type IntentWindow = {
  /** null: now. Never before the instant the intent is read at. */
  startsAt: Date | null;
  /** After the start; null: not said, and not to be computed from a start and a duration. */
  endsAt: Date | null;
  /** From start to end where both are known, else as it was said; null: not said. */
  durationMinutes: number | null;
  /** Why the time that was meant is none; all three above are then null. */
  timeProblem: TimeProblem | null;
};

/** What a text says about a stay. */
export type Intent = IntentWindow & {
  /**
   * Best first: a street with its town, then each alone. Of a resolved intent what its place was
   * not found by.
   */
  placePhrases: PlacePhrase[];
  /** Upper case, no spaces or dashes; null: none was said. The first where there are several. */
  plate: string | null;
  /** Where it says so in degrees; null: it does not. */
  point: LatLng | null;
  /** Every plate and VIN as the text has it, to be masked before the text is kept. */
  plateTexts: string[];
  features: IntentFeature[];
  /** How the lot may be built, as lots say it; null: anyhow. */
  lotTypes: string[] | null;
  vehicle: IntentVehicle;
  maxRate: MaxRate | null;
  spaceCount: number;
  sort: 'distance' | 'price';
  /** How far from the place the lot may be, metres; null: not said. */
  withinM: number | null;
  /** Why the text is not to be acted upon; none of what could change its meaning is left out. */
  problems: IntentProblem[];
};

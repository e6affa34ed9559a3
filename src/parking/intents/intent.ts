import type { LatLng } from '../../kit/geo/great-circle.ts';
import type { VehicleKind } from '../../kit/vehicle-kinds.ts';
import type { IntentWindow, PlacePhrase, TimeProblem } from '../../kit/words/wish.ts';
import type { MaxRate } from '../../tariffs/max-rate.ts';

export const INTENT_FEATURES = ['ev_charging', 'accessible', 'covered', 'av'] as const;
export type IntentFeature = (typeof INTENT_FEATURES)[number];

export type IntentVehicle = {
  isAutonomous: boolean;
  heightCm: number | null;
  kind: VehicleKind | null;
};

/** A part of the text that keeps a space from being held. */
export type IntentProblem =
  /** Words that could mean something but were not understood. */
  | { part: 'words'; reason: 'not_accounted_for'; text: string }
  | { part: 'time'; reason: TimeProblem; text: string | null }
  | { part: 'place'; reason: 'impossible'; text: string }
  /** `several`: a hold is for one plate only. */
  | { part: 'plate'; reason: 'unreadable' | 'several'; text: string }
  /** `incomplete`: more than one space is meant, but the text does not say how many. */
  | {
      part: 'space_count';
      reason: 'contradictory' | 'incomplete';
      text: string;
    };

/** What a text says about a stay wherever and whenever it is read: everything but its times. */
export type StatedIntent = {
  /**
   * Best first: a street with its town, then each alone. In a resolved intent, only the phrases
   * that did not lead to its place.
   */
  placePhrases: PlacePhrase[];
  /**
   * As it is compared; null: none in the text. The first one when there are several.
   */
  plate: string | null;
  /** The point that the text gives in degrees; null: none. */
  point: LatLng | null;
  /** Every plate and VIN in the words of the text, to be masked before the text is stored. */
  plateTexts: string[];
  features: IntentFeature[];
  /** The types of lot that are suitable; null: any. */
  lotTypes: string[] | null;
  vehicle: IntentVehicle;
  maxRate: MaxRate | null;
  spaceCount: number;
  sort: 'distance' | 'price';
  /** How far from the place the lot may be, metres; null: not said. */
  withinM: number | null;
};

/** What a text says about a stay. */
export type Intent = IntentWindow &
  StatedIntent & {
    /** Why the text must not be acted upon; includes everything that could change its meaning. */
    problems: IntentProblem[];
  };

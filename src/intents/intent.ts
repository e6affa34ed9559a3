/** UTF-16 units; what is longer is not read. */
export const INTENT_LENGTH_MAX = 1000;

export const INTENT_FEATURES = ['ev_charging', 'accessible', 'covered', 'av'] as const;
export type IntentFeature = (typeof INTENT_FEATURES)[number];

export type VehicleKind = 'car' | 'van' | 'truck' | 'motorcycle' | 'rv' | 'bus';

/** Words that may name a place, as the text has them; `isNearby`: around it is as good. */
export type PlacePhrase = { text: string; isNearby: boolean };

export type IntentVehicle = {
  isAutonomous: boolean;
  heightCm: number | null;
  kind: VehicleKind | null;
};

export type MaxRate = {
  /** A plain decimal, exact: `4.50`. */
  amount: string;
  /** Lowercase ISO 4217; null: not said, or a sign of several (`$`). */
  currency: string | null;
  per: 'hour' | 'day' | 'total';
};

/** When a stay is wanted. */
export type IntentWindow = {
  /** null: now. Never before the instant the intent is read at. */
  startsAt: Date | null;
  /** After the start; null: not said, and not to be reckoned from a start and a duration. */
  endsAt: Date | null;
  /** From start to end where both are known, else as it was said; null: not said. */
  durationMinutes: number | null;
  /** A time was meant that is past, impossible or lacks its hour; all three above are then null. */
  isTimeUnclear: boolean;
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
  /** Every plate and VIN as the text has it, to be masked before the text is kept. */
  plateTexts: string[];
  features: IntentFeature[];
  vehicle: IntentVehicle;
  maxRate: MaxRate | null;
  spaceCount: number;
  sort: 'distance' | 'price';
  /** How far from the place the lot may be, metres; null: not said. */
  withinM: number | null;
};

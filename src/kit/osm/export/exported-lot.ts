import type { ParkingType } from '../values/plain-tags.ts';

/** What tags say about a lot. Money in minor units of `currency` (lower-case ISO 4217). */
export type TaggedLot = {
  name: string;
  address: string | null;
  city: string | null;
  state: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** null: not known. */
  totalSpaces: number | null;
  isCapacityEstimated: boolean;
  /** The posted base rate; null: none is posted. */
  rateMinor: number | null;
  rateUnit: 'hour' | 'day';
  billingStepMinutes: number;
  maxDailyMinor: number | null;
  /** What tags say of the posted tariff; null: none is posted, or it is not told. */
  tariffTags: Readonly<Record<string, string>> | null;
  currency: string;
  /** null: not stated. */
  lotType: ParkingType | null;
  features: readonly string[];
  evSpaces: number;
  accessibleSpaces: number;
  avSpaces: number;
  /** null: not known. */
  openingHours: string | null;
  maxHeightCm: number | null;
  website: string | null;
  ref: string | null;
  /** `node/1`, `way/2` or `relation/3`; null: it does not come from OpenStreetMap. */
  osmId: string | null;
  /** Tags that no column stores, as they came. */
  osmTags: Readonly<Record<string, string>>;
  isListed: boolean;
  /** The account that lists the lot. */
  operatorName: string;
};

/** A lot with its place in WGS 84, as files contain it. */
export type ExportedLot = TaggedLot & {
  lotId: string;
  /** A number of its own among all lots, from 1 on, that never changes. */
  exportNumber: number;
  latitude: number;
  longitude: number;
};

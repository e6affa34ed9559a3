import type { PriceRules, ScheduledRate } from '../../tariffs/price-rules.ts';
import type { AvailabilityShown } from './availability-shown.ts';
import type { EntryInstructions } from './entry-instructions.ts';
import type { LotType } from './lot.ts';

/**
 * What an operator decides about a lot, as columns of its row. Money in minor units of `currency`.
 */
export type LotColumns = {
  /** The operator's own name for the lot, unique among its lots of one world; null: none. */
  ref: string | null;
  name: string;
  slug: string;
  address: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  latitude: number;
  longitude: number;
  /** An H3 index as text, because JSON numbers cannot hold it. */
  cell: string;
  timezone: string;
  /** null: not known. */
  totalSpaces: number | null;
  isCapacityEstimated: boolean;
  areaM2: number | null;
  /** null: the rate was imported, or there is none. */
  rateId: string | null;
  /** null: no rate is posted. */
  rateMinor: number | null;
  rateUnit: 'hour' | 'day';
  billingStepMinutes: number;
  /** A price that cannot be posted; shown where no rate is. null: none. */
  chargeText: string | null;
  currency: string;
  maxDailyMinor: number | null;
  /** Whether it is said that there is no maximum; with neither, it is not known. */
  hasNoDailyMax: boolean;
  /** null: nobody said. */
  lotType: LotType | null;
  features: string[];
  evSpaces: number;
  accessibleSpaces: number;
  avSpaces: number;
  /** null: not known. */
  openingHours: string | null;
  maxHeightCm: number | null;
  website: string | null;
  /** OpenStreetMap tags that nothing else here stores, as they came. */
  osmTags: Record<string, string>;
  dataLicense: string | null;
  isOsmExportAllowed: boolean;
  status: 'active' | 'closed';
  isListed: boolean;
  /** Percent of the spaces that keys of all other operators together may hold at the same time. */
  holdOthersPct: number;
  /** The same for the keys of each of these operators. */
  holdEachPct: number;
  /** Percent of the spaces in use at which subscribers are told; ascending. */
  occupancyThresholds: number[];
  /** What others are shown of how full the lot is. */
  availabilityShown: AvailabilityShown;
  /** Whether a count of its vehicles never keeps stays and holds away. */
  reportsInformOnly: boolean;
  /** What vehicles that come need to know; null: nothing. */
  entryInstructions: Partial<EntryInstructions> | null;
  /** Whether vehicles may stay while the lot is closed. */
  isOvernightAllowed: boolean;
  /** The labels painted on the spaces; empty: vehicles are not sent to a certain space. */
  spaceLabels: string[];
};

/** A lot as its operator sees it. */
export type OperatorLot = LotColumns & {
  lotId: string;
  /** It is to be listed, and is not because its operator has still to be checked. */
  isWaiting: boolean;
  osmId: string | null;
  /** The lot that was listed before as the same car park, as far as is found out; null: none. */
  duplicateOf: string | null;
  /** The lot that the owner of the server says it is; null: none. */
  mergedInto: string | null;
  updatedAt: Date;
};

/** The lot as its row stores it: a rate that has begun may still be in `scheduled_rates`. */
export type StoredLot = OperatorLot & {
  now: Date;
  priceRules: PriceRules | null;
  scheduledRates: ScheduledRate[];
};

import type { Schedule } from '../../kit/hours/schedule.ts';
import type { PriceRules, ScheduledRate } from '../../tariffs/price-rules.ts';
import type { AvailabilityShown } from './availability-shown.ts';

export const LOT_TYPES = [
  'surface',
  'garage',
  'underground',
  'rooftop',
  'street',
  'carport',
] as const;

export type LotType = (typeof LOT_TYPES)[number];

/** Types with a roof over every space. */
const COVERED_TYPES: readonly LotType[] = ['garage', 'underground', 'carport'];

/** Whether every space of a lot of this type has a roof; of no type it is known that it has. */
export function hasRoof(lotType: LotType | null): boolean {
  return lotType !== null && COVERED_TYPES.includes(lotType);
}

/** A lot as its row stores it. Money in minor units of `currency`. */
export type Lot = Schedule & {
  /** The database's clock when the row was read. */
  now: Date;
  lotId: string;
  operatorId: string;
  name: string;
  slug: string;
  address: string | null;
  city: string | null;
  latitude: number;
  longitude: number;
  /** null: not known, so no stay and no hold can begin here. */
  totalSpaces: number | null;
  /** Whether nobody counted `total_spaces`: computed from the area, or said as about so many. */
  isCapacityEstimated: boolean;
  /** Of the lot's outline, in square metres; null: only a point is known. */
  areaM2: number | null;
  /** Whether the vehicles on the lot were counted in the last 15 minutes. */
  isReported: boolean;
  /** In use now: by stays and live holds, or by the count of vehicles if that is more. */
  occupiedSpaces: number;
  /** null: no rate is posted, so no stay can start here. */
  rateMinor: number | null;
  rateUnit: 'hour' | 'day';
  /** An hourly rate is billed by started steps of so many minutes; they divide a day. */
  billingStepMinutes: number;
  /** A price that cannot be posted as a rate, as its source says it; null: none. */
  chargeText: string | null;
  currency: string;
  /** The most that 24 hours can cost; null: no such limit. */
  maxDailyMinor: number | null;
  /** Whether its operator said that there is none. */
  hasNoDailyMax: boolean;
  /** null: the rate was imported, or there is none. */
  rateId: string | null;
  priceRules: PriceRules | null;
  scheduledRates: ScheduledRate[];
  /** Searches around the lot in percent of the usual number; null: as usual. */
  surgePct: number | null;
  /** null: nobody said. */
  lotType: LotType | null;
  features: string[];
  evSpaces: number;
  accessibleSpaces: number;
  avSpaces: number;
  maxHeightCm: number | null;
  status: 'active' | 'closed';
  website: string | null;
  /** `node/1`, `way/2` or `relation/3`; null: it does not come from OpenStreetMap. */
  osmId: string | null;
  /** SPDX identifier of the licence of the lot's data; null: not said. */
  dataLicense: string | null;
  /** Whether its operator allows its data to be put into OpenStreetMap. */
  isOsmExportAllowed: boolean;
  /** The lot that was listed before as the same car park, as far as is found out; null: none. */
  duplicateOf: string | null;
  /** What those are shown of how full it is for whom the row was read. */
  availabilityShown: AvailabilityShown;
  updatedAt: Date;
};

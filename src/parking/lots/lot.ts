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
  lot_id: string;
  operator_id: string;
  name: string;
  slug: string;
  address: string | null;
  city: string | null;
  latitude: number;
  longitude: number;
  /** null: not known, so no stay and no hold can begin here. */
  total_spaces: number | null;
  /** Whether nobody counted `total_spaces`: computed from the area, or said as about so many. */
  is_capacity_estimated: boolean;
  /** Of the lot's outline, in square metres; null: only a point is known. */
  area_m2: number | null;
  /** Whether the vehicles on the lot were counted in the last 15 minutes. */
  is_reported: boolean;
  /** In use now: by stays and live holds, or by the count of vehicles if that is more. */
  occupied_spaces: number;
  /** null: no rate is posted, so no stay can start here. */
  rate_minor: number | null;
  rate_unit: 'hour' | 'day';
  /** An hourly rate is billed by started steps of so many minutes; they divide a day. */
  billing_step_minutes: number;
  /** A price that cannot be posted as a rate, as its source says it; null: none. */
  charge_text: string | null;
  currency: string;
  /** The most that 24 hours can cost; null: no such limit. */
  max_daily_minor: number | null;
  /** Whether its operator said that there is none. */
  has_no_daily_max: boolean;
  /** null: the rate was imported, or there is none. */
  rate_id: string | null;
  price_rules: PriceRules | null;
  scheduled_rates: ScheduledRate[];
  /** Searches around the lot in percent of the usual number; null: as usual. */
  surge_pct: number | null;
  /** null: nobody said. */
  lot_type: LotType | null;
  features: string[];
  ev_spaces: number;
  accessible_spaces: number;
  av_spaces: number;
  max_height_cm: number | null;
  status: 'active' | 'closed';
  website: string | null;
  /** `node/1`, `way/2` or `relation/3`; null: it does not come from OpenStreetMap. */
  osm_id: string | null;
  /** SPDX identifier of the licence of the lot's data; null: not said. */
  data_license: string | null;
  /** Whether its operator allows its data to be put into OpenStreetMap. */
  is_osm_export_allowed: boolean;
  /** The lot that was listed before as the same car park, as far as is found out; null: none. */
  duplicate_of: string | null;
  /** What those are shown of how full it is for whom the row was read. */
  availability_shown: AvailabilityShown;
  updated_at: Date;
};

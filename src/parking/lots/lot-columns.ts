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
  total_spaces: number | null;
  is_capacity_estimated: boolean;
  area_m2: number | null;
  /** null: the rate was imported, or there is none. */
  rate_id: string | null;
  /** null: no rate is posted. */
  rate_minor: number | null;
  rate_unit: 'hour' | 'day';
  billing_step_minutes: number;
  /** A price that cannot be posted; shown where no rate is. null: none. */
  charge_text: string | null;
  currency: string;
  max_daily_minor: number | null;
  /** Whether it is said that there is no maximum; with neither, it is not known. */
  has_no_daily_max: boolean;
  /** null: nobody said. */
  lot_type: LotType | null;
  features: string[];
  ev_spaces: number;
  accessible_spaces: number;
  av_spaces: number;
  /** null: not known. */
  opening_hours: string | null;
  max_height_cm: number | null;
  website: string | null;
  /** OpenStreetMap tags that nothing else here stores, as they came. */
  osm_tags: Record<string, string>;
  data_license: string | null;
  is_osm_export_allowed: boolean;
  status: 'active' | 'closed';
  is_listed: boolean;
  /** Percent of the spaces that keys of all other operators together may hold at the same time. */
  hold_others_pct: number;
  /** The same for the keys of each of these operators. */
  hold_each_pct: number;
  /** Percent of the spaces in use at which subscribers are told; ascending. */
  occupancy_thresholds: number[];
  /** What others are shown of how full the lot is. */
  availability_shown: AvailabilityShown;
  /** Whether a count of its vehicles never keeps stays and holds away. */
  reports_inform_only: boolean;
  /** What vehicles that come need to know; null: nothing. */
  entry_instructions: Partial<EntryInstructions> | null;
  /** Whether vehicles may stay while the lot is closed. */
  is_overnight_allowed: boolean;
  /** The labels painted on the spaces; empty: vehicles are not sent to a certain space. */
  space_labels: string[];
};

/** A lot as its operator sees it. */
export type OperatorLot = LotColumns & {
  lot_id: string;
  /** It is to be listed, and is not because its operator has still to be checked. */
  is_waiting: boolean;
  osm_id: string | null;
  /** The lot that was listed before as the same car park, as far as is found out; null: none. */
  duplicate_of: string | null;
  /** The lot that the owner of the server says it is; null: none. */
  merged_into: string | null;
  updated_at: Date;
};

/** The lot as its row stores it: a rate that has begun may still be in `scheduled_rates`. */
export type StoredLot = OperatorLot & {
  now: Date;
  price_rules: PriceRules | null;
  scheduled_rates: ScheduledRate[];
};

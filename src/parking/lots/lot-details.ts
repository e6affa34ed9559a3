import type { AvailabilityShown } from './availability-shown.ts';
import type { LotType } from './lot.ts';

/**
 * What an operator says about a lot; null removes it. Amounts are in units of the currency, opening
 * hours in OSM syntax. The product computes what is left out.
 */
export type LotDetails = RateDetails & {
  name: string;
  lat: number;
  lng: number;
  total_spaces: number;
  address?: string | null;
  city?: string | null;
  state?: string | null;
  /** ISO 3166-1 alpha-2. */
  country?: string | null;
  /** IANA name. */
  timezone?: string;
  /** ISO 4217. */
  currency?: string;
  lot_type?: LotType | null;
  /** Tags; those that follow from counts and type may be left out. */
  features?: string[];
  spaces?: { ev?: number; accessible?: number; av?: number };
  opening_hours?: string | null;
  max_height_cm?: number | null;
  website?: string | null;
  ref?: string | null;
  status?: 'active' | 'closed';
  is_listed?: boolean;
  /** SPDX identifier of the licence of the lot's data. */
  data_license?: string | null;
  is_osm_export_allowed?: boolean;
  /**
   * Percent of the spaces that other operators may hold at the same time: all together, and each.
   */
  hold_limits?: { others_pct?: number; each_pct?: number };
  /** Percent of the spaces in use at which subscribers are told, in any order. */
  occupancy_thresholds?: number[];
  /** What others are shown of how full the lot is. */
  availability_shown?: AvailabilityShown;
  /** Whether a count of its vehicles never keeps stays and holds away. */
  reports_inform_only?: boolean;
  access?: AccessDetails;
};

/** The rate that a lot starts with; afterwards only `rates/set-rate.ts` changes it. */
export type RateDetails = {
  base_rate?: number | null;
  rate_unit?: 'hour' | 'day';
  billing_step_minutes?: number;
  max_daily_rate?: number | null;
  /** It is said that there is no max_daily_rate. */
  has_no_daily_max?: boolean;
};

/** How vehicles get in and out; a member that is left out is not changed. */
export type AccessDetails = {
  gate_code?: string | null;
  entry_lane?: string | null;
  exit_procedure?: string | null;
  notes?: string | null;
  overnight?: boolean;
  space_labels?: string[];
};

/** Changes of a lot that exists. */
export type LotChanges = Partial<Omit<LotDetails, keyof RateDetails>>;

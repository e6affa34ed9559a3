import type { LotType } from './lot.ts';

/**
 * What an operator says about a lot; null takes back what was said. Amounts are in units of the
 * currency, opening hours in OSM syntax. What is left out is for the product to compute.
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
  lot_type?: LotType;
  /** Tags; those that counts and type imply need not be named. */
  features?: string[];
  spaces?: { ev?: number; accessible?: number; av?: number };
  opening_hours?: string | null;
  max_height_cm?: number | null;
  website?: string | null;
  ref?: string | null;
  status?: 'active' | 'closed';
  is_listed?: boolean;
  /** Percent of the spaces that other operators may hold at a time: all, and each of them. */
  hold_limits?: { others_pct?: number; each_pct?: number };
  access?: AccessDetails;
};

/** The rate a lot starts with; afterwards it moves by src/lots/rates/set-rate.ts alone. */
export type RateDetails = {
  base_rate?: number | null;
  rate_unit?: 'hour' | 'day';
  max_daily_rate?: number | null;
};

/** How vehicles get in and out; a member that is left out stays as it is. */
export type AccessDetails = {
  gate_code?: string | null;
  entry_lane?: string | null;
  exit_procedure?: string | null;
  notes?: string | null;
  overnight?: boolean;
  space_labels?: string[];
};

/** What changes about a lot that exists. */
export type LotChanges = Partial<Omit<LotDetails, keyof RateDetails>>;

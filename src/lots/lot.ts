import type { PriceRules, ScheduledRate } from '../pricing/price-rules.ts';

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
export const COVERED_TYPES: readonly LotType[] = ['garage', 'underground', 'carport'];

/** When a lot is open: OSM syntax, read in the lot's own zone with its country's holidays. */
export type Schedule = {
  /** null: the lot never closes. */
  opening_hours: string | null;
  /** Whether vehicles may stay while the lot is closed; otherwise stays end before it closes. */
  is_overnight_allowed: boolean;
  timezone: string;
  country: string | null;
  state: string | null;
};

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
  total_spaces: number;
  /** Whether the vehicles on the lot were counted in the last 15 minutes. */
  is_reported: boolean;
  /** In use now: by stays and live holds, or by the count of vehicles if that is more. */
  occupied_spaces: number;
  /** null: no rate is posted, so no stay can start here. */
  rate_minor: number | null;
  rate_unit: 'hour' | 'day';
  currency: string;
  /** The most that 24 hours can cost; null: no such limit. */
  max_daily_minor: number | null;
  /** null: the rate was imported, or there is none. */
  rate_id: string | null;
  price_rules: PriceRules | null;
  scheduled_rates: ScheduledRate[];
  /** Searches around the lot in percent of the usual number; null: as usual. */
  surge_pct: number | null;
  lot_type: LotType;
  features: string[];
  ev_spaces: number;
  accessible_spaces: number;
  av_spaces: number;
  max_height_cm: number | null;
  status: 'active' | 'closed';
  website: string | null;
  osm_id: string | null;
  updated_at: Date;
};

export const LOT_TYPES = [
  'surface',
  'garage',
  'underground',
  'rooftop',
  'street',
  'carport',
] as const;

export type LotType = (typeof LOT_TYPES)[number];

/** When a lot is open: OSM syntax, read in the lot's own zone with its country's holidays. */
export type Schedule = {
  /** null: it never closes. */
  opening_hours: string | null;
  timezone: string;
  country: string | null;
  state: string | null;
};

/** A lot as its row has it. Money in minor units of `currency`. */
export type Lot = Schedule & {
  lot_id: string;
  name: string;
  slug: string;
  address: string | null;
  city: string | null;
  latitude: number;
  longitude: number;
  total_spaces: number;
  taken_spaces: number;
  /** null: no rate is posted, so no stay can start here. */
  rate_minor: number | null;
  rate_unit: 'hour' | 'day';
  currency: string;
  /** The most that 24 hours cost; null: no such limit. */
  max_daily_minor: number | null;
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

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
  total_spaces: number | null;
  is_capacity_estimated: boolean;
  /** The posted base rate; null: none is posted. */
  rate_minor: number | null;
  rate_unit: 'hour' | 'day';
  billing_step_minutes: number;
  max_daily_minor: number | null;
  currency: string;
  /** null: nobody said. */
  lot_type: ParkingType | null;
  features: readonly string[];
  ev_spaces: number;
  accessible_spaces: number;
  av_spaces: number;
  /** null: not known. */
  opening_hours: string | null;
  max_height_cm: number | null;
  website: string | null;
  ref: string | null;
  /** `node/1`, `way/2` or `relation/3`; null: it does not come from OpenStreetMap. */
  osm_id: string | null;
  /** Tags that no column stores, as they came. */
  osm_tags: Readonly<Record<string, string>>;
  is_listed: boolean;
  /** The account that lists the lot. */
  operator_name: string;
};

/** A lot with its place in WGS 84, as files contain it. */
export type ExportedLot = TaggedLot & {
  lot_id: string;
  /** A number of its own among all lots, from 1 on, that never changes. */
  export_number: number;
  latitude: number;
  longitude: number;
};

import type { PriceRules, ScheduledRate } from '../pricing/price-rules.ts';
import type { EntryInstructions } from './entry-instructions.ts';
import type { LotType } from './lot.ts';

/** What an operator decides about a lot, as its row has it. Money in minor units of `currency`. */
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
  total_spaces: number;
  /** null: imported, or none. */
  rate_id: string | null;
  /** null: no rate is posted. */
  rate_minor: number | null;
  rate_unit: 'hour' | 'day';
  currency: string;
  max_daily_minor: number | null;
  lot_type: LotType;
  features: string[];
  ev_spaces: number;
  accessible_spaces: number;
  av_spaces: number;
  opening_hours: string | null;
  max_height_cm: number | null;
  website: string | null;
  status: 'active' | 'closed';
  is_listed: boolean;
  /** Percent of the spaces that keys of other operators may hold at a time, all together. */
  hold_others_pct: number;
  /** The same for those of any one of these operators. */
  hold_each_pct: number;
  /** What vehicles are told that come; null: nothing. */
  entry_instructions: Partial<EntryInstructions> | null;
  /** Whether vehicles may stay while the lot is closed. */
  is_overnight_allowed: boolean;
  /** What is painted on the spaces; empty: nothing that vehicles could be sent to. */
  space_labels: string[];
};

/** A lot as its operator sees it. */
export type OperatorLot = LotColumns & {
  lot_id: string;
  osm_id: string | null;
  updated_at: Date;
};

/** The same as its row has it: a rate that has begun may still be one of those to come. */
export type StoredLot = OperatorLot & {
  now: Date;
  price_rules: PriceRules | null;
  scheduled_rates: ScheduledRate[];
};

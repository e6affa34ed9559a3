import type { LotType } from '../lot.ts';
import type { PostedRate } from './charge-tag.ts';

/** What the properties of one feature say about a lot, as columns of its row. */
export type LotDescription = {
  name: string;
  address: string | null;
  city: string | null;
  state: string | null;
  /** null: the properties do not say. */
  country: string | null;
  rate: PostedRate;
  total_spaces: number;
  lot_type: LotType;
  features: string[];
  ev_spaces: number;
  accessible_spaces: number;
  av_spaces: number;
  opening_hours: string | null;
  max_height_cm: number | null;
  website: string | null;
  /** null: the properties do not say, so the stored value is kept. */
  is_listed: boolean | null;
};

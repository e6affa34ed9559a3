import type { LatLng } from '../../../../kit/geo/great-circle.ts';
import type { Window } from '../../../../kit/hours/opening-hours.ts';

export const SEARCH_SORTS = ['distance', 'price', 'availability'] as const;
const SEARCH_FEATURES = ['av', 'ev_charging', 'accessible', 'covered'] as const;

export type LotSearch = {
  centre: LatLng;
  radiusM: number;
  livemode: boolean;
  /** The planned stay; null: one that begins now. */
  window: Window | null;
  /** A lot must have all of them. */
  features: (typeof SEARCH_FEATURES)[number][];
  /** Only lots that are known to be open during the whole window. */
  isOpenNow: boolean;
  /** Only lots with a free space that are not known to be closed. */
  isAvailable: boolean;
  /**
   * The most that the first hour may cost by the rate of that time, in units of each lot's own
   * currency.
   */
  maxRate: number | null;
  /** Only lots that charge in it, an ISO 4217 code in lower case; null: any. */
  currency: string | null;
  /** The vehicle's height. */
  maxHeightCm: number | null;
  sort: (typeof SEARCH_SORTS)[number];
  limit: number;
  cursor: string | null;
};

import type { LatLng } from '../../geometry/great-circle.ts';
import type { Window } from '../hours/opening-hours.ts';

export const SEARCH_SORTS = ['distance', 'price', 'availability'] as const;
const SEARCH_FEATURES = ['av', 'ev_charging', 'accessible', 'covered'] as const;

export type LotSearch = {
  centre: LatLng;
  radiusM: number;
  livemode: boolean;
  /** The stay that is planned; null: one that begins now. */
  window: Window | null;
  /** A lot must have them all. */
  features: (typeof SEARCH_FEATURES)[number][];
  /** Lots that are known to be open in all of the window. */
  isOpenNow: boolean;
  /** Lots with a free space that are not known to be closed. */
  isAvailable: boolean;
  /** Most the first hour may cost, in units of each lot's own currency, by the rate it has then. */
  maxRate: number | null;
  /** The vehicle's height. */
  maxHeightCm: number | null;
  sort: (typeof SEARCH_SORTS)[number];
  limit: number;
  cursor: string | null;
};

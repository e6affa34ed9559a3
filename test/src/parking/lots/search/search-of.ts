import type { LotSearch } from '../../../../../src/parking/lots/search/match/lot-search.ts';

/** A search for the nearest lots now, without any other wish. */
export const searchOf = (more: Partial<LotSearch>): LotSearch => ({
  centre: { lat: 0, lng: 0 },
  radiusM: 5_000,
  livemode: true,
  window: null,
  features: [],
  isOpenNow: false,
  isAvailable: false,
  maxRate: null,
  currency: null,
  maxHeightCm: null,
  sort: 'distance',
  limit: 50,
  cursor: null,
  ...more,
});

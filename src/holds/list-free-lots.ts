import type { LatLng } from '../great-circle.ts';
import { areaParameters, boxesAroundCircle } from '../lots/bounding-boxes.ts';
import type { Schedule } from '../lots/lot.ts';
import type { PricedLot } from '../pricing/offer-lot-rate.ts';
import type { Querier } from '../stores/postgres.ts';

/** A lot that could take a hold, as far as was known when it was read. */
export type FreeLot = PricedLot &
  Schedule & {
    lot_id: string;
    name: string;
    latitude: number;
    longitude: number;
    distance_m: number;
    /** During the whole window. */
    free_spaces: number;
  };

const LOTS_MAX = 100;

/** Lots around a point with spaces free during a window, nearest first, at most LOTS_MAX. */
export function listFreeLots(
  db: Querier,
  search: {
    centre: LatLng;
    radiusM: number;
    livemode: boolean;
    features: readonly string[];
    maxHeightCm: number | null;
    /** null: now. */
    startsAt: Date | null;
    endsAt: Date;
    spaceCount: number;
    /** Lots for self-driving vehicles first. */
    prefersAv: boolean;
  },
): Promise<FreeLot[]> {
  const { lat, lng } = search.centre;
  return db.query<FreeLot>('lots_list_free', {
    livemode: search.livemode,
    ...areaParameters(boxesAroundCircle(search.centre, search.radiusM)),
    latitude: lat,
    longitude: lng,
    radius_m: search.radiusM,
    features: search.features,
    max_height_cm: search.maxHeightCm,
    from_at: search.startsAt,
    to_at: search.endsAt,
    space_count: search.spaceCount,
    prefers_av: search.prefersAv,
    row_limit: LOTS_MAX,
  });
}

import type { LatLng } from '../../great-circle.ts';
import { areaParameters, boxesAroundCircle } from '../../lots/bounding-boxes.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Geocoded } from './limit-questions.ts';
import type { Refusal, ResolvedPlace } from './place-answer.ts';

/** A place without lots in so many metres has none. */
const LOTS_WITHIN_M = 50_000;
const RADIUS_M_MIN = 1_000;

/** What a geocoder found, by the clocks of the lot nearest to it; a refusal where there is none. */
export async function placeAround(
  db: Querier,
  { place, others, attribution }: Geocoded,
  livemode: boolean,
): Promise<ResolvedPlace | Refusal> {
  const timezone = await zoneAround(db, place, livemode);
  if (timezone === undefined) {
    const candidates = [place, ...others].map(({ label, lat, lng }) => ({
      lot_id: null,
      label,
      lat,
      lng,
    }));
    return { missing: ['lot'], candidates };
  }
  const { label, lat, lng } = place;
  const radiusM = Math.min(LOTS_WITHIN_M, Math.max(RADIUS_M_MIN, place.radiusM));
  return { lotId: null, place: { label, lat, lng, radiusM, attribution }, timezone };
}

async function zoneAround(
  db: Querier,
  centre: LatLng,
  livemode: boolean,
): Promise<string | undefined> {
  const [nearest] = await db.query<{ timezone: string; distance_m: number }>('lots_find_nearest', {
    livemode,
    ...areaParameters(boxesAroundCircle(centre, LOTS_WITHIN_M)),
    latitude: centre.lat,
    longitude: centre.lng,
  });
  return nearest !== undefined && nearest.distance_m <= LOTS_WITHIN_M
    ? nearest.timezone
    : undefined;
}

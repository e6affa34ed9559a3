import { greatCircleMetres, type LatLng } from '../great-circle.ts';
import { areaParameters, boxesAroundCircle } from '../lots/bounding-boxes.ts';
import type { Querier } from '../stores/postgres.ts';
import type { Geocoded } from './limited-geocoder.ts';
import { type NamedLot, pointOf } from './named-lot.ts';
import { type IntentPlace, NEARBY_RADIUS_M, type Refusal } from './place-answer.ts';

/** A lot, or a place around which one is to be found, and whose clocks it goes by. */
export type ResolvedPlace = { lotId: string | null; place: IntentPlace; timezone: string };

/** Lots of one street or square are no farther apart. */
const STREET_M_MAX = 3_000;
/** A place without lots in so many metres has none. */
const LOTS_WITHIN_M = 50_000;
const RADIUS_M_MIN = 1_000;

/**
 * The area of lots that share a street, around the one that is nearest to all of them; undefined:
 * they are too far apart to share one.
 */
export function areaOf(lots: readonly NamedLot[], label: string): IntentPlace | undefined {
  const points = lots.map(pointOf);
  const [centre] = points
    .map((point) => ({
      ...point,
      reachM: Math.max(...points.map((other) => greatCircleMetres(point, other))),
    }))
    .toSorted((a, b) => a.reachM - b.reachM);
  if (centre === undefined || centre.reachM > STREET_M_MAX) return undefined;
  const { lat, lng, reachM } = centre;
  return { lat, lng, label, radiusM: Math.ceil(reachM) + NEARBY_RADIUS_M, attribution: null };
}

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

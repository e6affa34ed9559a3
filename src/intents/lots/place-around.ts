import type { NamedPlace } from '../../geocoding/geocoder.ts';
import { areaParameters, boxesAroundCircle } from '../../geometry/bounding-boxes.ts';
import { greatCircleMetres, type LatLng } from '../../geometry/great-circle.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Geocoded } from './limit-questions.ts';
import { NEARBY_RADIUS_M, type NoPlace, noLots, type ResolvedPlace } from './place-answer.ts';

/** A place without lots within this distance is a place without lots. */
const LOTS_WITHIN_M = 50_000;
const RADIUS_M_MIN = 1_000;

/** The name alone means a town that has this many times the people of another of that name. */
const WELL_KNOWN_TIMES = 20;

/**
 * A place that a geocoder found, with the time zone of the lot nearest to it. No place when there
 * is no lot around it, or when another town of that name has lots as well and is not much smaller.
 */
export async function placeAround(
  db: Querier,
  { place, others, attribution }: Geocoded,
  livemode: boolean,
): Promise<ResolvedPlace | NoPlace> {
  const timezone = await zoneAround(db, place, livemode);
  const rivals = timezone === undefined ? others : await rivalsOf(db, place, others, livemode);
  if (timezone === undefined || rivals.length > 0) {
    return noLots(timezone === undefined ? 'lot' : 'place', [place, ...rivals]);
  }
  const { label, lat, lng } = place;
  const radiusM = Math.min(LOTS_WITHIN_M, Math.max(RADIUS_M_MIN, place.radiusM));
  return { lotId: null, place: { label, lat, lng, radiusM, attribution }, timezone };
}

/** A point that the text gives in degrees, with the time zone of the lot nearest to it. */
export async function placeAtPoint(
  db: Querier,
  { lat, lng }: LatLng,
  livemode: boolean,
): Promise<ResolvedPlace | NoPlace> {
  const timezone = await zoneAround(db, { lat, lng }, livemode);
  if (timezone === undefined) return { missing: ['lot'], candidates: [] };
  const label = `${lat}, ${lng}`;
  const place = { lat, lng, label, radiusM: NEARBY_RADIUS_M, attribution: null };
  return { lotId: null, place, timezone };
}

/** Towns of the same name that have lots of their own and may also be meant. */
async function rivalsOf(
  db: Querier,
  place: NamedPlace,
  others: readonly NamedPlace[],
  livemode: boolean,
): Promise<NamedPlace[]> {
  const { population } = place;
  const isRival = (one: NamedPlace) =>
    population !== null &&
    one.population !== null &&
    one.population * WELL_KNOWN_TIMES > population &&
    greatCircleMetres(place, one) > LOTS_WITHIN_M;
  const rivals = others.filter(isRival);
  const zones = await Promise.all(rivals.map((one) => zoneAround(db, one, livemode)));
  return rivals.filter((_, index) => zones[index] !== undefined);
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

import { areaParameters, boxesAroundCircle } from '../../../kit/geo/bounding-boxes.ts';
import { greatCircleMetres, type LatLng } from '../../../kit/geo/great-circle.ts';
import type { NamedPlace } from '../../../kit/places/geocoder.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { Geocoded } from './limit-questions.ts';
import { NEARBY_RADIUS_M, type NoPlace, noLots, type ResolvedPlace } from './place-answer.ts';

/** A place without lots within this distance is a place without lots. */
const LOTS_WITHIN_M = 50_000;
const RADIUS_M_MIN = 1_000;

/** The name alone means a town that has this many times the people of another of that name. */
const WELL_KNOWN_TIMES = 20;

/**
 * A place that a geocoder found, with the time zone of the lot nearest to it. No place when there
 * is no lot around it, or when another town of that name may be meant: one that has lots as well
 * and is not much smaller, or without lots around this one, any that has some.
 */
export async function placeAround(
  db: Querier,
  { place: found, others, attribution }: Geocoded,
  livemode: boolean,
): Promise<ResolvedPlace | NoPlace> {
  const { label, lat, lng } = found;
  const radiusM = Math.min(LOTS_WITHIN_M, Math.max(RADIUS_M_MIN, found.radiusM));
  const place = { label, lat, lng, radiusM, attribution };
  const timezone = await zoneAround(db, found, livemode);
  const rivals = await rivalsOf(db, found, others, { livemode, hasLots: timezone !== undefined });
  if (timezone === undefined) {
    const none = noLots('lot', [found, ...rivals]);
    return rivals.length > 0 ? none : { ...none, around: place };
  }
  return rivals.length > 0 ? noLots('place', [found, ...rivals]) : { lotId: null, place, timezone };
}

/** A point that the text gives in degrees, with the time zone of the lot nearest to it. */
export async function placeAtPoint(
  db: Querier,
  { lat, lng }: LatLng,
  livemode: boolean,
): Promise<ResolvedPlace | NoPlace> {
  const label = `${lat}, ${lng}`;
  const place = { lat, lng, label, radiusM: NEARBY_RADIUS_M, attribution: null };
  const timezone = await zoneAround(db, { lat, lng }, livemode);
  if (timezone === undefined) return { missing: ['lot'], candidates: [], around: place };
  return { lotId: null, place, timezone };
}

/**
 * Other towns of the same name that may be meant. When none of all these has lots: those that are
 * not much smaller.
 */
async function rivalsOf(
  db: Querier,
  place: NamedPlace,
  others: readonly NamedPlace[],
  { livemode, hasLots }: { livemode: boolean; hasLots: boolean },
): Promise<NamedPlace[]> {
  const { population } = place;
  const isComparable = (one: NamedPlace) =>
    population !== null &&
    one.population !== null &&
    one.population * WELL_KNOWN_TIMES > population;
  const elsewhere = others.filter((one) => greatCircleMetres(place, one) > LOTS_WITHIN_M);
  const comparable = elsewhere.filter(isComparable);
  const asked = hasLots ? comparable : elsewhere;
  const zones = await Promise.all(asked.map((one) => zoneAround(db, one, livemode)));
  const withLots = asked.filter((_, index) => zones[index] !== undefined);
  return hasLots || withLots.length > 0 ? withLots : comparable;
}

async function zoneAround(
  db: Querier,
  centre: LatLng,
  livemode: boolean,
): Promise<string | undefined> {
  const [nearest] = await db.query<{ timezone: string; distanceM: number }>('lots_find_nearest', {
    livemode,
    ...areaParameters(boxesAroundCircle(centre, LOTS_WITHIN_M)),
    latitude: centre.lat,
    longitude: centre.lng,
  });
  return nearest !== undefined && nearest.distanceM <= LOTS_WITHIN_M ? nearest.timezone : undefined;
}

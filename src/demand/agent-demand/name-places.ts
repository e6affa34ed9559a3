import type { LatLng } from '../../kit/geo/great-circle.ts';
import { openCities } from '../../kit/places/city-finder.ts';
import type { Querier } from '../../stores/postgres.ts';

/** The street of a lot names a place when the lot is this near. */
const STREET_WITHIN_M = 500;

/**
 * Names of places, in their order: the district where the gazetteer knows it, else the street of
 * the nearest lot within 500 m, else null.
 */
export async function namePlaces(
  db: Querier,
  places: readonly LatLng[],
  livemode: boolean,
): Promise<(string | null)[]> {
  if (places.length === 0) return [];
  const { districtAt } = await openCities();
  const streets = await db.query<{ address: string | null }>('lots_list_streets', {
    livemode,
    latitudes: places.map(({ lat }) => lat),
    longitudes: places.map(({ lng }) => lng),
    radiusM: STREET_WITHIN_M,
  });
  return places.map((place, i) => districtAt(place) ?? streetOf(streets[i]?.address ?? ''));
}

/** `King Street` of `123-125 King Street, Toronto`, `Hauptstraße` of `Hauptstraße 7a`. */
function streetOf(address: string): string | null {
  const [line = ''] = address.split(',');
  const street = line
    .replace(/^\s*\d+[a-z]?(?:\s*[-–/]\s*\d+[a-z]?)?\s+/i, '')
    .replace(/\s+\d+\s?[a-z]?(?:\s*[-–/]\s*\d+\s?[a-z]?)?\s*$/i, '')
    .trim();
  return /\p{Letter}/u.test(street) ? street : null;
}

import { badField } from '../../../kit/errors.ts';
import { LATITUDE_MAX, type LatLng } from '../../../kit/geo/great-circle.ts';
import { currencyOf } from '../../../parking/lots/place/country-currency.ts';
import type { Place, PlaceFinder } from '../../../parking/lots/place/place.ts';
import { shown } from '../features/feature-position.ts';

/** What a row says about its country and currency; null: nothing. */
type Stated = { country: string | null; currency: string | null };

/** Common mistakes in coordinates, and the point that was meant. */
const SLIPS: readonly { name: string; undo: (point: LatLng) => LatLng }[] = [
  { name: 'latitude and longitude are swapped', undo: ({ lat, lng }) => ({ lat: lng, lng: lat }) },
  { name: 'the longitude lacks its minus sign', undo: ({ lat, lng }) => ({ lat, lng: -lng }) },
  { name: 'the latitude lacks its minus sign', undo: ({ lat, lng }) => ({ lat: -lat, lng }) },
];

/**
 * Refuses a point in another country than the row names, unless both use the same currency (a
 * territory may be named as its state). Without a country, refuses a point where the row's currency
 * is foreign, if a common mistake explains it: the corrected point is where that currency is used.
 * Errors: BAD_REQUEST naming `geometry` for such a mistake, else `addr:country`.
 */
export function checkPlace(
  point: LatLng,
  place: Place,
  stated: Stated,
  placeOf: PlaceFinder,
): void {
  const currency = stated.country === null ? stated.currency : (currencyOf(stated.country) ?? null);
  if (currency === null || currency === currencyIn(place)) return;
  const slip = SLIPS.find(({ undo }) => {
    const { lat, lng } = undo(point);
    return Math.abs(lat) <= LATITUDE_MAX && currencyIn(placeOf(lat, lng)) === currency;
  });
  const where = `${shown(point)} is in ${place.country ?? 'no country'}`;
  if (slip !== undefined)
    throw badField('geometry', `${where}, not ${stated.country ?? currency}: ${slip.name}`);
  if (stated.country !== null) throw badField('addr:country', `is ${stated.country}, but ${where}`);
}

function currencyIn({ country }: Place): string | undefined {
  return country === null ? undefined : currencyOf(country);
}

import { badField } from '../../errors.ts';
import { LATITUDE_MAX, type LatLng } from '../../geometry/great-circle.ts';
import { currencyOf } from '../country-currency.ts';
import type { Place, PlaceFinder } from '../place.ts';
import { shown } from './feature-position.ts';

/** What a row says about its whereabouts besides the point; null: nothing. */
type Said = { country: string | null; currency: string | null };

/** How a point is most often written wrong, and what was meant. */
const SLIPS: readonly { name: string; undo: (point: LatLng) => LatLng }[] = [
  { name: 'latitude and longitude are swapped', undo: ({ lat, lng }) => ({ lat: lng, lng: lat }) },
  { name: 'the longitude lacks its minus sign', undo: ({ lat, lng }) => ({ lat, lng: -lng }) },
  { name: 'the latitude lacks its minus sign', undo: ({ lat, lng }) => ({ lat: -lat, lng }) },
];

/**
 * Refuses a point in another country than the row says, where other money is used too (a territory
 * may go by the name of its state), and one whose currency is foreign there but at home where the
 * point would be without a common slip. Errors: BAD_REQUEST naming `geometry` for a slip, else
 * `addr:country`.
 */
export function checkPlace(point: LatLng, place: Place, said: Said, placeOf: PlaceFinder): void {
  const currency = said.country === null ? said.currency : (currencyOf(said.country) ?? null);
  if (currency === null || currency === currencyIn(place)) return;
  const slip = SLIPS.find(({ undo }) => {
    const { lat, lng } = undo(point);
    return Math.abs(lat) <= LATITUDE_MAX && currencyIn(placeOf(lat, lng)) === currency;
  });
  const where = `${shown(point)} is in ${place.country ?? 'no country'}`;
  if (slip !== undefined)
    throw badField('geometry', `${where}, not ${said.country ?? currency}: ${slip.name}`);
  if (said.country !== null) throw badField('addr:country', `is ${said.country}, but ${where}`);
}

function currencyIn({ country }: Place): string | undefined {
  return country === null ? undefined : currencyOf(country);
}

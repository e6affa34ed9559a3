import { greatCircleMetres } from '../../../kit/geo/great-circle.ts';
import { openCities } from '../../../kit/places/city-finder.ts';
import type { NamedPlace } from '../../../kit/places/geocoder.ts';
import type { PlacePhrase } from '../../../kit/words/wish.ts';
import type { AskGeocoder } from './limit-questions.ts';
import { sameAsOneOf, wordsOf } from './lot-words.ts';
import { type NamedLot, pointOf, townWords } from './named-lot.ts';
import { isTelling, tellingWords } from './phrase-words.ts';
import { NEARBY_RADIUS_M } from './place-answer.ts';

/** Lots of a town may be this far beyond its edge. */
const SUBURBS_M = 25_000;
/** Smaller places share their names with too many other things. */
export const TOWN_POPULATION_MIN = 15_000;

/** `agreed` are the phrases that fit all remaining lots. */
type Settled = { left: NamedLot[]; agreed: string[] };

/**
 * Which of the lots with a matching name is meant, by the other phrases about the place: by the
 * words of the lots' towns and addresses, and by where the places are. What a lot does not say
 * about itself does not exclude it, so that no other lot is chosen by what it says. None remain
 * when the text names a town that none of them is in.
 */
export async function settleLots(
  lots: readonly NamedLot[],
  phrases: readonly PlacePhrase[],
  askGeocoder: AskGeocoder,
): Promise<Settled> {
  let left = [...lots];
  const agreed: string[] = [];
  for (const { text } of phrases) {
    const words = tellingWords(text);
    if (!isTelling(words)) continue;
    const says = new Set(left.filter((lot) => isOfLot(words, lot)));
    const found = says.size === left.length ? undefined : await askGeocoder(text);
    if (says.size > 0) {
      const may = says.size === left.length ? undefined : await mayLieIn(found?.place);
      left = left.filter((lot) => says.has(lot) || may?.(lot));
      agreed.push(text);
      continue;
    }
    if (found === undefined) continue;
    const reach = found.place.radiusM + SUBURBS_M;
    const near = left.filter((lot) => greatCircleMetres(pointOf(lot), found.place) <= reach);
    if (near.length > 0) {
      left = near;
      agreed.push(text);
    } else if ((found.place.population ?? 0) >= TOWN_POPULATION_MIN) return { left: [], agreed };
  }
  return { left, agreed };
}

/**
 * Whether a lot may be in a place although it does not say so: where it is decides, which nobody
 * can claim. When the place is not known: lots that do not say where they are.
 */
async function mayLieIn(place: NamedPlace | undefined): Promise<(lot: NamedLot) => boolean> {
  if (place === undefined) return (lot) => lot.address === null || lot.city === null;
  const { cityAt } = await openCities();
  const town = place.population === null ? undefined : cityAt(place)?.id;
  return town === undefined
    ? (lot) => greatCircleMetres(pointOf(lot), place) <= place.radiusM + NEARBY_RADIUS_M
    : (lot) => cityAt(pointOf(lot))?.id === town;
}

function isOfLot(words: readonly string[], lot: NamedLot): boolean {
  const own = [...townWords(lot), ...wordsOf(`${lot.name} ${lot.address ?? ''}`)];
  return words.every(sameAsOneOf(own));
}

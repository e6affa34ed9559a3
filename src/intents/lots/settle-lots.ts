import { greatCircleMetres } from '../../geometry/great-circle.ts';
import type { PlacePhrase } from '../intent.ts';
import type { AskGeocoder } from './limit-questions.ts';
import { sameAsOneOf, wordsOf } from './lot-words.ts';
import { type NamedLot, pointOf, townWords } from './named-lot.ts';
import { isTelling, tellingWords } from './phrase-words.ts';

/** Lots of a town may be this far beyond its edge. */
const SUBURBS_M = 25_000;
/** Smaller places share their names with too many other things. */
const TOWN_POPULATION_MIN = 15_000;

/** `agreed` are the phrases that fit all remaining lots. */
type Settled = { left: NamedLot[]; agreed: string[] };

/**
 * Which of the lots with a matching name is meant, by the other phrases about the place: first by
 * the words of the lots' towns and addresses, then by where the places are. None remain when the
 * text names a town that none of them is in.
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
    const named = left.filter((lot) => isOfLot(words, lot));
    if (named.length > 0) {
      left = named;
      agreed.push(text);
      continue;
    }
    const found = await askGeocoder(text);
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

function isOfLot(words: readonly string[], lot: NamedLot): boolean {
  const own = [...townWords(lot), ...wordsOf(`${lot.name} ${lot.address ?? ''}`)];
  return words.every(sameAsOneOf(own));
}

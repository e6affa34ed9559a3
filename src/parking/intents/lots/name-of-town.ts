import { greatCircleMetres } from '../../../kit/geo/great-circle.ts';
import { radiusOf } from '../../../kit/places/gazetteer.ts';
import { loadPlaceTable } from '../../../kit/places/place-table.ts';
import { plainName } from '../../../kit/places/plain-name.ts';
import { PARKING_WORDS } from '../../../kit/words/places/place-kinds.ts';
import type { AskGeocoder } from './limit-questions.ts';
import { wordsOf } from './lot-words.ts';
import { type NamedLot, pointOf } from './named-lot.ts';
import { isAddress, isCalledLot, isTelling, tellingWords } from './phrase-words.ts';
import { TOWN_POPULATION_MIN } from './settle-lots.ts';

/** How far a town reaches with its suburbs, in radii. */
const TOWN_REACH_RADII = 2;

type Name = { text: string; lots: readonly NamedLot[]; isWholeName: boolean };

/**
 * Whether words that match lots are rather the name of a town: `Berlin` for Berlin Deck, `Berlin
 * Deck` for a lot in Berlin that has no other name, and `Berlin` alone wherever a lot of that name
 * is. `isWholeName`: they are the whole name of a lot.
 */
export async function isTown(
  { text, lots, isWholeName }: Name,
  askGeocoder: AskGeocoder,
): Promise<boolean> {
  if (isAddress(text)) return false;
  const isOfTown = await areNamedAsTown(text, lots);
  if (isWholeName && !isOfTown && (isCalledLot(text) || !isTelling(tellingWords(text))))
    return false;
  const population = (await askGeocoder(text))?.place.population ?? null;
  if (population === null) return false;
  if (!isWholeName || isOfTown) return true;
  const isBare = !wordsOf(text).some((word) => PARKING_WORDS.has(word));
  return isBare && population >= TOWN_POPULATION_MIN;
}

/**
 * Whether lots have no other name than the town that they say they are in, or are in: by their
 * points, because not all say it.
 */
async function areNamedAsTown(text: string, lots: readonly NamedLot[]): Promise<boolean> {
  const telling = tellingWords(text);
  if (telling.length === 0) return false;
  const says = (lot: NamedLot) => telling.every((word) => wordsOf(lot.city ?? '').includes(word));
  const silent = lots.filter((lot) => !says(lot));
  if (silent.length === 0) return true;
  const towns = (await loadPlaceTable()).find(plainName(telling.join(' ')));
  const isIn = (lot: NamedLot) =>
    towns.some(
      (town) =>
        town.isCity &&
        greatCircleMetres(pointOf(lot), town) <= TOWN_REACH_RADII * radiusOf(town.population),
    );
  return silent.every(isIn);
}

import { greatCircleMetres } from '../../../kit/geo/great-circle.ts';
import type { NamedPlace } from '../../../kit/places/geocoder.ts';
import type { PlacePhrase } from '../../../kit/words/wish.ts';
import type { StatedIntent } from '../intent.ts';
import { chooseByPhrase, chooseLot } from './choose-lot.ts';
import { findLotsByPhrase, type LotsOfPhrase } from './find-lots-by-phrase.ts';
import { findSimilarLots } from './find-similar-lots.ts';
import { isTown } from './name-of-town.ts';
import { isCalledLot, isTelling, tellingWords } from './phrase-words.ts';
import { noPlace } from './place-answer.ts';
import { placeAround } from './place-around.ts';
import { type Asked, type PlaceInText, partsOf } from './stated-place.ts';

/**
 * The place of a text without the whole name of a lot: a lot by words of its name or address, else
 * what the geocoder knows, else the only lot whose name is misspelt by one letter.
 */
export async function resolvePhrases(
  asked: Asked,
  { placePhrases, withinM }: Pick<StatedIntent, 'placePhrases' | 'withinM'>,
): Promise<PlaceInText> {
  const { db, askGeocoder, stated } = asked;
  // A distance from a lot means the lots around it.
  const phrases = withinM === null ? placePhrases : placePhrases.map(nearby);
  const found = await findLotsByPhrase(db, phrases, stated.livemode);
  for (const one of found) {
    const { phrase, lots } = one;
    const isNone = lots.length === 0 || isDistinguished(one, found);
    if (isNone || (await isTown({ ...one, text: phrase.text }, askGeocoder))) continue;
    const others = phrases.filter(({ text }) => !phrase.text.includes(text));
    const { resolved, agreed } = await chooseByPhrase(asked, lots, phrase, others);
    return { resolved, names: [...partsOf(phrase, phrases), ...agreed] };
  }
  for (const phrase of phrases) {
    const { text } = phrase;
    const known = isTelling(tellingWords(text)) ? await askGeocoder(text) : undefined;
    if (known !== undefined) {
      const resolved = await placeAround(db, known, stated.livemode);
      const around = await townsAround(asked, known.place, phrases);
      return { resolved, names: [...partsOf(phrase, phrases), ...around] };
    }
    // Another place in the same town is not the lot that is meant.
    if (isCalledLot(text)) break;
  }
  return findMisspelt(asked, phrases);
}

function nearby({ text }: PlacePhrase): PlacePhrase {
  return { text, isNearby: true };
}

/**
 * Whether the first part of a combined phrase finds lots by itself: then also those count that do
 * not say in which town they are, so that no other lot is found by the town that it says.
 */
function isDistinguished({ phrase }: LotsOfPhrase, found: readonly LotsOfPhrase[]): boolean {
  const parts = found.filter((one) => isPart(one.phrase, phrase));
  return (parts[0]?.lots.length ?? 0) > 0;
}

function isPart(part: PlacePhrase, whole: PlacePhrase): boolean {
  return part.text !== whole.text && whole.text.includes(part.text);
}

/** The phrases that name a town in which the place lies. */
async function townsAround(
  { askGeocoder }: Asked,
  place: NamedPlace,
  phrases: readonly PlacePhrase[],
): Promise<string[]> {
  const towns: string[] = [];
  for (const { text } of phrases) {
    const town = (await askGeocoder(text))?.place;
    const isAround =
      town !== undefined &&
      town.radiusM > place.radiusM &&
      greatCircleMetres(town, place) <= town.radiusM;
    if (isAround) towns.push(text);
  }
  return towns;
}

/** The only lot whose name is misspelt by one letter; otherwise guesses at what is meant. */
async function findMisspelt(asked: Asked, phrases: readonly PlacePhrase[]): Promise<PlaceInText> {
  const { db, stated } = asked;
  const names = phrases.map(({ text }) => text);
  const { similar, misspelt } = await findSimilarLots(db, names, stated.livemode);
  const phrase = phrases.find(({ text }) => text === misspelt?.phrase);
  if (misspelt === undefined || phrase === undefined)
    return { resolved: noPlace(similar), names: [] };
  const others = phrases.filter(({ text }) => !phrase.text.includes(text));
  const lots = [misspelt.lot];
  const { resolved, agreed } = await chooseLot(asked, { lots, isCut: false }, phrase, others);
  return { resolved, names: [...partsOf(phrase, phrases), ...agreed] };
}

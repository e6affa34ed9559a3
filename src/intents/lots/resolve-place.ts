import type { Geocoder, NamedPlace } from '../../geocoding/geocoder.ts';
import { greatCircleMetres, type LatLng } from '../../geometry/great-circle.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { PlacePhrase } from '../intent.ts';
import { correctionAt, relationBefore, rulingOut } from '../places/place-cues.ts';
import { areaOf } from './area-of-lots.ts';
import { findLotsByPhrase, isNamedAsTown } from './find-lots-by-phrase.ts';
import { findNamedLots } from './find-named-lots.ts';
import { findSimilarLots } from './find-similar-lots.ts';
import { type AskGeocoder, limitQuestions } from './limit-questions.ts';
import type { NamedLot } from './named-lot.ts';
import { isAddress, isCalledLot, isTelling, tellingWords } from './phrase-words.ts';
import {
  NEARBY_RADIUS_M,
  type NoPlace,
  noPlace,
  placeOfLot,
  type ResolvedPlace,
} from './place-answer.ts';
import { placeAround, placeAtPoint } from './place-around.ts';
import { settleLots } from './settle-lots.ts';

/** The place, and the parts of the text that led to it. */
type PlaceInText = { resolved: ResolvedPlace | NoPlace; names: string[] };

type Said = {
  text: string;
  livemode: boolean;
  /** Whether the text says how far from its place the lot may be. */
  isAround: boolean;
  placePhrases: readonly PlacePhrase[];
  /** The point that the text gives in degrees; null: none. */
  point: LatLng | null;
  /** The place phrases of the text without some names. */
  phrasesBut(names: readonly string[]): PlacePhrase[];
};
type Asked = { db: Querier; askGeocoder: AskGeocoder; said: Said };

/**
 * Finds the place that the text names: a lot of this world by its whole name, else by words of its
 * name or address, else what the geocoder knows. A name that several lots have is refused unless a
 * town, a street or another word decides; so is a lot that is not in the town that the text names.
 */
export async function resolvePlace(
  { db, geocoder }: { db: Querier; geocoder: Geocoder },
  said: Said,
): Promise<PlaceInText> {
  const { point, livemode } = said;
  if (point !== null) return { resolved: await placeAtPoint(db, point, livemode), names: [] };
  const asked = { db, askGeocoder: limitQuestions(geocoder), said };
  const named = await findNamedLots(db, said.text, said.livemode);
  const ruledOut = named.flatMap(({ at, text, lots }) => {
    const words = rulingOut(said.text.slice(0, at));
    return words === undefined ? [] : [{ at, lots, words: `${words}${text}` }];
  });
  const isElsewhere = (at: number) => relationBefore(said.text.slice(0, at)) === 'elsewhere';
  const wanted = named.filter(
    ({ at }) => !isElsewhere(at) && !ruledOut.some((other) => other.at === at),
  );
  const counting = wanted.filter(({ at }) => at >= correctionAt(said.text));
  const name = counting[0] ?? wanted[0];
  if (name === undefined || (await isTown({ ...name, isWholeName: true }, asked.askGeocoder)))
    return resolvePhrases(asked, said.placePhrases);
  const phrases = said.phrasesBut(named.map(({ text }) => text));
  const isNearby = relationBefore(said.text.slice(0, name.at)) === 'near';
  const { resolved, agreed } = await chooseLot(
    asked,
    name.lots,
    { text: name.text, isNearby },
    phrases,
  );
  // Only one lot is held, so the exclusion of any other lot is satisfied.
  const isOther = ({ lots }: { lots: NamedLot[] }) =>
    'lotId' in resolved &&
    resolved.lotId !== null &&
    !lots.some(({ lot_id }) => lot_id === resolved.lotId);
  const heard = ruledOut.filter(isOther).map(({ words }) => words);
  return { resolved, names: [...heard, name.text, ...agreed] };
}

async function resolvePhrases(asked: Asked, phrases: readonly PlacePhrase[]): Promise<PlaceInText> {
  const { db, askGeocoder, said } = asked;
  for (const found of await findLotsByPhrase(db, phrases, said.livemode)) {
    const name = { ...found, text: found.phrase.text };
    if (found.lots.length === 0 || (await isTown(name, askGeocoder))) continue;
    const others = phrases.filter(({ text }) => !found.phrase.text.includes(text));
    const { resolved, agreed } = await chooseLot(asked, found.lots, found.phrase, others);
    return { resolved, names: [...partsOf(found.phrase, phrases), ...agreed] };
  }
  for (const phrase of phrases) {
    const { text } = phrase;
    const known = isTelling(tellingWords(text)) ? await askGeocoder(text) : undefined;
    if (known !== undefined) {
      const resolved = await placeAround(db, known, said.livemode);
      const around = await townsAround(asked, known.place, phrases);
      return { resolved, names: [...partsOf(phrase, phrases), ...around] };
    }
    // Another place in the same town is not the lot that is meant.
    if (isCalledLot(text)) break;
  }
  return findMisspelt(asked, phrases);
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
  const { db, said } = asked;
  const names = phrases.map(({ text }) => text);
  const { similar, misspelt } = await findSimilarLots(db, names, said.livemode);
  const phrase = phrases.find(({ text }) => text === misspelt?.phrase);
  if (misspelt === undefined || phrase === undefined)
    return { resolved: noPlace(similar), names: [] };
  const others = phrases.filter(({ text }) => !phrase.text.includes(text));
  const { resolved, agreed } = await chooseLot(asked, [misspelt.lot], phrase, others);
  return { resolved, names: [...partsOf(phrase, phrases), ...agreed] };
}

/** The parts of a combined phrase that are in the text. */
function partsOf(phrase: PlacePhrase, phrases: readonly PlacePhrase[]): string[] {
  return phrases.map(({ text }) => text).filter((text) => phrase.text.includes(text));
}

/**
 * Whether a phrase that matches lots is rather the name of a town: `Berlin` for Berlin Deck, or for
 * a lot in Berlin that has no other name.
 */
async function isTown(
  { text, lots, isWholeName }: { text: string; lots: NamedLot[]; isWholeName: boolean },
  askGeocoder: AskGeocoder,
): Promise<boolean> {
  if (isAddress(text) || (isWholeName && !lots.every(isNamedAsTown))) return false;
  const known = await askGeocoder(text);
  return known !== undefined && known.place.population !== null;
}

/** `agreed` are the parts of the text, other than its name, that say where the lot is. */
async function chooseLot(
  { askGeocoder, said }: Asked,
  lots: readonly NamedLot[],
  { text, isNearby }: PlacePhrase,
  others: readonly PlacePhrase[],
): Promise<{ resolved: ResolvedPlace | NoPlace; agreed: string[] }> {
  const { left, agreed } = await settleLots(lots, others, askGeocoder);
  const parts = agreed.flatMap((phrase) => partsOf({ text: phrase, isNearby }, others));
  return {
    resolved: placeOf(left, lots, { text, isNearby: isNearby || said.isAround }),
    agreed: parts,
  };
}

/** `left` are those of the lots that also match the rest of the text. */
function placeOf(
  left: readonly NamedLot[],
  lots: readonly NamedLot[],
  { text, isNearby }: PlacePhrase,
): ResolvedPlace | NoPlace {
  const [lot] = left;
  if (lot === undefined) return noPlace(lots);
  const { timezone } = lot;
  if (left.length === 1)
    return isNearby
      ? { lotId: null, place: placeOfLot(lot, NEARBY_RADIUS_M), timezone }
      : { lotId: lot.lot_id, place: placeOfLot(lot, 0), timezone };
  const area = areaOf(left, text);
  return area === undefined ? noPlace(left) : { lotId: null, place: area, timezone };
}

import type { Geocoder } from '../../geocoding/geocoder.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { PlacePhrase } from '../intent.ts';
import { correctionAt, relationBefore } from '../places/place-cues.ts';
import { areaOf } from './area-of-lots.ts';
import { findLotsByPhrase, isNamedAsTown } from './find-lots-by-phrase.ts';
import { findNamedLots } from './find-named-lots.ts';
import { findSimilarLots } from './find-similar-lots.ts';
import { type AskGeocoder, limitQuestions } from './limit-questions.ts';
import type { NamedLot } from './named-lot.ts';
import { isAddress, isCalledLot, isTelling, tellingWords } from './phrase-words.ts';
import {
  NEARBY_RADIUS_M,
  noPlace,
  placeOfLot,
  type Refusal,
  type ResolvedPlace,
} from './place-answer.ts';
import { placeAround } from './place-around.ts';
import { settleLots } from './settle-lots.ts';

/** The place, and the parts of the text that name it. */
type PlaceInText = { resolved: ResolvedPlace | Refusal; names: string[] };

type Said = {
  text: string;
  livemode: boolean;
  /** The text says how far from its place the lot may be. */
  isAround: boolean;
  placePhrases: readonly PlacePhrase[];
  /** The place phrases of the text without some names. */
  phrasesBut(names: readonly string[]): PlacePhrase[];
};
type Asked = { db: Querier; askGeocoder: AskGeocoder; said: Said };

/**
 * Finds what the text says of the place: a lot of this world by its whole name, else by words of
 * its name or address, else what the geocoder knows. A name of several lots is refused unless a
 * town, a street or another word tells which; so is one that is not in the town that is said.
 */
export async function resolvePlace(
  { db, geocoder }: { db: Querier; geocoder: Geocoder },
  said: Said,
): Promise<PlaceInText> {
  const asked = { db, askGeocoder: limitQuestions(geocoder), said };
  const named = await findNamedLots(db, said.text, said.livemode);
  const wanted = named.filter(({ at }) => relationBefore(said.text.slice(0, at)) !== 'elsewhere');
  const counting = wanted.filter(({ at }) => at >= correctionAt(said.text));
  const name = counting[0] ?? wanted[0];
  if (name === undefined || (await isTown({ ...name, isWholeName: true }, asked.askGeocoder)))
    return resolvePhrases(asked, said.placePhrases);
  const phrases = said.phrasesBut(named.map(({ text }) => text));
  const isNearby = relationBefore(said.text.slice(0, name.at)) === 'near';
  const resolved = await chooseLot(asked, name.lots, { text: name.text, isNearby }, phrases);
  return { resolved, names: [name.text] };
}

async function resolvePhrases(asked: Asked, phrases: readonly PlacePhrase[]): Promise<PlaceInText> {
  const { db, askGeocoder, said } = asked;
  for (const found of await findLotsByPhrase(db, phrases, said.livemode)) {
    const name = { ...found, text: found.phrase.text };
    if (found.lots.length === 0 || (await isTown(name, askGeocoder))) continue;
    const others = phrases.filter(({ text }) => !found.phrase.text.includes(text));
    const resolved = await chooseLot(asked, found.lots, found.phrase, others);
    return { resolved, names: partsOf(found.phrase, phrases) };
  }
  for (const phrase of phrases) {
    const { text } = phrase;
    const known = isTelling(tellingWords(text)) ? await askGeocoder(text) : undefined;
    if (known !== undefined) {
      const resolved = await placeAround(db, known, said.livemode);
      return { resolved, names: partsOf(phrase, phrases) };
    }
    // Somewhere else in the same town is not the lot that is meant.
    if (isCalledLot(text)) break;
  }
  const names = phrases.map(({ text }) => text);
  return { resolved: noPlace(await findSimilarLots(db, names, said.livemode)), names };
}

/** A phrase that was put together, as the parts that stand in the text. */
function partsOf(phrase: PlacePhrase, phrases: readonly PlacePhrase[]): string[] {
  return phrases.map(({ text }) => text).filter((text) => phrase.text.includes(text));
}

/**
 * Whether what fits some lots is rather the name of a town: `Berlin` for Berlin Deck, and for a lot
 * in Berlin that is called nothing else.
 */
async function isTown(
  { text, lots, isWholeName }: { text: string; lots: NamedLot[]; isWholeName: boolean },
  askGeocoder: AskGeocoder,
): Promise<boolean> {
  if (isAddress(text) || (isWholeName && !lots.every(isNamedAsTown))) return false;
  const known = await askGeocoder(text);
  return known !== undefined && known.place.population !== null;
}

async function chooseLot(
  { askGeocoder, said }: Asked,
  lots: readonly NamedLot[],
  { text, isNearby }: PlacePhrase,
  others: readonly PlacePhrase[],
): Promise<ResolvedPlace | Refusal> {
  const left = await settleLots(lots, others, askGeocoder);
  const [lot] = left;
  if (lot === undefined) return noPlace(lots);
  const { timezone } = lot;
  if (left.length === 1)
    return isNearby || said.isAround
      ? { lotId: null, place: placeOfLot(lot, NEARBY_RADIUS_M), timezone }
      : { lotId: lot.lot_id, place: placeOfLot(lot, 0), timezone };
  const area = areaOf(left, text);
  return area === undefined ? noPlace(left) : { lotId: null, place: area, timezone };
}

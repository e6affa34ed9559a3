import { greatCircleMetres } from '../../../kit/geo/great-circle.ts';
import type { PlacePhrase } from '../../../kit/words/wish.ts';
import { isMeantBy } from './find-lots-by-phrase.ts';
import { isHiddenName } from './find-named-lots.ts';
import { sameAsOneOf, wordsOf } from './lot-words.ts';
import { type NamedLot, pointOf, townWords } from './named-lot.ts';
import { isCalledLot, isStreet, tellingWords } from './phrase-words.ts';
import {
  type IntentPlace,
  NEARBY_RADIUS_M,
  type NoPlace,
  noPlace,
  placeOfLot,
  type ResolvedPlace,
} from './place-answer.ts';
import { placeAround } from './place-around.ts';
import { settleLots } from './settle-lots.ts';
import { type Asked, partsOf } from './stated-place.ts';

/** Lots with a matching name; `isCut`: there are more of them. */
type Choice = { lots: readonly NamedLot[]; isCut: boolean };
type Chosen = { resolved: ResolvedPlace | NoPlace; agreed: string[] };

/**
 * The lots of one street or square are at most this far from the one in their middle. Others only
 * claim the address, and would move the middle.
 */
const STREET_M_MAX = 1_000;

/**
 * The one of the lots that the rest of the text, `others`, leaves; several are refused with
 * candidates. `isNearby`: a lot near that one is as good. `agreed` are the parts of the text, other
 * than its name, that say where the lot is.
 */
export async function chooseLot(
  { askGeocoder }: Pick<Asked, 'askGeocoder'>,
  { lots, isCut }: Choice,
  { isNearby }: Pick<PlacePhrase, 'isNearby'>,
  others: readonly PlacePhrase[],
): Promise<Chosen> {
  const { left, agreed } = await settleLots(lots, others, askGeocoder);
  const parts = agreed.flatMap((phrase) => partsOf({ text: phrase, isNearby }, others));
  const [lot] = left;
  if (lot === undefined || left.length > 1 || isCut)
    return { resolved: noPlace(lot === undefined ? lots : left), agreed: parts };
  const { timezone } = lot;
  const resolved = isNearby
    ? { lotId: null, place: placeOfLot(lot, NEARBY_RADIUS_M), timezone }
    : { lotId: lot.lotId, place: placeOfLot(lot, 0), timezone };
  return { resolved, agreed: parts };
}

/**
 * The same for lots that have the words of a phrase in a name or an address: several of one street
 * are an area, and of a place that the geocoder knows, the lots around it are meant.
 */
export async function chooseByPhrase(
  asked: Asked,
  lots: readonly NamedLot[],
  phrase: PlacePhrase,
  others: readonly PlacePhrase[],
): Promise<Chosen> {
  const chosen = await chooseLot(asked, { lots, isCut: false }, phrase, others);
  const { db, askGeocoder, stated } = asked;
  if (!('missing' in chosen.resolved)) {
    const { lotId } = chosen.resolved;
    const isWhole = lots.some((lot) => lot.lotId === lotId && isMeantBy(lot, phrase.text));
    const words = tellingWords(phrase.text);
    if (isWhole || !(await isHiddenName(db, phrase.text, words, stated.livemode))) return chosen;
    // The lot that has the whole name cannot be found now.
    return { ...chosen, resolved: noPlace(lots) };
  }
  const { left } = await settleLots(lots, others, askGeocoder);
  const [lot] = left;
  if (lot === undefined) return chosen;
  const known = isCalledLot(phrase.text) ? undefined : await askGeocoder(phrase.text);
  if (known !== undefined)
    return { ...chosen, resolved: await placeAround(db, known, stated.livemode) };
  const area = isOnStreet(left, phrase.text) ? areaOf(left, phrase.text) : undefined;
  if (area === undefined) return chosen;
  return { ...chosen, resolved: { lotId: null, place: area, timezone: lot.timezone } };
}

/** Whether the phrase is a street that all lots have in their addresses. */
function isOnStreet(lots: readonly NamedLot[], phrase: string): boolean {
  const words = tellingWords(phrase);
  return (
    isStreet(phrase) &&
    lots.every((lot) =>
      words.every(sameAsOneOf([...wordsOf(lot.address ?? ''), ...townWords(lot)])),
    )
  );
}

/**
 * The area of lots that share a street, around the lot that is nearest to all of them; undefined
 * when they are too far apart to share one.
 */
function areaOf(lots: readonly NamedLot[], label: string): IntentPlace | undefined {
  const points = lots.map(pointOf);
  const [centre] = points
    .map((point) => ({
      ...point,
      reachM: Math.max(...points.map((other) => greatCircleMetres(point, other))),
    }))
    .toSorted((a, b) => a.reachM - b.reachM);
  if (centre === undefined || centre.reachM > STREET_M_MAX) return undefined;
  const { lat, lng, reachM } = centre;
  return { lat, lng, label, radiusM: Math.ceil(reachM) + NEARBY_RADIUS_M, attribution: null };
}

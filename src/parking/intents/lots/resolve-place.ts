import type { Geocoder } from '../../../kit/places/geocoder.ts';
import { correctionAt, relationBefore, rulingOut } from '../../../kit/words/places/place-cues.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { findNamedLots, type NameInText } from './find-named-lots.ts';
import { limitQuestions } from './limit-questions.ts';
import { isTown } from './name-of-town.ts';
import type { NamedLot } from './named-lot.ts';
import { hasLotWord, isCalledLot } from './phrase-words.ts';
import { placeAtPoint } from './place-around.ts';
import { readName, type SpokenName } from './read-name.ts';
import { resolvePhrases } from './resolve-phrases.ts';
import type { PlaceInText, Stated } from './stated-place.ts';

/**
 * Finds the place that the text names: a lot of this mode by its whole name, else by words of its
 * name or address, else what the geocoder knows. A name that several lots have is refused with
 * candidates unless a town, a street or another word leaves one of them; so is a lot that is not in
 * the town that the text names.
 */
export async function resolvePlace(
  { db, geocoder }: { db: Querier; geocoder: Geocoder },
  stated: Stated,
): Promise<PlaceInText> {
  const { point, livemode } = stated;
  if (point !== null) return { resolved: await placeAtPoint(db, point, livemode), names: [] };
  const asked = { db, askGeocoder: limitQuestions(geocoder), stated };
  const named = await findNamedLots(db, stated, (part) => isNameIn(stated, part));
  const ruledOut = named.flatMap(({ at, text, lots }) => {
    const words = rulingOut(stated.text.slice(0, at));
    return words === undefined ? [] : [{ at, lots, words: `${words}${text}` }];
  });
  const isElsewhere = (at: number) => relationBefore(stated.text.slice(0, at)) === 'elsewhere';
  const wanted = named.filter(
    ({ at }) => !isElsewhere(at) && !ruledOut.some((other) => other.at === at),
  );
  const counting = wanted.filter(({ at }) => at >= correctionAt(stated.text));
  const name = counting[0] ?? wanted[0];
  const names = name === undefined ? [] : [name, ...name.inner].map((one) => spokenIn(stated, one));
  const meant: SpokenName[] = [];
  for (const one of names) if (!(await isTown(townOf(one), asked.askGeocoder))) meant.push(one);
  const [outermost, ...inner] = meant;
  if (outermost === undefined || outermost.text !== name?.text)
    return resolvePhrases(asked, stated.read([]));
  const others = named.filter((one) => one !== name).map(({ text }) => text);
  const read = await readName(asked, outermost, inner, others);
  return { ...read, names: [...heard(read, ruledOut), ...read.names] };
}

/**
 * False for words that the text has for another reason, such as a plate or a time, whatever lots
 * are called so.
 */
function isNameIn(stated: Stated, part: string): boolean {
  const isPlate = (plate: string) => part.includes(plate) || plate.includes(part);
  if (!isCalledLot(part) && stated.read([]).plateTexts.some(isPlate)) return false;
  return hasLotWord(part) || stated.phrasesIn(part).length > 0;
}

/** Words that the sentence would have anyway are not what names a place: `Parking in Berlin`. */
function spokenIn(stated: Stated, name: NameInText): SpokenName {
  if (isCalledLot(name.text)) return { ...name, spoken: name.text };
  const [first] = stated.phrasesIn(name.text);
  return { ...name, spoken: first?.text ?? name.text };
}

function townOf({ spoken, lots }: SpokenName) {
  return { text: spoken, lots, isWholeName: true };
}

/** Only one lot is held, so the exclusion of any other lot is satisfied. */
function heard(
  { resolved }: PlaceInText,
  ruledOut: readonly { lots: NamedLot[]; words: string }[],
): string[] {
  const isOther = ({ lots }: { lots: NamedLot[] }) =>
    'lotId' in resolved &&
    resolved.lotId !== null &&
    !lots.some(({ lotId }) => lotId === resolved.lotId);
  return ruledOut.filter(isOther).map(({ words }) => words);
}

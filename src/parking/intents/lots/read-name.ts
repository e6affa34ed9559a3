import { greatCircleMetres } from '../../../kit/geo/great-circle.ts';
import { relationBefore } from '../../../kit/words/places/place-cues.ts';
import { chooseLot } from './choose-lot.ts';
import { findLotsByPhrase, isMeantBy } from './find-lots-by-phrase.ts';
import { isWithin, type NameInText } from './find-named-lots.ts';
import type { NamedLot } from './named-lot.ts';
import { hasLotWord, isCalledLot, isTelling, tellingWords } from './phrase-words.ts';
import { NEARBY_RADIUS_M, type NoPlace, noPlace, type ResolvedPlace } from './place-answer.ts';
import { placeAround } from './place-around.ts';
import { TOWN_POPULATION_MIN } from './settle-lots.ts';
import type { Asked, PlaceInText } from './stated-place.ts';

/** What a name in the text means: `spoken` is the part of it that names a place. */
export type SpokenName = NameInText & { spoken: string };
type Reading = PlaceInText & { lots: readonly NamedLot[] };

/**
 * The lot of a name in the text. A shorter name within it counts as well when the other words also
 * have a meaning without the longer one, as in `X Garage now`: then both are candidates.
 */
export async function readName(
  asked: Asked,
  name: SpokenName,
  inner: readonly SpokenName[],
  /** The other names in the text. */
  others: readonly string[],
): Promise<PlaceInText> {
  const within = inner.filter(
    (one) => !isWithin(one, name) || isCalledLot(one.text) || !saysKind(name, one),
  );
  const outermost = await readingOf(asked, name, others);
  if (within.length === 0) return outermost;
  const readings: Reading[] = [outermost];
  for (const one of within) readings.push(await readingOf(asked, one, others));
  const whole = readings.filter(({ names }) => isUnderstood(asked, [...names, ...others]));
  const [only] = whole;
  if (only === undefined || whole.length === 1) return only ?? outermost;
  return { resolved: noPlace(whole.flatMap(({ lots }) => lots)), names: outermost.names };
}

/** `Union Station Garage` is not Union Station; with `parking`, it may be. */
function saysKind(name: NameInText, within: NameInText): boolean {
  return hasLotWord(name.text.replace(within.text, ' '));
}

function isUnderstood({ stated }: Asked, names: readonly string[]): boolean {
  return stated.isUnderstood(names);
}

async function readingOf(
  asked: Asked,
  name: SpokenName,
  others: readonly string[],
): Promise<Reading> {
  const { stated } = asked;
  const { placePhrases: phrases, withinM } = stated.read([name.text, ...others]);
  const isNearby = withinM !== null || relationBefore(stated.text.slice(0, name.at)) === 'near';
  const rivals = await rivalsOf(asked, name);
  const lots = [...name.lots, ...rivals.lots];
  const isCut = name.isCut || rivals.isCut;
  const { text } = name;
  const chosen = await chooseLot(asked, { lots, isCut }, { isNearby }, phrases);
  const resolved = await unlessElsewhere(asked, name, chosen.resolved);
  return { resolved, names: [text, ...chosen.agreed], lots };
}

/**
 * Other lots that the words may mean when they say no kind of lot: those called so with a word like
 * `garage`, and those whose address or reference they are.
 */
async function rivalsOf(
  { db, stated }: Asked,
  { spoken: text, lots: named }: SpokenName,
): Promise<{ lots: NamedLot[]; isCut: boolean }> {
  if (isCalledLot(text)) return { lots: [], isCut: false };
  const [found] = await findLotsByPhrase(db, [{ text, isNearby: false }], stated.livemode);
  const others = (found?.all ?? []).filter(
    (lot) => isMeantBy(lot, text) && named.every(({ lotId }) => lotId !== lot.lotId),
  );
  return { lots: others, isCut: found?.isCut === true };
}

/** A lot that has the name of a known place, but is not there, is refused with that place. */
async function unlessElsewhere(
  { db, askGeocoder, stated }: Asked,
  { spoken, lots }: SpokenName,
  resolved: ResolvedPlace | NoPlace,
): Promise<ResolvedPlace | NoPlace> {
  if ('missing' in resolved || isCalledLot(spoken) || !isTelling(tellingWords(spoken)))
    return resolved;
  const known = await askGeocoder(spoken);
  if (known === undefined) return resolved;
  const { radiusM, population } = known.place;
  const isThere =
    greatCircleMetres(resolved.place, known.place) <= radiusM + NEARBY_RADIUS_M ||
    (population !== null && population < TOWN_POPULATION_MIN);
  if (isThere || 'missing' in (await placeAround(db, known, stated.livemode))) return resolved;
  return noPlace(lots, known.place);
}

import { PARKING_WORDS } from '../../../kit/words/places/place-kinds.ts';
import type { PlacePhrase } from '../../../kit/words/wish.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { findLotsByWords } from './find-lots-by-words.ts';
import { allOf, mayBeOfLot, sameAsOneOf, wordsOf } from './lot-words.ts';
import { type NamedLot, ownWords } from './named-lot.ts';
import { isTelling, tellingWords, tellingWordsInDigits } from './phrase-words.ts';

/**
 * The lots that match a phrase. `isWholeName`: the phrase contains all words of a name of theirs.
 * `isCut`: so many match that none is listed.
 */
export type LotsOfPhrase = {
  phrase: PlacePhrase;
  lots: NamedLot[];
  /** Also those whose names say more than the phrase. */
  all: NamedLot[];
  isWholeName: boolean;
  isCut: boolean;
};

/**
 * For each phrase the lots of one mode that have all its words in their name, reference or
 * address, and not only in the name of their town. When the phrase has the whole name of some
 * of them, perhaps without words like `parking`, only those.
 */
export async function findLotsByPhrase(
  db: Querier,
  phrases: readonly PlacePhrase[],
  livemode: boolean,
): Promise<LotsOfPhrase[]> {
  const asked = phrases
    .map((phrase) => ({ phrase, spellings: spellingsOf(phrase.text) }))
    .filter(({ spellings }) => spellings.length > 0);
  const combinations = asked.map(({ spellings }) => spellings.map(allOf).join(' | '));
  const found = await findLotsByWords(db, combinations, livemode);
  return asked.map(({ phrase, spellings }, index) => {
    const isLotWord = sameAsOneOf(spellings.flat());
    // At least one word must be the lot's own, and not only its town's.
    const { lots: matching = [], isCut = false } = found[index] ?? {};
    const all = matching.filter((lot) => ownWords(lot).some(isLotWord));
    const called = all.filter((lot) => isCalled(lot, phrase.text));
    const isStated = sameAsOneOf(wordsOf(phrase.text));
    const isWholeName = called.some((lot) => wordsOf(lot.name).every(isStated));
    return { phrase, lots: called.length > 0 ? called : all, all, isWholeName, isCut };
  });
}

/** The words of the text and, where it differs, their form with digits. */
function spellingsOf(text: string): string[][] {
  const stated = tellingWords(text);
  const inDigits = tellingWordsInDigits(text);
  const all = stated.join() === inDigits.join() ? [stated] : [stated, inDigits];
  return all.filter((words) => isTelling(words) && mayBeOfLot(words));
}

/** Whether the text has the name of a lot, perhaps without words like `parking`. */
function isCalled(lot: NamedLot, text: string): boolean {
  const words = wordsOf(lot.name);
  const telling = words.filter((word) => !PARKING_WORDS.has(word));
  return (telling.length > 0 ? telling : words).every(sameAsOneOf(wordsOf(text)));
}

/** Whether the text is what a lot is called, its address or its reference, and not just a part. */
export function isMeantBy(lot: NamedLot, text: string): boolean {
  const words = tellingWords(text);
  const isAll = (own: string | null) => words.every(sameAsOneOf(wordsOf(own ?? '')));
  return isCalled(lot, text) || isAll(lot.address) || isAll(lot.ref);
}

import type { Querier } from '../../stores/postgres.ts';
import type { PlacePhrase } from '../intent.ts';
import { findLotsByWords } from './find-lots-by-words.ts';
import { allOf, mayBeOfLot, sameAsOneOf, wordsOf } from './lot-words.ts';
import { type NamedLot, ownWords } from './named-lot.ts';
import { isTelling, tellingWords, tellingWordsInDigits } from './phrase-words.ts';

/** The lots that match a phrase; `isWholeName`: the phrase contains all words of their names. */
type LotsOfPhrase = { phrase: PlacePhrase; lots: NamedLot[]; isWholeName: boolean };

/**
 * For each phrase the lots of one world that have all its words in their name, reference or
 * address, and not only in the name of their town. When the phrase is the whole name of some of
 * them, only those.
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
    const isTold = sameAsOneOf(spellings.flat());
    // At least one word must be the lot's own, and not only its town's.
    const lots = (found[index] ?? []).filter((lot) => ownWords(lot).some(isTold));
    const isSaid = sameAsOneOf(wordsOf(phrase.text));
    const whole = lots.filter((lot) => wordsOf(lot.name).every(isSaid));
    return whole.length > 0
      ? { phrase, lots: whole, isWholeName: true }
      : { phrase, lots, isWholeName: false };
  });
}

/** The words of the text and, where it differs, their form with digits. */
function spellingsOf(text: string): string[][] {
  const said = tellingWords(text);
  const inDigits = tellingWordsInDigits(text);
  const all = said.join() === inDigits.join() ? [said] : [said, inDigits];
  return all.filter((words) => isTelling(words) && mayBeOfLot(words));
}

/** Whether a lot has no other name than its town. */
export function isNamedAsTown(lot: NamedLot): boolean {
  const town = wordsOf(lot.city ?? '');
  return tellingWords(lot.name).every((word) => town.includes(word));
}

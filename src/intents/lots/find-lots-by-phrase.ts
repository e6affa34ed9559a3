import type { Querier } from '../../stores/postgres.ts';
import type { PlacePhrase } from '../intent.ts';
import { findLotsByWords } from './find-lots-by-words.ts';
import { allOf, mayBeOfLot, sameAsOneOf, wordsOf } from './lot-words.ts';
import { type NamedLot, ownWords } from './named-lot.ts';
import { isTelling, tellingWords, tellingWordsInDigits } from './phrase-words.ts';

/** The lots that a phrase fits; `isWholeName`: it says all that their names do. */
type LotsOfPhrase = { phrase: PlacePhrase; lots: NamedLot[]; isWholeName: boolean };

/**
 * For each phrase the lots of one world that have all its words in their name, reference or
 * address, and not in the name of their town alone. Where it is the whole name of some, only those.
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
    // Some word is of the lot's own, not of its town alone.
    const lots = (found[index] ?? []).filter((lot) => ownWords(lot).some(isTold));
    const isSaid = sameAsOneOf(wordsOf(phrase.text));
    const whole = lots.filter((lot) => wordsOf(lot.name).every(isSaid));
    return whole.length > 0
      ? { phrase, lots: whole, isWholeName: true }
      : { phrase, lots, isWholeName: false };
  });
}

/** The words as they are said, and with digits where that is something else. */
function spellingsOf(text: string): string[][] {
  const said = tellingWords(text);
  const inDigits = tellingWordsInDigits(text);
  const all = said.join() === inDigits.join() ? [said] : [said, inDigits];
  return all.filter((words) => isTelling(words) && mayBeOfLot(words));
}

/** Whether a lot is called nothing but what its town is. */
export function isNamedAsTown(lot: NamedLot): boolean {
  const town = wordsOf(lot.city ?? '');
  return tellingWords(lot.name).every((word) => town.includes(word));
}

import type { Querier } from '../../../stores/postgres.ts';
import type { NamedLot } from './named-lot.ts';

/**
 * More lots than this share the name of a town or a general word, which distinguishes none of them.
 */
const LOTS_MAX = 50;

/** `isCut`: too many lots contain the words, so none is listed. */
type LotsOfWords = { lots: NamedLot[]; isCut: boolean };

/**
 * For each combination of words (see lot-words.ts) the listed lots of one mode that contain them,
 * in the order of their ids; none for a combination that more than 50 lots contain.
 */
export async function findLotsByWords(
  db: Querier,
  combinations: readonly string[],
  livemode: boolean,
): Promise<LotsOfWords[]> {
  if (combinations.length === 0) return [];
  const rows = await db.query<NamedLot & { combination: number }>('lots_find_by_words', {
    livemode,
    combinations,
    rowLimit: LOTS_MAX + 1,
  });
  const found = Map.groupBy(rows, ({ combination }) => combination);
  return combinations.map((_, index) => {
    const lots = found.get(index + 1) ?? [];
    const isCut = lots.length > LOTS_MAX;
    return { lots: isCut ? [] : lots, isCut };
  });
}

import type { Querier } from '../../../stores/postgres.ts';
import type { Seen, Times } from './look.ts';
import { choosePage, highestKey } from './match/choose-page.ts';
import { addUp, findMatches } from './match/find-matches.ts';
import type { LotSearch } from './match/lot-search.ts';
import { priceKeys } from './match/price-key.ts';
import type { Near } from './match/rank-lots.ts';
import type { SearchPosition } from './match/search-cursor.ts';

/** Looks at all lots that are near enough. */
export async function lookAtAll(
  db: Querier,
  near: readonly Near[],
  search: LotSearch,
  after: SearchPosition | null,
  times: Times & { ownerId: string | null },
): Promise<Seen> {
  const priceKeyOf = priceKeys(search.sort === 'price' ? near : []);
  const matches = await findMatches(db, near, search, { ...times, priceKeyOf });
  const to = highestKey(matches, after, search);
  const page = await choosePage(matches, async () => near, search, { after, to });
  return { ...page, to, ...times, ...(await addUp(matches)) };
}

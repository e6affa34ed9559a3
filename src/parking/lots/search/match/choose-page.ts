import { inTimeSlices } from '../../../../kit/pool/time-slices.ts';
import type { LotSearch } from './lot-search.ts';
import type { Match } from './match-lots.ts';
import { type Near, RING_M, rankLots } from './rank-lots.ts';
import type { SearchPosition } from './search-cursor.ts';

type Ranked = { match: Match; position: SearchPosition };

/**
 * The page of a search after a position (null: the first). Lots that count as equal (in the same
 * ring, of the same price, with as many free spaces) are taken by their rank among the lots of
 * their operator, so that nobody fills a page by listing many. Within a page sorted by distance
 * they are shown by distance. `last` is the position after which the next page begins; null: this
 * page is the last. `to` is their `highestKey`: matches with higher keys may be missing. `nearOf`
 * lists all lots among which the ranks of equal ones count.
 */
export async function choosePage(
  matches: readonly Match[],
  nearOf: (equal: readonly Match[]) => Promise<readonly Near[]>,
  { limit, sort, radiusM }: LotSearch,
  { after, to }: { after: SearchPosition | null; to: number },
): Promise<{ shown: Match[]; last: SearchPosition | null }> {
  const from = after?.key ?? -Infinity;
  const reached = matches.filter(({ key }) => key >= from && key <= to);
  if (after === null && reached.length <= limit && sort === 'distance')
    return { shown: reached.toSorted(byDistance), last: null };
  const rings = sort === 'distance' ? ([from, to] as const) : ([0, radiusM / RING_M] as const);
  const rankOf = await rankEqual(reached, nearOf, after, rings);
  const page = createPage(limit, after, rankOf);
  await inTimeSlices(reached, page.offer);
  const { first, hasMore } = page.read();
  const shown = first.map(({ match }) => match);
  return {
    shown: sort === 'distance' ? shown.toSorted(byDistance) : shown,
    last: hasMore ? (first.at(-1)?.position ?? null) : null,
  };
}

/**
 * The ranks of matches whose places depend on them, because others, or the last lot before, have
 * the same key. Of all others 0 stands for the rank.
 */
async function rankEqual(
  reached: readonly Match[],
  nearOf: (equal: readonly Match[]) => Promise<readonly Near[]>,
  after: SearchPosition | null,
  rings: Parameters<typeof rankLots>[1],
): Promise<(match: Match, atMost: number) => number> {
  const counts = new Map<number, number>();
  for (const { key } of reached) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isEqual = ({ key, lot }: Match) =>
    (counts.get(key) ?? 0) > 1 || (key === after?.key && lot.lotId !== after.lotId);
  const equal = reached.filter(isEqual);
  if (equal.length === 0) return () => 0;
  const rankOf = await rankLots(await nearOf(equal), rings);
  return (match, atMost) => (isEqual(match) ? rankOf(match, atMost) : 0);
}

/** No lot of the page after a position has a higher key than this. */
export function highestKey(
  matches: readonly Match[],
  after: SearchPosition | null,
  { limit }: LotSearch,
): number {
  const from = after?.key ?? -Infinity;
  const keys = matches.map(({ key }) => key).filter((key) => key > from);
  return new Float64Array(keys).sort()[limit] ?? Infinity;
}

/** The first `limit` matches after a position, from however many matches. */
function createPage(
  limit: number,
  after: SearchPosition | null,
  rankOf: (match: Match, atMost: number) => number,
) {
  /** Sorted, with one more than the page has room for. */
  const first: Ranked[] = [];
  return {
    offer(match: Match): void {
      const { key, distanceM, lot } = match;
      const last = first[limit];
      if (last !== undefined && key > last.position.key) return;
      // Its rank may not have been looked up then, or not be now.
      if (lot.lotId === after?.lotId && key === after.key) return;
      const rank = rankOf(match, key === last?.position.key ? last.position.rank : Infinity);
      const position = { key, rank, distanceM, lotId: lot.lotId };
      if (after !== null && inOrder(after, position) >= 0) return;
      if (last !== undefined && inOrder(last.position, position) < 0) return;
      const at = first.findIndex((one) => inOrder(position, one.position) < 0);
      first.splice(at < 0 ? first.length : at, 0, { match, position });
      if (first.length > limit + 1) first.pop();
    },
    read: () => ({ first: first.slice(0, limit), hasMore: first.length > limit }),
  };
}

function inOrder(a: SearchPosition, b: SearchPosition): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.distanceM !== b.distanceM) return a.distanceM - b.distanceM;
  return a.lotId < b.lotId ? -1 : Number(a.lotId > b.lotId);
}

function byDistance(a: Match, b: Match): number {
  return a.distanceM - b.distanceM || (a.lot.lotId < b.lot.lotId ? -1 : 1);
}

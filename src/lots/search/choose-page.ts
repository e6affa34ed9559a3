import { inTurns } from '../../turns/take-turns.ts';
import type { LotSearch } from './lot-search.ts';
import type { Match } from './match-lots.ts';
import { type Near, type RankOf, RING_M, rankLots } from './rank-lots.ts';
import type { SearchPosition } from './search-cursor.ts';

type Ranked = { match: Match; position: SearchPosition };

/**
 * The page of a search after a position (null: the first), or undefined where lots farther away
 * than `seenM`, which nobody has looked at, may be on it. Lots that count as equal (in the same
 * ring, of the same price, with as many free spaces) are taken by their rank among the lots of
 * their operator, so that nobody fills a page by listing many. Within a page sorted by distance
 * they are shown by distance. `last` is the position after which the next page begins; null: this
 * page is the last. `near` are all lots among which ranks count.
 */
export async function choosePage(
  { near, matches }: { near: readonly Near[]; matches: readonly Match[] },
  { limit, sort, radiusM }: LotSearch,
  after: SearchPosition | null,
  seenM: number,
): Promise<{ shown: Match[]; last: SearchPosition | null } | undefined> {
  const from = after?.key ?? -Infinity;
  const to = highestKey(matches, from, limit);
  if (sort === 'distance' && seenM < radiusM && (to + 1) * RING_M > seenM) return undefined;
  const reached = matches.filter(({ key }) => key >= from && key <= to);
  if (after === null && reached.length <= limit && sort === 'distance')
    return { shown: reached.toSorted(byDistance), last: null };
  const rings = sort === 'distance' ? ([from, to] as const) : ([0, radiusM / RING_M] as const);
  const rankOf = await rankLots(near, rings);
  const page = createPage(limit, after, rankOf);
  await inTurns(reached, page.offer);
  const { first, hasMore } = page.read();
  const shown = first.map(({ match }) => match);
  return {
    shown: sort === 'distance' ? shown.toSorted(byDistance) : shown,
    last: hasMore ? (first.at(-1)?.position ?? null) : null,
  };
}

/** No lot of a page that begins within the key `from` has a higher key than this. */
function highestKey(matches: readonly Match[], from: number, limit: number): number {
  const keys = matches.map(({ key }) => key).filter((key) => key > from);
  return new Float64Array(keys).sort()[limit] ?? Infinity;
}

/** The first `limit` matches after a position, from however many matches. */
function createPage(limit: number, after: SearchPosition | null, rankOf: RankOf) {
  /** Sorted, with one more than the page has room for. */
  const first: Ranked[] = [];
  return {
    offer(match: Match): void {
      const { key, distanceM, lot } = match;
      const last = first[limit];
      if (last !== undefined && key > last.position.key) return;
      const rank = rankOf(match, key === last?.position.key ? last.position.rank : Infinity);
      const position = { key, rank, distanceM, lotId: lot.lot_id };
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
  return a.distanceM - b.distanceM || (a.lot.lot_id < b.lot.lot_id ? -1 : 1);
}

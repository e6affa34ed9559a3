import { type Asker, lotsOf, type SearchDeps, type Seen, tilesAround, timesOf } from './look.ts';
import { lookAtAll } from './look-at-all.ts';
import { lookAtBest } from './look-at-best.ts';
import type { LotSearch } from './match/lot-search.ts';
import { listNear } from './match/near-lots.ts';
import type { SearchPosition } from './match/search-cursor.ts';
import type { OrderedBy } from './tiles/tile-orders.ts';

/** It is faster to look at so many lots than to order them. */
const ALL_LOTS_MAX = 400;

/** Looks at all lots around where they are few, else at those that may come first. */
export async function lookByKey(
  { db, lotTiles }: SearchDeps,
  search: LotSearch & { sort: OrderedBy },
  after: SearchPosition | null,
  { now, ownerId }: Asker,
): Promise<Seen> {
  const area = await lotTiles.readTiles(tilesAround(search));
  const tiles = area.tiles.filter(({ size }) => size > 0);
  const asked = { ...timesOf(search, area.now, now), ownerId };
  const lotCount = tiles.reduce((sum, { size }) => sum + size, 0);
  if (lotCount > ALL_LOTS_MAX) return lookAtBest(db, tiles, search, after, asked);
  return lookAtAll(db, await listNear([...lotsOf(tiles)], search), search, after, asked);
}

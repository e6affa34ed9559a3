import { type Asker, type SearchDeps, type Seen, tilesAround, timesOf } from './look.ts';
import { lookAtAll } from './look-at-all.ts';
import type { LotSearch } from './match/lot-search.ts';
import { listNear } from './match/near-lots.ts';
import { RING_M } from './match/rank-lots.ts';
import type { SearchPosition } from './match/search-cursor.ts';
import type { LotTiles } from './tiles/lot-tiles.ts';

// A search by distance looks at a small circle first, then at larger ones, until its page is full.
// All are whole rings wide, so that nothing of their last ring is missing.

/** In metres. */
const FIRST_LOOK_MIN = 2 * RING_M;
/** How many times as far it looks next. */
const FARTHER_MIN = 1.5;
const FARTHER_MAX = 4;
/** How many times as many lots as the page needs are hoped for, as they do not lie evenly. */
const HOPED_FOR = 1.5;
/** Square metres, on average. */
const TILE_AREA = 36_129_062;

/** Looks at larger and larger circles. */
export async function lookOutward(
  { db, lotTiles }: SearchDeps,
  search: LotSearch,
  after: SearchPosition | null,
  { now, ownerId }: Asker,
): Promise<Seen> {
  let radiusM = firstLook(lotTiles, search, after);
  for (let hasRead = false; ; hasRead = true) {
    const within = { ...search, radiusM };
    const area = await lotTiles.read(tilesAround(within), { hasRead });
    const near = await listNear(area.lots, within);
    const asked = { ...timesOf(search, area.now, now), ownerId };
    const seen = await lookAtAll(db, near, search, after, asked);
    const isFull = seen.availableCount > 0 && (seen.to + 1) * RING_M <= radiusM;
    if (isFull || radiusM >= search.radiusM) return seen;
    radiusM = nextLook(radiusM, search, seen.foundCount);
  }
}

/**
 * How far to look at first, in metres: at least as far as the page begins, and as far as there are
 * enough lots, by how many are known in the tiles around.
 */
function firstLook(lotTiles: LotTiles, search: LotSearch, after: SearchPosition | null): number {
  if (search.radiusM <= FIRST_LOOK_MIN) return search.radiusM;
  const cells = tilesAround({ ...search, radiusM: FIRST_LOOK_MIN });
  const known = lotTiles.countKept(cells);
  const hoped =
    known === undefined ? 0 : radiusWith(lotsHoped(search), known / (cells.length * TILE_AREA));
  const from = Math.max(0, after?.key ?? 0) * RING_M;
  return inRings(
    from + Math.max(FIRST_LOOK_MIN, Math.min(hoped, FARTHER_MAX * FIRST_LOOK_MIN)),
    search,
  );
}

/** How far to look after so many lots were found within a radius, which were not enough. */
function nextLook(radiusM: number, search: LotSearch, foundCount: number): number {
  const hoped = radiusWith(lotsHoped(search), foundCount / (Math.PI * radiusM ** 2));
  return inRings(Math.min(FARTHER_MAX * radiusM, Math.max(FARTHER_MIN * radiusM, hoped)), search);
}

const lotsHoped = ({ limit }: LotSearch) => HOPED_FOR * (limit + 1);

/** The radius in metres of a circle with so many lots, of a number in each square metre. */
const radiusWith = (lots: number, density: number) => Math.sqrt(lots / (Math.PI * density));

/** All of the circle, where that is not much farther. */
const inRings = (metres: number, { radiusM }: LotSearch) =>
  FARTHER_MIN * metres >= radiusM ? radiusM : RING_M * Math.ceil(metres / RING_M);

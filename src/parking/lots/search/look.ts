import { circleCap, coverCircle } from '../../../kit/geo/circle-cover.ts';
import type { Window } from '../../../kit/hours/opening-hours.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { KnownLot, LotTile } from './match/known-lot.ts';
import { type Period, periodOf } from './match/lot-period.ts';
import type { LotSearch } from './match/lot-search.ts';
import type { Match } from './match/match-lots.ts';
import type { SearchPosition } from './match/search-cursor.ts';
import { LOT_TILE_RESOLUTION, type LotTiles } from './tiles/lot-tiles.ts';

/** What a search asks about, and when lots have to be open for it. */
export type Times = { period: Period; openIn: Window };

/** A page of a search, and what was seen to choose it. */
export type Seen = Times & {
  shown: readonly Match[];
  /** After which the next page begins; null: this page is the last. */
  last: SearchPosition | null;
  /** No lot of the page has a higher key. */
  to: number;
  foundCount: number;
  availableCount: number;
  nearestM: number | null;
};

export type SearchDeps = { db: Querier; lotTiles: LotTiles };

/** `now` is milliseconds since 1970; `ownerId`: whose lots the caller sees in full. */
export type Asker = { now: number; ownerId: string | null };

/** The cells of the tiles around a search. */
export const tilesAround = ({ centre, radiusM }: Pick<LotSearch, 'centre' | 'radiusM'>) =>
  coverCircle(circleCap(centre, radiusM), LOT_TILE_RESOLUTION);

/** By the database's clock. BAD_REQUEST naming `starts_at`. */
export function timesOf({ window }: LotSearch, databaseNow: Date, now: number): Times {
  const period = periodOf(window, databaseNow);
  return { period, openIn: period.window ?? { from: new Date(now), to: new Date(now) } };
}

export function* lotsOf(tiles: readonly LotTile[]): Generator<KnownLot> {
  for (const tile of tiles) yield* tile.values();
}

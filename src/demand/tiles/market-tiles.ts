import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import { followNotices, type Notices } from '../../stores/notices.ts';
import type { Postgres } from '../../stores/postgres.ts';
import { readTerms } from '../../tariffs/compare/read-terms.ts';
import { type ReferenceStay, referencePrice } from '../../tariffs/compare/reference-price.ts';
import type { Percentile } from '../areas/demand-score.ts';
import { areaFinder, searchFinder } from '../areas/disclosed-area.ts';
import { type AnswerCache, createAnswerCache } from './answer-cache.ts';
import { TILES_PER_LOAD } from './cap-tree.ts';
import { findPublished, type Mark, type Published } from './published.ts';
import { type Tile, tileOf } from './tile.ts';
import { tileCache } from './tile-cache.ts';
import type { Around, PublishedLot } from './tile-lots.ts';

/** Tiles and their lots that are kept for each mode; about 0.7 kB each. */
const ENTRIES_KEPT_MAX = 300_000;
export type TilesRead = {
  tiles: readonly Tile[];
  /** In ascending order. */
  percentilesOf(country: string): readonly Percentile[];
  /** Answers from other marts, each computed once while this is the newest publication. */
  answers: AnswerCache;
  asOf: Date;
};

export type MarketTiles = {
  /**
   * The tiles of these cells of TILE_RESOLUTION, all of one publication: the one that readers see
   * during the call. `finer`: see ReadTiles. Throws INTERNAL (503) while nothing has been
   * published.
   */
  read(
    livemode: boolean,
    cells: readonly bigint[],
    finer?: () => readonly bigint[],
  ): Promise<TilesRead>;
  /**
   * The same tiles where the price of an hour is that of another stay, and none of a day is known.
   * They are read and priced for each call. Errors: as of `read`.
   */
  readPriced(livemode: boolean, cells: readonly bigint[], stay: ReferenceStay): Promise<Tile[]>;
  close(): Promise<void>;
};

type Deps = { db: Postgres; clock: Clock; log: Logger; entriesKeptMax?: number };

/** A tile with the mark of what was read for it. */
type MarkedTile = Tile & { mark: Mark | undefined };

type Rest = {
  percentiles: Map<string, readonly Percentile[]>;
  /** Answers that other marts of the same publication give. */
  answers: AnswerCache;
  asOf: Date;
};

/** Tiles of the published marts, kept in memory while their publication is the newest. */
export function openMarketTiles(deps: Deps): MarketTiles {
  const notices = followNotices(deps, 'published');
  const live = cacheMode(true, deps, notices);
  const test = cacheMode(false, deps, notices);
  return {
    read: (livemode, cells, finer) => (livemode ? live : test)(cells, finer),
    readPriced: (livemode, cells, stay) => readPriced(deps.db, livemode, cells, stay),
    close: notices.close,
  };
}

function cacheMode(livemode: boolean, deps: Deps, notices: Notices) {
  const { db, clock, entriesKeptMax = ENTRIES_KEPT_MAX } = deps;
  const read = tileCache<MarkedTile, Published, Rest>(
    { clock, notices },
    {
      find: (cells, before) =>
        findPublished(
          db,
          livemode,
          cells,
          before.map((tile) => tile?.mark),
        ),
      isRenewed: true,
      versionOf: ({ publicationId }) => publicationId,
      restOf,
      tilesOf,
      sizeOf: (tile) => 1 + tile.lots.at.length,
    },
    { sizeMax: entriesKeptMax, keysPerLoad: TILES_PER_LOAD },
  );
  return async (...asked: Parameters<typeof read>): Promise<TilesRead> => {
    const { tiles, rest } = await read(...asked);
    const { percentiles, answers, asOf } = rest;
    return { tiles, percentilesOf: (country) => percentiles.get(country) ?? [], answers, asOf };
  };
}

async function readPriced(
  db: Postgres,
  livemode: boolean,
  cells: readonly bigint[],
  stay: ReferenceStay,
): Promise<Tile[]> {
  const found = await findPublished(db, livemode, cells, [], { hasTerms: true });
  const around = aroundOf(found);
  const prices = new Map<string | null, number | null>([[null, null]]);
  const priced = (lot: PublishedLot): PublishedLot => {
    const { terms = null } = lot;
    const known = prices.get(terms);
    const price = known === undefined ? referencePrice(readTerms(terms ?? ''), stay) : known;
    prices.set(terms, price);
    return { ...lot, list_hourly: price, list_daily: null };
  };
  return cells.map((cell) => tileOf(found.lotsIn(cell).map(priced), around));
}

function aroundOf({ areas, searchAreas, percentilesOf }: Published): Around {
  return { areaOf: areaFinder(areas), searchesAt: searchFinder(searchAreas), percentilesOf };
}

function restOf(found: Published, rest: Rest | undefined): Rest {
  const { percentiles = new Map<string, readonly Percentile[]>(), answers = createAnswerCache() } =
    rest ?? {};
  for (const [country, figures] of found.percentiles) percentiles.set(country, figures);
  // The same publication may have become valid for a later instant.
  const asOf = rest !== undefined && rest.asOf > found.asOf ? rest.asOf : found.asOf;
  return { percentiles, answers, asOf };
}

/** `before`: of each cell, the tile of an earlier publication, where it is known. */
function tilesOf(
  found: Published,
  cells: readonly bigint[],
  before: readonly (MarkedTile | undefined)[],
): MarkedTile[] {
  const { lotsIn, markOf, ownIn } = found;
  const around = aroundOf(found);
  return cells.map((cell, i) => {
    const [old, mark, lots] = [before[i], markOf(cell), lotsIn(cell)];
    if (old?.mark === undefined || old.mark.lots !== mark?.lots || lots.length > 0)
      return { ...tileOf(lots, around, old), mark };
    return { ...old.withOwn(ownIn(cell) ?? old.lots.own), mark };
  });
}

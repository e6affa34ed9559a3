import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { cellParent, cellRange } from '../geometry/cells.ts';
import { followNotices, type Notices } from '../stores/notices.ts';
import type { Postgres } from '../stores/postgres.ts';
import { TILE_RESOLUTION } from './cap-tree.ts';
import type { Percentile } from './demand-score.ts';
import { keepTiles } from './keep-tiles.ts';
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts';
import { stillPreparing } from './still-preparing.ts';
import { type Lot, type Search, type Tile, tileOf } from './tile.ts';

/** Tiles and their points that are kept for each world; about 0.7 kB each. */
const ENTRIES_KEPT_MAX = 300_000;

export type TilesRead = {
  tiles: readonly Tile[];
  /** In ascending order. */
  percentilesOf(country: string): readonly Percentile[];
  /** Answers from other marts, each computed once while this is the newest publication. */
  answers: KeptAnswers;
  asOf: Date;
};

export type MarketTiles = {
  /**
   * The tiles of these cells of TILE_RESOLUTION, all of one publication: the one that readers see
   * during the call. Throws INTERNAL (503) while nothing has been published.
   */
  read(livemode: boolean, cells: readonly bigint[]): Promise<TilesRead>;
  close(): Promise<void>;
};

type Deps = { db: Postgres; clock: Clock; log: Logger; entriesKeptMax?: number };

/** JSON has no 64-bit integers, so cells arrive as text. */
type Sent<T> = Omit<T, 'cell'> & { cell: string };

/** All rows are of one snapshot. */
type Found = {
  publication_id: string;
  as_of: Date;
  lots: Sent<Lot>[];
  searches: Sent<Search>[];
  percentiles: Percentile[];
};

type Rest = {
  percentiles: Map<string, Percentile[]>;
  /** Answers that other marts of the same publication give. */
  answers: KeptAnswers;
  asOf: Date;
};

/** Tiles of the published marts, kept in memory while their publication is the newest. */
export function openMarketTiles(deps: Deps): MarketTiles {
  const notices = followNotices(deps, 'published');
  const live = keepWorld(true, deps, notices);
  const test = keepWorld(false, deps, notices);
  return {
    read: (livemode, cells) => (livemode ? live : test)(cells),
    close: notices.close,
  };
}

function keepWorld(livemode: boolean, deps: Deps, notices: Notices) {
  const { db, clock, entriesKeptMax = ENTRIES_KEPT_MAX } = deps;
  const read = keepTiles<Tile, Found, Rest>(
    { clock, notices },
    {
      find: (cells) => find(db, livemode, cells),
      versionOf: (found) => found.publication_id,
      restOf,
      tilesOf,
      sizeOf: (tile) => 1 + tile.pointCount,
    },
    { sizeMax: entriesKeptMax },
  );
  return async (cells: readonly bigint[]): Promise<TilesRead> => {
    const { tiles, rest } = await read(cells);
    const { percentiles, answers, asOf } = rest;
    return { tiles, percentilesOf: (country) => percentiles.get(country) ?? [], answers, asOf };
  };
}

async function find(db: Postgres, livemode: boolean, cells: readonly bigint[]): Promise<Found> {
  const ranges = cells.map(cellRange);
  const [found] = await db.query<Found>('market_tiles_find', {
    livemode,
    lows: ranges.map(({ low }) => low),
    highs: ranges.map(({ high }) => high),
  });
  if (found !== undefined) return found;
  throw stillPreparing();
}

function restOf(found: Found, rest: Rest | undefined): Rest {
  const { percentiles = new Map<string, Percentile[]>(), answers = createKeptAnswers() } =
    rest ?? {};
  for (const [country, figures] of Map.groupBy(found.percentiles, (row) => row.country))
    percentiles.set(country, figures);
  // The same publication may have become valid for a later instant.
  const asOf = rest !== undefined && rest.asOf > found.as_of ? rest.asOf : found.as_of;
  return { percentiles, answers, asOf };
}

function tilesOf(found: Found, cells: readonly bigint[]): Tile[] {
  const lots = byTile(found.lots);
  const searches = byTile(found.searches);
  return cells.map((cell) => tileOf(lots.get(cell), searches.get(cell)));
}

function byTile<T extends { cell: string }>(rows: T[]): Map<bigint, (T & { cell: bigint })[]> {
  const placed = rows.map((row) => ({ ...row, cell: BigInt(row.cell) }));
  return Map.groupBy(placed, ({ cell }) => cellParent(cell, TILE_RESOLUTION));
}

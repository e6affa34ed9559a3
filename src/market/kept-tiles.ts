import { cellParent } from '../geometry/cells.ts';
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts';
import { type Lot, type Search, TILE_RESOLUTION, type Tile, tileOf } from './tile.ts';

/** Tiles and their points that are kept for each world; about 0.7 kB each. */
export const ENTRIES_KEPT_MAX = 300_000;

/** The searches per space at a percentile, among the cells of one country. */
export type Percentile = { country: string; percentile: number; searches_per_space: number };

/** What has been read of one publication. */
export type KeptTiles = {
  publicationId: string;
  asOf: Date;
  /** In the order in which they were read. */
  tiles: Map<bigint, Tile>;
  entryCount: number;
  percentiles: Map<string, Percentile[]>;
  /** Answers that other marts of the same publication give. */
  answers: KeptAnswers;
};
/** JSON has no 64-bit integers, so cells arrive as text. */
type Found<T> = Omit<T, 'cell'> & { cell: string };

/** All rows are of one snapshot. */
export type FoundTiles = {
  publication_id: string;
  as_of: Date;
  lots: Found<Lot>[];
  searches: Found<Search>[];
  percentiles: Percentile[];
};

export function nothingOf(publicationId: string, asOf: Date): KeptTiles {
  return {
    publicationId,
    asOf,
    tiles: new Map(),
    entryCount: 0,
    percentiles: new Map(),
    answers: createKeptAnswers(),
  };
}

/** All of these tiles, or undefined when one is missing. */
export function pick({ tiles }: KeptTiles, cells: readonly bigint[]): Tile[] | undefined {
  const picked: Tile[] = [];
  for (const cell of cells) {
    const tile = tiles.get(cell);
    if (tile === undefined) return undefined;
    picked.push(tile);
  }
  return picked;
}

export function addTo(kept: KeptTiles, found: FoundTiles, cells: readonly bigint[]): void {
  const lots = byTile(found.lots);
  const searches = byTile(found.searches);
  for (const cell of cells) {
    const tile = tileOf(lots.get(cell), searches.get(cell));
    kept.tiles.set(cell, tile);
    kept.entryCount += 1 + tile.pointCount;
  }
  for (const [country, figures] of Map.groupBy(found.percentiles, (row) => row.country))
    kept.percentiles.set(country, figures);
}

/**
 * Called before a load, never after it, so that the tiles a load has found are there for its
 * callers, however small the limit is.
 */
export function forgetFirst(kept: KeptTiles, entriesKeptMax: number): void {
  for (const [cell, tile] of kept.tiles) {
    if (kept.entryCount <= entriesKeptMax) return;
    kept.tiles.delete(cell);
    kept.entryCount -= 1 + tile.pointCount;
  }
}

function byTile<T extends { cell: string }>(rows: T[]): Map<bigint, (T & { cell: bigint })[]> {
  const placed = rows.map((row) => ({ ...row, cell: BigInt(row.cell) }));
  return Map.groupBy(placed, ({ cell }) => cellParent(cell, TILE_RESOLUTION));
}

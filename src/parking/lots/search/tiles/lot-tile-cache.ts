import { forgetOldest } from '../../../../kit/cache/forget-oldest.ts';
import { inTimeSlices } from '../../../../kit/pool/time-slices.ts';
import type { KnownLot, LotTile } from '../match/known-lot.ts';
import { shareWith } from './shared-texts.ts';
import { reorder } from './tile-orders.ts';

type LotTileCache = {
  has(cell: bigint): boolean;
  /** How often tiles were removed: as long as it stays the same, tiles that were found are kept. */
  removals(): number;
  /** The tiles of these cells; undefined when not all of them are kept. */
  find(cells: readonly bigint[]): LotTile[] | undefined;
  /** Adds tiles. To make room, others may be removed, except for those that are `needed`. */
  addTiles(arrived: ReadonlyMap<bigint, LotTile>, needed: ReadonlySet<bigint>): Promise<void>;
  /** Adds, replaces or moves a lot that changed; removes it where the tile was not read yet. */
  add(cell: bigint, lot: KnownLot): void;
  remove(lotId: string): void;
  forgetAll(): void;
};

/** An empty tile takes as much memory (a quarter of a kB) as half a lot. */
const TILES_PER_LOT = 2;

/**
 * Lots in memory, tile by tile: at most `lotsKeptMax` lots, or TILES_PER_LOT tiles in
 * place of a lot. When one call needs more, all that it needs is kept.
 */
export function lotTileCache(lotsKeptMax: number): LotTileCache {
  /** In the order in which they were read. */
  let tiles = new Map<bigint, LotTile>();
  let tileOfLot = new Map<string, LotTile>();
  let removals = 0;
  const size = () => tileOfLot.size + tiles.size / TILES_PER_LOT;

  /**
   * Makes room before tiles are added, never after it, so that the tiles that were read are there
   * for their callers.
   */
  function forgetFirst(needed: ReadonlySet<bigint>): void {
    forgetOldest(tiles, { size, sizeMax: lotsKeptMax }, ([cell, tile]) => {
      if (needed.has(cell)) return;
      for (const lotId of tile.keys()) tileOfLot.delete(lotId);
      tiles.delete(cell);
      removals += 1;
    });
  }

  function remove(lotId: string): void {
    tileOfLot.get(lotId)?.delete(lotId);
    tileOfLot.delete(lotId);
  }

  return {
    has: (cell) => tiles.has(cell),
    removals: () => removals,

    find: (cells) => findAll(tiles, cells),

    async addTiles(arrived, needed) {
      forgetFirst(needed);
      for (const [cell, tile] of arrived) {
        tiles.set(cell, tile);
        await inTimeSlices(tile.keys(), (lotId) => tileOfLot.set(lotId, tile));
      }
    },

    add(cell, lot) {
      const tile = tiles.get(cell);
      if (tile !== tileOfLot.get(lot.lotId)) remove(lot.lotId);
      if (tile === undefined) return;
      reorder(tile, lot);
      const before = tile.get(lot.lotId);
      if (before !== undefined) shareWith(before, lot);
      tile.set(lot.lotId, lot);
      tileOfLot.set(lot.lotId, tile);
    },

    remove,

    forgetAll() {
      tiles = new Map();
      tileOfLot = new Map();
      removals += 1;
    },
  };
}

function findAll(tiles: ReadonlyMap<bigint, LotTile>, cells: readonly bigint[]) {
  const found: LotTile[] = [];
  for (const cell of cells) {
    const tile = tiles.get(cell);
    if (tile === undefined) return undefined;
    found.push(tile);
  }
  return found;
}

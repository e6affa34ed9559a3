import { inTurns } from '../../turns/take-turns.ts';
import type { KnownLot } from './known-lot.ts';

/** The lots under one cell, by their ids. */
export type LotTile = Map<string, KnownLot>;

export type KeptLotTiles = {
  get(cell: bigint): LotTile | undefined;
  has(cell: bigint): boolean;
  /** Takes tiles in; others that are `needed` as well stay. */
  takeIn(arrived: ReadonlyMap<bigint, LotTile>, needed: ReadonlySet<bigint>): Promise<void>;
  /** A lot that changed where nobody has searched yet is left for whoever does. */
  add(cell: bigint, lot: KnownLot): void;
  remove(lotId: string): void;
  forgetAll(): void;
};

/** Lots in memory, tile by tile: so many tiles and lots at most, unless more are needed at once. */
export function keepLotTiles(entriesKeptMax: number): KeptLotTiles {
  /** The one that was read first comes first. */
  let tiles = new Map<bigint, LotTile>();
  let tileOfLot = new Map<string, LotTile>();

  /** Makes room before tiles come in, not after it: what was read is there for its callers. */
  function forgetFirst(needed: ReadonlySet<bigint>): void {
    for (const [cell, tile] of tiles) {
      if (tiles.size + tileOfLot.size <= entriesKeptMax) return;
      if (needed.has(cell)) continue;
      for (const lotId of tile.keys()) tileOfLot.delete(lotId);
      tiles.delete(cell);
    }
  }

  return {
    get: (cell) => tiles.get(cell),
    has: (cell) => tiles.has(cell),

    async takeIn(arrived, needed) {
      forgetFirst(needed);
      for (const [cell, tile] of arrived) {
        tiles.set(cell, tile);
        await inTurns(tile.keys(), (lotId) => tileOfLot.set(lotId, tile));
      }
    },

    add(cell, lot) {
      const tile = tiles.get(cell);
      if (tile === undefined) return;
      tile.set(lot.lot_id, lot);
      tileOfLot.set(lot.lot_id, tile);
    },

    remove(lotId) {
      tileOfLot.get(lotId)?.delete(lotId);
      tileOfLot.delete(lotId);
    },

    forgetAll() {
      tiles = new Map();
      tileOfLot = new Map();
    },
  };
}

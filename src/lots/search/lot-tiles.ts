import { cellParent, cellRange } from '../../geometry/cells.ts';
import type { Querier } from '../../stores/postgres.ts';
import { gatherLoads } from '../../turns/gather-loads.ts';
import { inTurns } from '../../turns/take-turns.ts';
import type { KnownLot } from './known-lot.ts';
import { type LotLook, lookAtLots } from './lot-changes.ts';

/** The H3 resolution of tiles (36 km²): a search of 5 km looks at about eight. */
export const LOT_TILE_RESOLUTION = 6;

/** Tiles and their lots; about 1 kB each. */
export const ENTRIES_KEPT_MAX = 300_000;

/** Cells that one statement reads: about as many as a circle of 50 km has. */
const CELLS_PER_STATEMENT = 256;

export type LotTiles = {
  /**
   * The listed, active lots under cells of LOT_TILE_RESOLUTION, of both worlds, with all that was
   * committed before the call; `now` is the database's clock then.
   */
  read(cells: readonly bigint[]): Promise<{ lots: KnownLot[]; now: Date }>;
};

type Tile = Map<string, KnownLot>;

/** Tiles that were read after a look, for some callers whose other cells are kept already. */
type Arrival = { since: LotLook; tiles: ReadonlyMap<bigint, Tile>; cells: ReadonlySet<bigint> };

/** JSON has no instants, and JavaScript no integers of 64 bits: they come as text. */
type LotRow = Omit<KnownLot, 'cell' | 'holds'> & { cell: string; holds: HoldRow[] | null };
type HoldRow = { space_count: number; starts_at: string; ends_at: string; expires_at: string };

/**
 * Lots kept in memory, tile by tile as they are searched. Each reading asks the database, once for
 * all who wait, what changed since the one before: answers are as fresh as a statement's. Whose
 * tiles are kept does not wait for others' tiles to be read.
 */
export function openLotTiles(
  db: Querier,
  { entriesKeptMax = ENTRIES_KEPT_MAX }: { entriesKeptMax?: number } = {},
): LotTiles {
  /** The one that was read first comes first. */
  let tiles = new Map<bigint, Tile>();
  let tileOfLot = new Map<string, Tile>();
  let last: LotLook | undefined;

  /** Brings what is kept up to now, and takes in what arrives. */
  const lookAgain = gatherLoads(async ([arrival]: readonly Arrival[]) => {
    // What arrives has seen nothing of what was changed while it was read.
    const since = arrival?.since ?? last;
    const { look, changed } = await lookAtLots(db, since);
    if (changed === null) forgetAll();
    const lots = await readLots(db, changed?.all ?? [], []);
    if (arrival !== undefined) await takeIn(arrival);
    for (const lotId of changed?.all ?? []) remove(lotId);
    await inTurns(lots, add);
    last = changed === null ? (arrival?.since ?? look) : look;
  });

  /** Reads what is missing, for one lot of callers after another. */
  const arrive = gatherLoads(async (cells: readonly bigint[]) => {
    await lookAgain([]);
    const missing = cells.filter((cell) => !tiles.has(cell));
    if (last === undefined || missing.length === 0) return;
    const since = last;
    const arrival = { since, tiles: await readTiles(db, missing), cells: new Set(cells) };
    await lookAgain([arrival]);
  });

  function forgetAll(): void {
    tiles = new Map();
    tileOfLot = new Map();
  }

  async function takeIn({ tiles: arrived, cells }: Arrival): Promise<void> {
    forgetFirst(cells);
    for (const [cell, tile] of arrived) {
      tiles.set(cell, tile);
      await inTurns(tile.keys(), (lotId) => tileOfLot.set(lotId, tile));
    }
  }

  /** Makes room before tiles come in, not after it: what was read is there for its callers. */
  function forgetFirst(needed: ReadonlySet<bigint>): void {
    for (const [cell, tile] of tiles) {
      if (tiles.size + tileOfLot.size <= entriesKeptMax) return;
      if (needed.has(cell)) continue;
      for (const lotId of tile.keys()) tileOfLot.delete(lotId);
      tiles.delete(cell);
    }
  }

  function remove(lotId: string): void {
    tileOfLot.get(lotId)?.delete(lotId);
    tileOfLot.delete(lotId);
  }

  /** A lot that changed where nobody has searched yet is left for whoever does. */
  function add(lot: KnownLot): void {
    const tile = tiles.get(cellParent(lot.cell, LOT_TILE_RESOLUTION));
    if (tile === undefined) return;
    tile.set(lot.lot_id, lot);
    tileOfLot.set(lot.lot_id, tile);
  }

  return {
    async read(cells) {
      const areKept = () => cells.every((cell) => tiles.has(cell));
      if (areKept()) await lookAgain([]);
      // Others may need the room while this caller waits.
      while (!areKept()) await arrive(cells);
      if (last === undefined) throw new Error('there are tiles, but nobody has looked at them');
      // Copied, because tiles change while their reader goes through them in turns.
      return {
        lots: cells.flatMap((cell) => [...(tiles.get(cell)?.values() ?? [])]),
        now: last.now,
      };
    },
  };
}

async function readTiles(db: Querier, cells: readonly bigint[]): Promise<Map<bigint, Tile>> {
  const tiles = new Map(cells.map((cell): [bigint, Tile] => [cell, new Map()]));
  for (let from = 0; from < cells.length; from += CELLS_PER_STATEMENT) {
    const lots = await readLots(db, [], cells.slice(from, from + CELLS_PER_STATEMENT));
    await inTurns(lots, (lot) => {
      tiles.get(cellParent(lot.cell, LOT_TILE_RESOLUTION))?.set(lot.lot_id, lot);
    });
  }
  return tiles;
}

async function readLots(
  db: Querier,
  lotIds: readonly string[],
  cells: readonly bigint[],
): Promise<KnownLot[]> {
  if (lotIds.length + cells.length === 0) return [];
  const ranges = cells.map(cellRange);
  const rows = await db.query<LotRow>('lots_read', {
    lot_ids: lotIds,
    lows: ranges.map(({ low }) => low),
    highs: ranges.map(({ high }) => high),
  });
  const lots: KnownLot[] = [];
  await inTurns(rows, (row) => lots.push(toKnownLot(row)));
  return lots;
}

function toKnownLot({ cell, holds, ...row }: LotRow): KnownLot {
  return {
    ...row,
    cell: BigInt(cell),
    holds: (holds ?? []).map(({ space_count, starts_at, ends_at, expires_at }) => ({
      space_count,
      starts_at: new Date(starts_at),
      ends_at: new Date(ends_at),
      expires_at: new Date(expires_at),
    })),
  };
}

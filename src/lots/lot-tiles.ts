import { cellParent, cellRange } from '../cells.ts';
import { gatherLoads } from '../gather-loads.ts';
import type { Querier } from '../stores/postgres.ts';
import type { KnownLot } from './known-lot.ts';

/** The H3 resolution of tiles (36 km²): a search of 5 km looks at about eight. */
export const LOT_TILE_RESOLUTION = 6;

/** Tiles and their lots; about 1 kB each. */
export const ENTRIES_KEPT_MAX = 300_000;

/** Beyond as many audit rows it is quicker to read again what searches ask for. */
const CHANGE_COUNT_MAX = 20_000;

export type LotTiles = {
  /**
   * The listed, active lots under cells of LOT_TILE_RESOLUTION, of both worlds, with all that was
   * committed before the call; `now` is the database's clock then. What comes back is good until
   * the caller next waits for anything.
   */
  read(cells: readonly bigint[]): Promise<{ tiles: ReadonlyMap<string, KnownLot>[]; now: Date }>;
};

type Tile = Map<string, KnownLot>;

/** When the database was last looked at, and what had changed. */
type Reading = {
  now: Date;
  snapshot: string;
  server_run: string;
  is_cut_short: boolean;
  lot_ids: string[];
};

/** JSON has no instants, and JavaScript no integers of 64 bits: they come as text. */
type LotRow = Omit<KnownLot, 'cell' | 'holds'> & { cell: string; holds: HoldRow[] | null };
type HoldRow = { space_count: number; starts_at: string; ends_at: string; expires_at: string };

/**
 * Lots kept in memory, tile by tile as they are searched. Each reading asks the database, once for
 * all who wait, what changed since the one before: answers are as fresh as a statement's.
 */
export function openLotTiles(
  db: Querier,
  { entriesKeptMax = ENTRIES_KEPT_MAX }: { entriesKeptMax?: number } = {},
): LotTiles {
  /** The one that was read first comes first. */
  let tiles = new Map<bigint, Tile>();
  let tileOfLot = new Map<string, Tile>();
  let last: Reading | undefined;

  const load = gatherLoads(async (asked: readonly bigint[]) => {
    forgetFirst();
    const [reading] = await db.query<Reading>('lots_list_changed', {
      since: last?.snapshot ?? null,
      change_count_max: CHANGE_COUNT_MAX,
    });
    if (reading === undefined) throw new Error('a reading of lots came back without its instant');
    // Snapshots of a server that was stopped or crashed, or of a copy of it, say nothing about now.
    const isContinued = !reading.is_cut_short && last?.server_run === reading.server_run;
    if (!isContinued) forgetAll();
    const changed = isContinued ? reading.lot_ids : [];
    const missing = asked.filter((cell) => !tiles.has(cell));
    const lots = await readLots(db, changed, missing);
    for (const cell of missing) tiles.set(cell, new Map());
    for (const lotId of changed) remove(lotId);
    for (const lot of lots) add(lot);
    last = reading;
  });

  function forgetAll(): void {
    tiles = new Map();
    tileOfLot = new Map();
  }

  /** Before a load, not after it: what was found is there for its callers. */
  function forgetFirst(): void {
    for (const [cell, tile] of tiles) {
      if (tiles.size + tileOfLot.size <= entriesKeptMax) return;
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
      await load(cells);
      const found = cells.map((cell) => tiles.get(cell)).filter((tile) => tile !== undefined);
      if (last === undefined || found.length < cells.length) throw new Error('tiles were not kept');
      return { tiles: found, now: last.now };
    },
  };
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
  return rows.map(toKnownLot);
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

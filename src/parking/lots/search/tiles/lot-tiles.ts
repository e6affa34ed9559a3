import { heapRoom } from '../../../../kit/cache/heap-room.ts';
import { cellParent } from '../../../../kit/geo/cells.ts';
import { gatherLoads } from '../../../../kit/pool/gather-loads.ts';
import { inTimeSlices } from '../../../../kit/pool/time-slices.ts';
import type { Querier } from '../../../../stores/postgres.ts';
import type { KnownLot, LotTile } from '../match/known-lot.ts';
import { type DescribeLots, openDescribedLots } from './described-lots.ts';
import { type LotLook, lookAtLots } from './lot-changes.ts';
import { lotTileCache } from './lot-tile-cache.ts';
import { readLots } from './read-lots.ts';

/** The H3 resolution of tiles (36 km²): the first kilometre around a place is in two or three. */
export const LOT_TILE_RESOLUTION = 6;

const KEPT_MOST = 2_000_000;
/** Lots whose matched details are kept. */
export const LOTS_KEPT_MAX = heapRoom({ share: 0.2, bytesEach: 500, most: KEPT_MOST });
/** Lots that were shown, whose other details are kept. */
const DESCRIBED_KEPT_MAX = heapRoom({ share: 0.3, bytesEach: 1_200, most: KEPT_MOST });

/** Cells read by one statement: about as many as a circle of 50 km has. */
const CELLS_PER_STATEMENT = 256;

export type LotTiles = {
  /**
   * The listed, active lots under cells of LOT_TILE_RESOLUTION, of both modes, including
   * everything committed before the call, or before an earlier one if the caller `hasRead` others;
   * `now` is the database's clock at that time.
   */
  read(
    cells: readonly bigint[],
    how?: { hasRead: boolean },
  ): Promise<{ lots: KnownLot[]; now: Date }>;
  /** The same as tiles, in which lots may change while they are looked at. */
  readTiles(cells: readonly bigint[]): Promise<{ tiles: readonly LotTile[]; now: Date }>;
  /** How many lots there are under these cells as far as is known; undefined: it is not. */
  countKept(cells: readonly bigint[]): number | undefined;
  /** Of lots that were read before. */
  describe: DescribeLots;
};

/** Tiles that were read after a look, for callers that need all of `cells`. */
type Arrival = { since: LotLook; tiles: ReadonlyMap<bigint, LotTile>; cells: ReadonlySet<bigint> };

type Limits = { lotsKeptMax?: number; describedKeptMax?: number };

/**
 * Lots kept in memory, tile by tile as they are searched. Each reading asks the database what
 * changed since the last one, once for all waiting callers, so answers are as fresh as those of a
 * statement. Callers whose tiles are in memory do not wait while tiles of other callers are read.
 */
export function openLotTiles(
  db: Querier,
  { lotsKeptMax = LOTS_KEPT_MAX, describedKeptMax = DESCRIBED_KEPT_MAX }: Limits = {},
): LotTiles {
  const kept = lotTileCache(lotsKeptMax);
  const described = openDescribedLots(db, describedKeptMax);
  let last: LotLook | undefined;

  /** Updates what is kept, and adds the tiles that arrive. */
  const lookAgain = gatherLoads(async ([arrival]: readonly Arrival[]) => {
    // The tiles that arrive lack the changes made since they were read.
    const since = arrival?.since ?? last;
    const { look, changed } = await lookAtLots(db, since);
    if (changed === null) {
      kept.forgetAll();
      described.forgetAll();
    } else described.forget(changed.described);
    const lots = await readLots(db, changed?.all ?? [], []);
    if (arrival !== undefined) await kept.addTiles(arrival.tiles, arrival.cells);
    const present = new Set(lots.map(({ lotId }) => lotId));
    for (const lotId of changed?.all ?? []) if (!present.has(lotId)) kept.remove(lotId);
    await inTimeSlices(lots, (lot) => kept.add(tileOf(lot), lot));
    last = changed === null ? (arrival?.since ?? look) : look;
  });

  /** Reads missing tiles, for one group of callers after another. */
  const arrive = gatherLoads(
    async (cells: readonly bigint[]) => {
      await lookAgain([]);
      const missing = cells.filter((cell) => !kept.has(cell));
      if (last === undefined || missing.length === 0) return;
      const since = last;
      const arrival = { since, tiles: await readMissing(db, missing), cells: new Set(cells) };
      await lookAgain([arrival]);
    },
    { keysPerLoad: CELLS_PER_STATEMENT },
  );

  async function find(cells: readonly bigint[], hasRead: boolean) {
    let tiles = kept.find(cells);
    const removals = kept.removals();
    if (tiles !== undefined && !hasRead) await lookAgain([]);
    // Tiles of this caller may be removed for others while it waits.
    if (kept.removals() !== removals) tiles = kept.find(cells);
    for (; tiles === undefined; tiles = kept.find(cells)) await arrive(cells);
    if (last === undefined) throw new Error('tiles of lots are kept without a reading of changes');
    return { tiles, now: last.now };
  }

  return {
    describe: described.describe,
    countKept: (cells) => kept.find(cells)?.reduce((sum, { size }) => sum + size, 0),
    async read(cells, { hasRead } = { hasRead: false }) {
      const { tiles, now } = await find(cells, hasRead);
      // Copied, because the tiles may change while the reader goes through them in turns.
      const lots: KnownLot[] = [];
      for (const tile of tiles) for (const lot of tile.values()) lots.push(lot);
      return { lots, now };
    },
    readTiles: (cells) => find(cells, false),
  };
}

const tileOf = (lot: KnownLot) => cellParent(lot.cell, LOT_TILE_RESOLUTION);

async function readMissing(db: Querier, cells: readonly bigint[]): Promise<Map<bigint, LotTile>> {
  const tiles = new Map(cells.map((cell): [bigint, LotTile] => [cell, new Map()]));
  for (let from = 0; from < cells.length; from += CELLS_PER_STATEMENT) {
    const lots = await readLots(db, [], cells.slice(from, from + CELLS_PER_STATEMENT));
    await inTimeSlices(lots, (lot) => {
      tiles.get(tileOf(lot))?.set(lot.lotId, lot);
    });
  }
  return tiles;
}

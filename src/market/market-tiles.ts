import type { Logger } from 'pino';
import { cellParent, cellRange } from '../cells.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { followNotices, type Notices } from '../stores/notices.ts';
import type { Postgres } from '../stores/postgres.ts';
import { type Lot, type Search, TILE_RESOLUTION, type Tile, tileOf } from './tile.ts';

/** Tiles and their points, of each world; about 0.7 kB each. */
export const ENTRIES_KEPT_MAX = 300_000;
/** A network that swallows notices without closing the connection must not keep figures alive. */
const SURE_MS_MAX = 30_000;

/** Where a figure stands among those of its country. */
export type Percentile = { country: string; percentile: number; searches_per_space: number };

export type TilesRead = {
  tiles: readonly Tile[];
  /** In their order. */
  percentilesOf(country: string): readonly Percentile[];
  asOf: Date;
};

export type MarketTiles = {
  /**
   * The tiles of these cells of TILE_RESOLUTION, all of them from one publication: the one readers
   * see during the call. Throws INTERNAL (503) while nothing has been published.
   */
  read(livemode: boolean, cells: readonly bigint[]): Promise<TilesRead>;
  close(): Promise<void>;
};

type Deps = { db: Postgres; clock: Clock; log: Logger; entriesKeptMax?: number };

/**
 * Tiles of the published marts, kept in memory for as long as their publication is the newest. The
 * database tells of a new one; while that line is down, every call asks which it is.
 */
export function openMarketTiles(deps: Deps): MarketTiles {
  const notices = followNotices(deps, 'published');
  const live = keepWorld(true, deps, notices);
  const test = keepWorld(false, deps, notices);
  return {
    read: (livemode, cells) => (livemode ? live : test)(cells),
    close: notices.close,
  };
}

/** What has been read of one publication. */
type Kept = {
  publicationId: string;
  asOf: Date;
  /** The one that was read first comes first. */
  tiles: Map<bigint, Tile>;
  entryCount: number;
  percentiles: Map<string, Percentile[]>;
};
type Placed<T> = Omit<T, 'cell'> & { cell: string };
/** Rows of one snapshot. */
type Found = {
  publication_id: string;
  as_of: Date;
  lots: Placed<Lot>[];
  searches: Placed<Search>[];
  percentiles: Percentile[];
};

function keepWorld(livemode: boolean, deps: Deps, notices: Notices) {
  const { db, clock, entriesKeptMax = ENTRIES_KEPT_MAX } = deps;
  const inTurn = oneAtATime();
  let kept = nothingOf('', new Date(0));
  /** When `kept` was known to be the newest. */
  let sureOf = { changeCount: -1, atMs: 0 };
  let nextLoad: { cells: Set<bigint>; done: Promise<void> } | undefined;

  function isSure(): boolean {
    return (
      notices.isListening() &&
      sureOf.changeCount === notices.changeCount() &&
      Math.abs(clock.now() - sureOf.atMs) < SURE_MS_MAX
    );
  }

  /** Reads what is missing, from a snapshot not older than the call: callers share the next one. */
  function load(missing: readonly bigint[]): Promise<void> {
    nextLoad ??= {
      cells: new Set(),
      done: inTurn(() => {
        const cells = [...(nextLoad?.cells ?? [])];
        nextLoad = undefined;
        return loadNow(cells);
      }),
    };
    for (const cell of missing) nextLoad.cells.add(cell);
    return nextLoad.done;
  }

  async function loadNow(cells: readonly bigint[]): Promise<void> {
    forgetFirst(kept, entriesKeptMax);
    const missing = cells.filter((cell) => !kept.tiles.has(cell));
    const sureFrom = { changeCount: notices.changeCount(), atMs: clock.now() };
    const found = await find(missing);
    if (kept.publicationId !== found.publication_id)
      kept = nothingOf(found.publication_id, found.as_of);
    // The same figures may come to hold at a later instant.
    if (found.as_of > kept.asOf) kept.asOf = found.as_of;
    sureOf = sureFrom;
    addTo(kept, found, missing);
  }

  async function find(missing: readonly bigint[]): Promise<Found> {
    const ranges = missing.map(cellRange);
    const [found] = await db.query<Found>('market_tiles_find', {
      livemode,
      lows: ranges.map(({ low }) => low),
      highs: ranges.map(({ high }) => high),
    });
    if (found !== undefined) return found;
    throw new AppError('INTERNAL', 'the market figures are still being prepared; try again', {
      status: 503,
      headers: { 'Retry-After': '5' },
    });
  }

  return async (cells: readonly bigint[]): Promise<TilesRead> => {
    for (let isFresh = isSure(); ; isFresh = true) {
      const tiles = isFresh ? pick(kept, cells) : undefined;
      if (tiles !== undefined) {
        const { percentiles, asOf } = kept;
        return { tiles, percentilesOf: (country) => percentiles.get(country) ?? [], asOf };
      }
      await load(cells);
    }
  };
}

function nothingOf(publicationId: string, asOf: Date): Kept {
  return { publicationId, asOf, tiles: new Map(), entryCount: 0, percentiles: new Map() };
}

/** All of these tiles, or undefined when one is missing. */
function pick({ tiles }: Kept, cells: readonly bigint[]): Tile[] | undefined {
  const picked: Tile[] = [];
  for (const cell of cells) {
    const tile = tiles.get(cell);
    if (tile === undefined) return undefined;
    picked.push(tile);
  }
  return picked;
}

function addTo(kept: Kept, found: Found, cells: readonly bigint[]): void {
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

/** Before a load, not after it: what was found is there for its callers, however little may be. */
function forgetFirst(kept: Kept, entriesKeptMax: number): void {
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

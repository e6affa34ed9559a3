import { forgetOldest } from '../../kit/cache/forget-oldest.ts';
import type { Clock } from '../../kit/clock.ts';
import { gatherLoads } from '../../kit/pool/gather-loads.ts';
import type { Notices } from '../../stores/notices.ts';

/**
 * How long figures are kept without asking again, in case the network loses the database's notices
 * without closing the connection.
 */
const SURE_MS_MAX = 30_000;

/** How tiles are read from what was published. `Key`: cells, unless something else is divided. */
type TileSource<Tile, Found, Rest, Key = bigint> = {
  /**
   * Reads the tiles of these cells, all of one snapshot. `before`: of each cell, what is known of
   * it from an earlier publication. Throws while nothing has been published.
   */
  find(cells: readonly Key[], before: readonly (Tile | undefined)[]): Promise<Found>;
  /** Whether it makes use of `before`: what has not changed since is not read again. */
  isRenewed?: boolean;
  /** The publication that was read. */
  versionOf(found: Found): string;
  /** What is kept beside the tiles: `rest` of the same publication so far, and what was found. */
  restOf(found: Found, rest: Rest | undefined): Rest;
  /** The tiles of the cells that were asked for, in their order; `before` as in `find`. */
  tilesOf(
    found: Found,
    cells: readonly Key[],
    before: readonly (Tile | undefined)[],
  ): readonly Tile[];
  sizeOf(tile: Tile): number;
};

type TileLimits = {
  /** Tiles are forgotten, the first read first, when the sizes of all are more than this. */
  sizeMax: number;
  /** Tiles are read again when they are older; unless given, only after a publication. */
  keptMsMax?: number;
  /** See gatherLoads. */
  keysPerLoad?: number;
};

/**
 * Tiles of cells, in the order of the cells, all of the publication that readers see now. `finer`:
 * smaller cells that are all the caller needs. Where a tile is missing although there is no room
 * for all, the tiles of these are read instead: few callers would share the whole one.
 */
export type ReadTiles<Tile, Rest, Key = bigint> = (
  cells: readonly Key[],
  finer?: () => readonly Key[],
) => Promise<{ tiles: readonly Tile[]; rest: Rest }>;

/** What has been read of one publication. */
type Kept<Tile, Rest, Key> = {
  version: string;
  /** When the first of it was read. */
  sinceMs: number;
  /** In the order in which they were read. */
  tiles: Map<Key, Tile>;
  /** Of earlier publications, where nobody has asked since. */
  before: Map<Key, Tile>;
  /** Of both. */
  size: number;
  /** Whether tiles had to be forgotten. */
  isCrowded: boolean;
  rest: Rest;
};

/**
 * Keeps tiles in memory while their publication is the newest. The database notifies of a new one;
 * while the connection for notices is down, every call asks which one is the newest.
 */
export function tileCache<Tile, Found, Rest, Key = bigint>(
  { clock, notices }: { clock: Clock; notices: Notices },
  source: TileSource<Tile, Found, Rest, Key>,
  { sizeMax, keptMsMax = Infinity, keysPerLoad = Infinity }: TileLimits,
): ReadTiles<Tile, Rest, Key> {
  let kept: Kept<Tile, Rest, Key> | undefined;
  /** The last time at which `kept` was known to be the newest. */
  let sureOf = { changeCount: -1, atMs: 0 };

  const isOlder = (sinceMs: number, thanMs: number) => Math.abs(clock.now() - sinceMs) >= thanMs;

  function isSure(): boolean {
    return (
      notices.isListening() &&
      sureOf.changeCount === notices.changeCount() &&
      !isOlder(sureOf.atMs, SURE_MS_MAX) &&
      kept !== undefined &&
      !isOlder(kept.sinceMs, keptMsMax)
    );
  }

  /**
   * Reads the missing tiles from a snapshot that is not older than the call. Concurrent callers
   * share the next load.
   */
  const load = gatherLoads(loadNow, { keysPerLoad });

  async function loadNow(cells: readonly Key[]): Promise<void> {
    if (kept !== undefined && isOlder(kept.sinceMs, keptMsMax)) kept = undefined;
    if (kept !== undefined) forgetFirst(kept, sizeMax, source.sizeOf);
    const missing = cells.filter((cell) => !kept?.tiles.has(cell));
    const before = missing.map((cell) => kept?.before.get(cell));
    const sureFrom = { changeCount: notices.changeCount(), atMs: clock.now() };
    const found = await source.find(missing, before);
    const version = source.versionOf(found);
    if (kept?.version === version) kept.rest = source.restOf(found, kept.rest);
    else {
      const last = source.isRenewed === true ? kept : undefined;
      const rest = source.restOf(found, undefined);
      kept = next(last, { version, atMs: sureFrom.atMs, rest });
    }
    sureOf = sureFrom;
    const tiles = source.tilesOf(found, missing, before);
    for (const [i, cell] of missing.entries()) {
      const tile = tiles[i];
      if (tile === undefined) throw new Error('fewer tiles were read than asked for');
      add(kept, cell, tile, source.sizeOf);
    }
  }

  return async (cells, finer = () => cells) => {
    for (let isFresh = isSure(); ; isFresh = true) {
      if (isFresh && kept !== undefined) {
        const tiles = pick(kept.tiles, cells) ?? pick(kept.tiles, finer());
        if (tiles !== undefined) return { tiles, rest: kept.rest };
      }
      await load(kept?.isCrowded ? finer() : cells);
    }
  };
}

/** Nothing of a new publication has been read yet; `last` is what is known of those before. */
function next<Tile, Rest, Key>(
  last: Kept<Tile, Rest, Key> | undefined,
  { version, atMs, rest }: { version: string; atMs: number; rest: Rest },
): Kept<Tile, Rest, Key> {
  const { sinceMs = atMs, size = 0 } = last ?? {};
  const before = new Map([...(last?.before ?? []), ...(last?.tiles ?? [])]);
  return { version, sinceMs, tiles: new Map(), before, size, isCrowded: false, rest };
}

function add<Tile, Key>(
  some: Kept<Tile, unknown, Key>,
  cell: Key,
  tile: Tile,
  sizeOf: (tile: Tile) => number,
): void {
  const old = some.before.get(cell);
  some.before.delete(cell);
  some.tiles.set(cell, tile);
  some.size += sizeOf(tile) - (old === undefined ? 0 : sizeOf(old));
}

/**
 * Called before a load, never after it, so that the tiles a load has found are there for its
 * callers, however small the limit is.
 */
function forgetFirst<Tile, Key>(
  some: Kept<Tile, unknown, Key>,
  sizeMax: number,
  sizeOf: (tile: Tile) => number,
): void {
  const bound = { size: () => some.size, sizeMax };
  forgetOldest(some.before, bound, ([cell, tile]) => {
    some.before.delete(cell);
    some.size -= sizeOf(tile);
  });
  forgetOldest(some.tiles, bound, ([cell, tile]) => {
    some.isCrowded = true;
    some.tiles.delete(cell);
    some.size -= sizeOf(tile);
  });
}

/** All of these tiles, or undefined when one is missing. */
function pick<Tile, Key>(tiles: ReadonlyMap<Key, Tile>, cells: readonly Key[]) {
  const picked: Tile[] = [];
  for (const cell of cells) {
    const tile = tiles.get(cell);
    if (tile === undefined) return undefined;
    picked.push(tile);
  }
  return picked;
}

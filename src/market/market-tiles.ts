import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { cellRange } from '../geometry/cells.ts';
import { followNotices, type Notices } from '../stores/notices.ts';
import type { Postgres } from '../stores/postgres.ts';
import { gatherLoads } from '../turns/gather-loads.ts';
import type { KeptAnswers } from './kept-answers.ts';
import {
  addTo,
  ENTRIES_KEPT_MAX,
  type FoundTiles,
  forgetFirst,
  nothingOf,
  type Percentile,
  pick,
} from './kept-tiles.ts';
import { stillPreparing } from './still-preparing.ts';
import type { Tile } from './tile.ts';

/**
 * How long figures are kept without asking again, in case the network loses the database's notices
 * without closing the connection.
 */
const SURE_MS_MAX = 30_000;

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

/**
 * Tiles of the published marts, kept in memory while their publication is the newest. The database
 * notifies of a new one; while the connection for notices is down, every call asks which one is the
 * newest.
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

function keepWorld(livemode: boolean, deps: Deps, notices: Notices) {
  const { db, clock, entriesKeptMax = ENTRIES_KEPT_MAX } = deps;
  let kept = nothingOf('', new Date(0));
  /** The last time at which `kept` was known to be the newest. */
  let sureOf = { changeCount: -1, atMs: 0 };

  function isSure(): boolean {
    return (
      notices.isListening() &&
      sureOf.changeCount === notices.changeCount() &&
      Math.abs(clock.now() - sureOf.atMs) < SURE_MS_MAX
    );
  }

  /**
   * Reads the missing tiles from a snapshot that is not older than the call. Concurrent callers
   * share the next load.
   */
  const load = gatherLoads(loadNow);

  async function loadNow(cells: readonly bigint[]): Promise<void> {
    forgetFirst(kept, entriesKeptMax);
    const missing = cells.filter((cell) => !kept.tiles.has(cell));
    const sureFrom = { changeCount: notices.changeCount(), atMs: clock.now() };
    const found = await find(missing);
    if (kept.publicationId !== found.publication_id)
      kept = nothingOf(found.publication_id, found.as_of);
    // The same publication may have become valid for a later instant.
    if (found.as_of > kept.asOf) kept.asOf = found.as_of;
    sureOf = sureFrom;
    addTo(kept, found, missing);
  }

  async function find(missing: readonly bigint[]): Promise<FoundTiles> {
    const ranges = missing.map(cellRange);
    const [found] = await db.query<FoundTiles>('market_tiles_find', {
      livemode,
      lows: ranges.map(({ low }) => low),
      highs: ranges.map(({ high }) => high),
    });
    if (found !== undefined) return found;
    throw stillPreparing();
  }

  return async (cells: readonly bigint[]): Promise<TilesRead> => {
    for (let isFresh = isSure(); ; isFresh = true) {
      const tiles = isFresh ? pick(kept, cells) : undefined;
      if (tiles !== undefined) {
        const { percentiles, answers, asOf } = kept;
        const percentilesOf = (country: string) => percentiles.get(country) ?? [];
        return { tiles, percentilesOf, answers, asOf };
      }
      await load(cells);
    }
  };
}

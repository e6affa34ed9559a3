import type { Logger } from 'pino';
import { cellRange } from '../cells.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { followNotices } from '../stores/notices.ts';
import type { Postgres } from '../stores/postgres.ts';
import {
  type Found,
  isMissing,
  keepCells,
  type Missing,
  type Picked,
  type Wanted,
} from './kept-cells.ts';

/** Tiles, lots, searches and sums; up to about 1 kB each. */
export const ENTRIES_KEPT_MAX = 200_000;
/** A network that swallows notices without closing the connection must not keep figures alive. */
const SURE_MS_MAX = 30_000;

const NOTHING: Missing = { tiles: new Set(), cells: [], ownCells: [] };

export type MarketCells = {
  /**
   * What is wanted, all of it from one publication: the one readers see during the call. Throws
   * INTERNAL (503) while nothing has been published.
   */
  read(wanted: Wanted): Promise<Picked & { asOf: Date }>;
  close(): Promise<void>;
};

/**
 * Cells of the published marts, kept in memory for as long as their publication is the newest. The
 * database tells of a new one; while that line is down, every call asks which it is.
 */
export function openMarketCells(deps: {
  db: Postgres;
  clock: Clock;
  log: Logger;
  entriesKeptMax?: number;
}): MarketCells {
  const { db, clock, entriesKeptMax = ENTRIES_KEPT_MAX } = deps;
  const notices = followNotices(deps, 'published');
  let kept = keepPublication();

  function isSure({ sureOf }: KeptPublication): boolean {
    return (
      notices.isListening() &&
      sureOf.changeCount === notices.changeCount() &&
      Math.abs(clock.now() - sureOf.atMs) < SURE_MS_MAX
    );
  }

  async function find(wanted: Wanted, missing: Missing, knownCountries: string[]) {
    const ranges = [...missing.tiles].map(cellRange);
    const [found] = await db.query<PublicationFound>('market_cells_find', {
      livemode: wanted.livemode,
      tile_lows: ranges.map(({ low }) => low),
      tile_highs: ranges.map(({ high }) => high),
      cells: missing.cells,
      own_cells: missing.ownCells,
      operator_id: wanted.operatorId,
      known_countries: knownCountries,
    });
    if (found !== undefined) return found;
    throw new AppError('INTERNAL', 'the market figures are still being prepared; try again', {
      status: 503,
      headers: { 'Retry-After': '5' },
    });
  }

  return {
    async read(wanted) {
      for (;;) {
        const publication = kept;
        const cells = wanted.livemode ? publication.live : publication.test;
        const picked = cells.pick(wanted);
        if (!isMissing(picked) && isSure(publication)) return { ...picked, asOf: publication.asOf };

        const missing = isMissing(picked) ? picked : NOTHING;
        const sureOf = { changeCount: notices.changeCount(), atMs: clock.now() };
        const found = await find(wanted, missing, cells.countries());
        publication.id ??= found.publication_id;
        if (publication.id !== found.publication_id) {
          if (kept === publication) kept = keepPublication();
          continue;
        }
        publication.sureOf = sureOf;
        // The same figures may come to hold at a later instant.
        if (found.as_of > publication.asOf) publication.asOf = found.as_of;
        publication.entryCount += cells.add(found, missing, wanted.operatorId);
        if (publication.entryCount > entriesKeptMax && kept === publication)
          kept = keepPublication();
        const all = cells.pick(wanted);
        if (!isMissing(all)) return { ...all, asOf: publication.asOf };
      }
    },
    close: notices.close,
  };
}

type PublicationFound = Found & { publication_id: string; as_of: Date };

/** What has been read of one publication: of the first that is found. */
type KeptPublication = ReturnType<typeof keepPublication>;

function keepPublication() {
  return {
    id: undefined as string | undefined,
    asOf: new Date(0),
    /** When it was known to be the newest. */
    sureOf: { changeCount: -1, atMs: 0 },
    entryCount: 0,
    live: keepCells(),
    test: keepCells(),
  };
}

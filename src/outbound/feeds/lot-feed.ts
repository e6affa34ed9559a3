import {
  CHANGE_COUNT_MAX,
  type ChangedLots,
  type LotLook,
  lookAtLots,
} from '../../parking/lots/search/tiles/lot-changes.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { FeatureRow } from './feature.ts';
import { type FeedLot, listFeedLots } from './feed-lots.ts';
import type { FeatureSource } from './map-feed.ts';

const LOTS_PER_PAGE = 2_000;
/** Sorts before the first lot. */
const NO_LOT = '00000000-0000-0000-0000-000000000000';
/** A count of the vehicles on a lot is shown for this time. */
const REPORT_MS_MAX = 15 * 60_000;

/** How a feed of lots writes each of them. */
export type LotWriter = {
  /** The id in the feed; the lot's own unless given. */
  idOf?(lotId: string): string;
  /** The lot in the feed's form; null: it is not in this feed. */
  textOf(lot: FeedLot): string | null;
  /** Whether the text also says how full the lot is. */
  isLive?: true;
  /** See lotSource. */
  changesMax?: number;
};

/** All listed, active lots of one mode, as a feed writes them. */
export function lotTexts(
  db: Querier,
  livemode: boolean,
  { idOf = (lotId) => lotId, textOf, isLive, ...limits }: LotWriter,
): FeatureSource<LotLook> {
  /** When the counts that are shown become too old, by lot. */
  const countsEnd = new Map<string, number>();

  function noteCounts(lotIds: readonly string[], lots: readonly FeedLot[]): void {
    for (const lotId of lotIds) countsEnd.delete(lotId);
    for (const { lotId, reportedAt } of lots)
      if (isLive && reportedAt !== null) countsEnd.set(lotId, reportedAt.getTime() + REPORT_MS_MAX);
  }

  return lotSource(db, {
    ...limits,
    idOf,
    changedIn({ all, described }, now) {
      if (!isLive) return described;
      const ended = [...countsEnd].filter(([, at]) => at <= now.getTime());
      return [...new Set([...all, ...ended.map(([lotId]) => lotId)])];
    },
    async readPage(lotIds) {
      const lots = await listFeedLots(db, lotIds, livemode);
      noteCounts(lotIds, lots);
      return lots.flatMap((lot) => {
        const feature = textOf(lot);
        if (feature === null) return [];
        const { latitude, longitude } = lot;
        return [{ id: idOf(lot.lotId), latitude, longitude, feature }];
      });
    },
  });
}

/**
 * Lots read a page at a time: all of them first, and then those that changed; all of them again
 * where there were more audit rows meanwhile than there are lots, and than `changesMax`. Audit rows
 * are written of more than lots, and are read faster.
 */
export function lotSource(
  db: Querier,
  {
    idOf = (lotId) => lotId,
    changedIn,
    readPage,
    changesMax = CHANGE_COUNT_MAX,
  }: {
    idOf?(lotId: string): string;
    changedIn(changed: ChangedLots, now: Date): readonly string[];
    readPage(lotIds: readonly string[]): Promise<FeatureRow[]>;
    changesMax?: number;
  },
): FeatureSource<LotLook> {
  async function* pagesOf(lotIds: readonly string[]): AsyncGenerator<FeatureRow[]> {
    for (let from = 0; from < lotIds.length; from += LOTS_PER_PAGE)
      yield await readPage(lotIds.slice(from, from + LOTS_PER_PAGE));
  }

  async function* allPages(): AsyncGenerator<FeatureRow[]> {
    let after: string | undefined = NO_LOT;
    while (after !== undefined) {
      const page: { lotId: string }[] = await db.query('lots_list_ids', {
        after,
        rowLimit: LOTS_PER_PAGE,
      });
      yield* pagesOf(page.map(({ lotId }) => lotId));
      after = page.at(-1)?.lotId;
    }
  }

  return {
    async look(since, count) {
      const { look, changed } = await lookAtLots(db, since, Math.max(changesMax, count));
      if (changed === null) return { mark: look, changed: null, pages: allPages() };
      const lotIds = changedIn(changed, look.now);
      return { mark: look, changed: lotIds.map(idOf), pages: pagesOf(lotIds) };
    },
  };
}

import { inTimeSlices } from '../../kit/pool/time-slices.ts';
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

type Placed = Pick<FeedLot, 'lotId' | 'latitude' | 'longitude'> & { reportedAt?: Date | null };

/** How a feed of lots writes each of them. */
export type LotWriter<Row extends Placed = FeedLot> = {
  /** The id in the feed; the lot's own unless given. */
  idOf?(lotId: string): string;
  /** The lot in the feed's form; null: it is not in this feed. */
  textOf(lot: Row): string | null;
  /** Its place among the others, where the form asks for an order. */
  orderOf?(lot: Row): number;
  /** Whether the text also says how full the lot is. */
  isLive?: true;
  /** See lotSource. */
  changesMax?: number;
};

/** All listed, active lots of one mode, as a feed writes them. */
export const lotTexts = (
  db: Querier,
  livemode: boolean,
  writer: LotWriter,
): FeatureSource<LotLook> => lotSource(db, (lotIds) => listFeedLots(db, lotIds, livemode), writer);

/**
 * Lots read a page at a time: all of them first, and then those that changed; all of them again
 * where there were more audit rows meanwhile than there are lots, and than `changesMax`. Audit rows
 * are written of more than lots, and are read faster. `listLots` lists those of some lots that may
 * be in the feed.
 */
export function lotSource<Row extends Placed>(
  db: Querier,
  listLots: (lotIds: readonly string[]) => Promise<Row[]>,
  {
    idOf = (lotId) => lotId,
    textOf,
    orderOf,
    isLive,
    changesMax = CHANGE_COUNT_MAX,
  }: LotWriter<Row>,
): FeatureSource<LotLook> {
  /** When the counts that are shown become too old, by lot. */
  const countsEnd = new Map<string, number>();

  async function readPage(lotIds: readonly string[]): Promise<FeatureRow[]> {
    const lots = await listLots(lotIds);
    for (const lotId of lotIds) countsEnd.delete(lotId);
    const rows: FeatureRow[] = [];
    await inTimeSlices(lots, (lot) => {
      const { lotId, latitude, longitude, reportedAt } = lot;
      if (isLive && reportedAt) countsEnd.set(lotId, reportedAt.getTime() + REPORT_MS_MAX);
      const feature = textOf(lot);
      if (feature !== null)
        rows.push({ id: idOf(lotId), latitude, longitude, feature, order: orderOf?.(lot) });
    });
    return rows;
  }

  function changedIn({ all, described }: ChangedLots, now: Date): readonly string[] {
    if (!isLive) return described;
    const ended = [...countsEnd].filter(([, at]) => at <= now.getTime());
    return [...new Set([...all, ...ended.map(([lotId]) => lotId)])];
  }

  async function* pagesOf(lotIds: readonly string[]): AsyncGenerator<FeatureRow[]> {
    for (let from = 0; from < lotIds.length; from += LOTS_PER_PAGE)
      yield await readPage(lotIds.slice(from, from + LOTS_PER_PAGE));
  }

  return {
    async look(since, count) {
      const { look, changed } = await lookAtLots(db, since, Math.max(changesMax, count));
      if (changed === null) return { mark: look, changed: null, pages: allPages(db, readPage) };
      const lotIds = changedIn(changed, look.now);
      return { mark: look, changed: lotIds.map(idOf), pages: pagesOf(lotIds) };
    },
  };
}

async function* allPages(
  db: Querier,
  readPage: (lotIds: readonly string[]) => Promise<FeatureRow[]>,
): AsyncGenerator<FeatureRow[]> {
  for (let after = NO_LOT; ; ) {
    const page = await db.query<{ lotId: string }>('lots_list_ids', {
      after,
      rowLimit: LOTS_PER_PAGE,
    });
    const last = page.at(-1);
    if (last === undefined) return;
    yield await readPage(page.map(({ lotId }) => lotId));
    after = last.lotId;
  }
}

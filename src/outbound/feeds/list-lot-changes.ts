import { conflict } from '../../kit/errors.ts';
import { positionAfter, type ReadRow } from '../../stores/commit-position.ts';
import type { Querier } from '../../stores/postgres.ts';
import { type FeedLot, listFeedLots } from './feed-lots.ts';
import { nameRun, readWatermark, writeWatermark } from './lot-watermark.ts';

/** A lot as it is now; null: it is not on the map any more. */
type LotChange = { lotId: string; lot: FeedLot | null };

type Here = { snapshot: string; serverRun: string };
type Write = ReadRow & { lotId: string; wasShown: boolean };
type Row = Here & (Write | { lotId: null });

/** Writes that one answer goes through; of one lot there may be several. */
const WRITES_MAX = 500;

/**
 * What became of the lots that were written after a watermark, each once, and the watermark after
 * them. Every write that is committed is in the answer to this watermark or to a later one, however
 * long its transaction takes. A lot is shown as it is now, so it may come again unchanged. A lot
 * that was not on the map before and is not now is left out. Errors: BAD_REQUEST naming
 * `since`; CONFLICT `other_run` where transactions have other numbers since.
 */
export async function listLotChanges(
  db: Querier,
  livemode: boolean,
  since: string,
): Promise<{ changes: LotChange[]; next: string; hasMore: boolean }> {
  const { run, ...position } = readWatermark(since);
  const rows = await db.query<Row>('lots_read_changes', {
    livemode,
    seen: position.seen,
    until: position.part?.until ?? null,
    lastTx: position.part?.tx ?? null,
    lastId: position.part?.id ?? null,
    rowLimit: WRITES_MAX + 1,
  });
  const [here] = rows;
  if (here === undefined) throw new Error('the database returned no position');
  if (nameRun(here.serverRun) !== run)
    throw conflict(
      'other_run',
      'since: the database was started again after this watermark; take the full dump again',
    );
  const written = rows.filter((row) => row.lotId !== null);
  const read = written.slice(0, WRITES_MAX);
  const last = written.length > read.length ? (read.at(-1) ?? null) : null;
  // While no lot is written the answer stays the same, so that it can be cached.
  const isQuiet = written.length === 0 && position.part === null;
  const next = isQuiet
    ? since
    : writeWatermark({ run, ...positionAfter(position, here.snapshot, last) });
  return { changes: await asTheyAre(db, livemode, read), next, hasMore: last !== null };
}

async function asTheyAre(
  db: Querier,
  livemode: boolean,
  writes: readonly Write[],
): Promise<LotChange[]> {
  if (writes.length === 0) return [];
  const lotIds = [...new Set(writes.map((write) => write.lotId))];
  const lots = await listFeedLots(db, lotIds, livemode);
  const byId = new Map(lots.map((lot) => [lot.lotId, lot]));
  const shown = new Set(writes.flatMap((write) => (write.wasShown ? [write.lotId] : [])));
  return lotIds
    .map((lotId) => ({ lotId, lot: byId.get(lotId) ?? null }))
    .filter(({ lotId, lot }) => lot !== null || shown.has(lotId));
}

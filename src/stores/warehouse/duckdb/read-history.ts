import type { HistoryReader } from '../warehouse.ts';
import { findProgress } from './advance-model.ts';
import type { DuckDBSession } from './duckdb.ts';
import { usedDay } from './used-day.ts';
import type { Cell } from './values/cells.ts';

/** Lots with rows before a day that are not in the daily rollups yet. */
export async function findLateLots(session: DuckDBSession, beforeDay: number): Promise<string[]> {
  const found = await session.query<{ lotId: string }>('history/lots_late', {
    useFrom: await findProgress(session, 'use_by_lot_day'),
    countsFrom: await findProgress(session, 'counts_by_lot_day'),
    beforeDay,
  });
  return found.map(({ lotId }) => lotId);
}

/** Lots of a mode that the daily rollups know something of since a day. */
export async function findKnownLots(
  session: DuckDBSession,
  { livemode, fromDay }: { livemode: boolean; fromDay: number },
): Promise<string[]> {
  const found = await session.query<{ lotId: string }>('history/lots_known', {
    livemode: String(livemode),
    fromDay,
  });
  return found.map(({ lotId }) => lotId);
}

/** Passes on what is known of lots from a day on. */
export async function readHistory(
  session: DuckDBSession,
  { lotIds, fromDay }: { lotIds: readonly string[]; fromDay: number },
  { onCounts, onUse, onOpenStay }: HistoryReader,
): Promise<void> {
  const values = { lotIds: JSON.stringify(lotIds), fromDay };
  await session.each('history/lot_counts', values, ([lotId, day, halfHours, occupied]) =>
    onCounts({ ...dayOf(lotId, day, halfHours), occupied: listOf(occupied) }),
  );
  await session.each(
    'history/lot_use',
    values,
    ([lotId, day, currency, halfHours, taken, takenSeconds, started, revenue]) =>
      onUse(
        usedDay({
          ...dayOf(lotId, day, halfHours),
          currency: String(currency),
          taken: listOf(taken),
          takenSeconds: listOf(takenSeconds),
          started: listOf(started),
          revenueMinor: listOf(revenue),
        }),
      ),
  );
  await session.each('history/lot_open_stays', values, ([lotId, startedSecond]) =>
    onOpenStay({ lotId: String(lotId), startedSecond: Number(startedSecond) }),
  );
}

function dayOf(lotId: Cell | undefined, day: Cell | undefined, halfHours: Cell | undefined) {
  return { lotId: String(lotId), day: Number(day), halfHours: listOf(halfHours) };
}

function listOf(cell: Cell | undefined): readonly number[] {
  return typeof cell === 'object' ? cell : [];
}

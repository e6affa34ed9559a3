import { isAfter, positionOf } from '../../read-on.ts';
import type { Batch, OnWritten, Watermark } from '../warehouse.ts';
import type { DuckDBSession } from './duckdb.ts';

const NOTHING_LOADED: Watermark = { tx: '0', id: '0', batch: 0 };

/** The position of the last loaded row of a source and its batch; zeros before the first batch. */
export async function findWatermark(session: DuckDBSession, source: string): Promise<Watermark> {
  const all = await session.known<Watermark & { source: string }>('state/watermarks_list');
  const { tx, id, batch } = all.find((one) => one.source === source) ?? NOTHING_LOADED;
  return { tx, id, batch };
}

/** Appends the rows after the watermark, and moves it. Must run within a transaction. */
export async function loadBatch(
  session: DuckDBSession,
  { source, table, number, rows }: Batch,
  onWritten: OnWritten,
): Promise<void> {
  const watermark = await findWatermark(session, source);
  if (number <= watermark.batch) return;
  if (number > watermark.batch + 1)
    throw new Error(`batch ${number} of ${source} cannot follow batch ${watermark.batch}`);
  const first = rows.findIndex((row) => isAfter(positionOf(row), watermark));
  if (first < 0) return;
  const added = rows.slice(first);
  await session.append(table, number, added);
  const last = positionOf(added.at(-1));
  await session.run('state/watermarks_move', { source, ...last, batch: number });
  onWritten();
}

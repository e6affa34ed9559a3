import { borrowShares } from '../../src/kit/forecast/borrow.ts';
import { closeDays, holdSpaces } from '../../src/kit/forecast/fit-lot.ts';
import type { LotForecast } from '../../src/kit/forecast/lot-forecast.ts';
import { unpackForecast } from '../../src/kit/forecast/packed-forecast.ts';
import { cellParent, cellRange } from '../../src/kit/geo/cells.ts';
import type { Querier } from '../../src/stores/postgres.ts';
import type { Fitted } from './fit-lots.ts';
import type { Lot } from './lots.ts';

/** The cells in which lots are like each other. */
const LIKE_RESOLUTION = 4;
/** A lot without a history is expected to be like the mean of so many. */
const LIKES_MAX = 8;

/**
 * The forecasts of lots without a history: each as those of lots like it nearby which have been
 * written, of its type where there are any.
 */
export async function borrowForecasts(
  db: Querier,
  lots: readonly (readonly [Lot, Fitted])[],
): Promise<(readonly [Lot, LotForecast])[]> {
  const likesOf = await findLikes(
    db,
    lots.map(([lot]) => lot),
  );
  return lots.map(([lot, { forecast: own, ahead }]) => {
    const likes = likesOf(lot);
    if (likes.length === 0) return [lot, own];
    const borrowed = borrowShares(own, likes);
    holdSpaces(borrowed.shares, ahead.heldSpaces, borrowed.spaces);
    closeDays(borrowed.shares, ahead.closed);
    return [lot, borrowed];
  });
}

/** Lots with the same key are like the same lots. */
function likenessOf({ livemode, cell, lotType, totalSpaces }: Lot) {
  const { low, high } = cellRange(cellParent(BigInt(cell), LIKE_RESOLUTION));
  const key = `${livemode} ${low} ${lotType} ${totalSpaces}`;
  return {
    key,
    livemode,
    low: String(low),
    high: String(high),
    lot_type: lotType,
    space_count: totalSpaces,
  };
}

async function findLikes(
  db: Querier,
  lots: readonly Lot[],
): Promise<(lot: Lot) => readonly LotForecast[]> {
  const wanted = new Map(lots.map(likenessOf).map((likeness) => [likeness.key, likeness]));
  const rows = await db.query<{ key: string; lotId: string; figures: Buffer }>(
    'forecasts_list_like',
    { lots: JSON.stringify([...wanted.values()]), lotCountMax: LIKES_MAX },
  );
  const packed = new Map(rows.map(({ lotId, figures }) => [lotId, figures]));
  const likes = new Map([...packed].map(([lotId, figures]) => [lotId, unpackForecast(figures)]));
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return (lot) =>
    (byKey.get(likenessOf(lot).key) ?? []).flatMap(({ lotId }) => likes.get(lotId) ?? []);
}

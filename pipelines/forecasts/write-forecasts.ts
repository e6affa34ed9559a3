import { borrowShares } from '../../src/forecast/borrow.ts';
import { closeDays, holdSpaces } from '../../src/forecast/fit-lot.ts';
import type { LotForecast } from '../../src/forecast/lot-forecast.ts';
import { packForecast, unpackForecast } from '../../src/forecast/packed-forecast.ts';
import { cellParent, cellRange } from '../../src/geometry/cells.ts';
import type { Postgres, Querier } from '../../src/stores/postgres.ts';
import type { Fitted } from './fit-lots.ts';
import type { Lot } from './lots.ts';

/** A day is over for so long before it is read: by then its last rows have been drained. */
export const AFTER_MIDNIGHT_MS = 300_000;
/** The cells in which lots are like each other. */
const LIKE_RESOLUTION = 4;
/** A lot without a history is expected to be like the mean of so many. */
const LIKES_MAX = 8;

/** Writes forecasts where readers see them, all at once. */
export async function writeForecasts(
  db: Pick<Postgres, 'transaction'>,
  forecasts: readonly (readonly [Lot, LotForecast])[],
): Promise<void> {
  if (forecasts.length === 0) return;
  const rows = JSON.stringify(forecasts.map(([lot, forecast]) => rowOf(lot, forecast)));
  await db.transaction(async (connection) => {
    await connection.query('forecasts_put', { rows });
    await connection.query('forecast_edition_advance');
  });
}

/** The forecast of a lot without a history: as that of lots like it which have been written. */
export async function borrowForecast(
  db: Querier,
  lot: Lot,
  { forecast: own, ahead }: Fitted,
): Promise<LotForecast> {
  const { low, high } = cellRange(cellParent(BigInt(lot.cell), LIKE_RESOLUTION));
  for (const lotType of new Set([lot.lot_type, null])) {
    const likes = await db.query<{ figures: Buffer }>('forecasts_list_like', {
      livemode: lot.livemode,
      low,
      high,
      lot_type: lotType,
      space_count: lot.total_spaces,
      lot_count_max: LIKES_MAX,
    });
    if (likes.length === 0) continue;
    const borrowed = borrowShares(
      own,
      likes.map(({ figures }) => unpackForecast(figures)),
    );
    holdSpaces(borrowed.shares, ahead.heldSpaces, borrowed.spaces);
    closeDays(borrowed.shares, ahead.closed);
    return borrowed;
  }
  return own;
}

function rowOf(lot: Lot, forecast: LotForecast): object {
  return {
    lot_id: lot.lot_id,
    livemode: lot.livemode,
    cell: lot.cell,
    lot_type: lot.lot_type,
    space_count: lot.total_spaces,
    has_history: forecast.hasHistory,
    made_at: lot.listed_at.toISOString(),
    due_at: new Date(lot.next_midnight_at.getTime() + AFTER_MIDNIGHT_MS).toISOString(),
    figures: Buffer.from(packForecast(forecast)).toString('hex'),
  };
}

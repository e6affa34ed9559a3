import type { LotForecast } from '../../src/kit/forecast/lot-forecast.ts';
import { packForecast } from '../../src/kit/forecast/packed-forecast.ts';
import type { Postgres } from '../../src/stores/postgres.ts';
import type { Lot } from './lots.ts';

/** A day is over for so long before it is read: by then its last rows have been drained. */
export const AFTER_MIDNIGHT_MS = 300_000;

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

function rowOf(lot: Lot, forecast: LotForecast): object {
  return {
    lot_id: lot.lotId,
    livemode: lot.livemode,
    cell: lot.cell,
    lot_type: lot.lotType,
    space_count: lot.totalSpaces,
    has_history: forecast.hasHistory,
    made_at: lot.listedAt.toISOString(),
    due_at: new Date(lot.nextMidnightAt.getTime() + AFTER_MIDNIGHT_MS).toISOString(),
    figures: Buffer.from(packForecast(forecast)).toString('hex'),
  };
}

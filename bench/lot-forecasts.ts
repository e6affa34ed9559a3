import { millisecondsInDay } from 'date-fns/constants';
import { systemClock } from '../src/clock.ts';
import { HORIZONS } from '../src/forecast/lot-forecast.ts';
import { emptyForecast, packForecast } from '../src/forecast/packed-forecast.ts';
import type { Stack } from './stack.ts';

/** Publishes what lots post, and a forecast of every lot. */
export async function addForecasts(stack: Stack): Promise<void> {
  await stack.sql(
    `insert into marts.market_rate_by_lot (lot_id, livemode, operator_id, cell, latitude,
       longitude, country, currency, space_count, posted_hourly, posted_daily, observation_count,
       occupied_minutes, known_minutes, measured_minutes)
     select lot_id, livemode, operator_id, cell, latitude, longitude, country, currency,
       total_spaces, rate_minor, 24 * rate_minor, 0, 0, 0, 0
     from lots`,
  );
  await replaceForecasts(stack);
}

/** Publishes a forecast of every lot: half of its spaces are always taken. */
export async function replaceForecasts(stack: Stack): Promise<void> {
  const today = Math.floor(systemClock.now() / millisecondsInDay);
  const forecast = { ...emptyForecast(), fromDay: today - 1, spaces: 20, hasHistory: true };
  for (const values of [forecast.shares.next, forecast.shares.usual]) values.fill(1 / 2);
  forecast.shares.spread.fill(1 / HORIZONS);
  forecast.carry.fill(1 / 2);
  await stack.sql('delete from marts.lot_forecasts');
  await stack.sql(
    `with put as (
       insert into marts.lot_forecasts (lot_id, livemode, cell, lot_type, space_count, has_history,
         made_at, due_at, figures)
       select lot_id, livemode, cell, lot_type, total_spaces, true, now(), 'infinity', $1
       from lots)
     update marts.forecast_edition set edition_id = edition_id + 1`,
    [Buffer.from(packForecast(forecast))],
  );
}

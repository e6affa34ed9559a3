import { millisecondsInDay } from 'date-fns/constants';
import { AREA_SPACES } from '../../src/demand/areas/area-forecast.ts';
import { cutAreas } from '../../src/demand/areas/cut-areas.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { HORIZONS, type LotForecast } from '../../src/kit/forecast/lot-forecast.ts';
import { emptyForecast, packForecast } from '../../src/kit/forecast/packed-forecast.ts';
import type { Stack } from './stack.ts';

/** Publishes what lots post, and a forecast of every lot. */
export async function addForecasts(stack: Stack): Promise<void> {
  await stack.sql(
    `insert into marts.market_rate_by_lot (lot_id, livemode, operator_id, cell, latitude,
       longitude, country, currency, space_count, list_hourly, list_daily, observation_count,
       occupied_minutes, known_minutes)
     select lot_id, livemode, operator_id, cell, latitude, longitude, country, currency,
       total_spaces, rate_minor, 24 * rate_minor, 0, 0, 0
     from lots
     on conflict do nothing`,
  );
  await replaceForecasts(stack);
}

/** Publishes a forecast of every lot and of its area: half of the spaces are always taken. */
async function replaceForecasts(stack: Stack): Promise<void> {
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
  await replaceAreas(stack, { ...forecast, spaces: AREA_SPACES });
}

/** As if every lot had been observed: areas are as fine as its operators allow. */
async function replaceAreas(stack: Stack, forecast: LotForecast): Promise<void> {
  const lots = (await stack.sql('select country, cell::text, operator_id from lots')) as {
    country: string;
    cell: string;
    operator_id: string;
  }[];
  const areas = [...Map.groupBy(lots, ({ country }) => country)].flatMap(([country, own]) => {
    const observed = own.map(({ cell, operator_id }) => ({
      cell: BigInt(cell),
      operatorId: operator_id,
      isStrong: true,
    }));
    return [0n, ...cutAreas(observed, new Set())].map((cell) => ({ country, cell: String(cell) }));
  });
  const rows = JSON.stringify(areas);
  await stack.sql('delete from marts.areas');
  await stack.sql(
    `insert into marts.areas (livemode, country, cell, occupied_pct, measured_pct)
     select true, country, cell, 50, 0
     from json_to_recordset($1) as area (country text, cell bigint)`,
    [rows],
  );
  await stack.sql('delete from marts.area_forecasts');
  await stack.sql(
    `with put as (
       insert into marts.area_forecasts (livemode, country, cell, currency, has_history, made_for,
         made_at, due_at, figures)
       select true, country, cell, 'usd', true, '', now(), 'infinity', $2
       from json_to_recordset($1) as area (country text, cell bigint))
     update marts.forecast_edition set edition_id = edition_id + 1`,
    [rows, Buffer.from(packForecast(forecast))],
  );
}

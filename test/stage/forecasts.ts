import { HALF_HOURS } from '../../src/kit/forecast/history/day-curve.ts';
import {
  emptyFigure,
  type Figure,
  HORIZONS,
  type LotForecast,
  WEEKDAYS,
} from '../../src/kit/forecast/lot-forecast.ts';
import { emptyForecast, packForecast } from '../../src/kit/forecast/packed-forecast.ts';
import type { TestDatabase } from './database.ts';

type Wish = Partial<Pick<LotForecast, 'fromDay' | 'hasHistory' | 'hasStays' | 'closed'>> & {
  /** Of every half hour; NaN: nothing is known. */
  share?: number;
  /** The half hour from 10:00 to 10:30. */
  peak?: number;
  /** Only every second half hour is known. */
  isHourly?: boolean;
  sessions?: number;
  revenueMinor?: number;
  /** How much of a difference from the forecast remains. */
  carry?: number;
};

const PEAK_SLOT = 20;

/** The same on every day. Errors are 2 % of the spaces, and 1 of the roots of what is sold. */
export function forecastOf(wish: Wish): LotForecast {
  const { share = 0.5, peak = share, sessions = Number.NaN, carry = 0.5 } = wish;
  const shareAt = (slot: number) => {
    if (wish.isHourly === true && slot % 2 === 1) return Number.NaN;
    return slot === PEAK_SLOT ? peak : share;
  };
  const shares = sameEachDay(HALF_HOURS, shareAt, 0.02);
  return {
    ...emptyForecast(),
    fromDay: wish.fromDay ?? 0,
    spaces: 10,
    hasHistory: wish.hasHistory ?? true,
    hasStays: wish.hasStays ?? false,
    closed: wish.closed ?? emptyForecast().closed,
    shares,
    sessions: sameEachDay(1, () => sessions, 1),
    revenueMinor: sameEachDay(1, () => wish.revenueMinor ?? Number.NaN, 1),
    carry: Float32Array.of(carry, carry, carry),
    backtest: { errorSum: 48, cells: 1_200, days: 25, insideCount: 960 },
  };
}

function sameEachDay(slots: number, valueAt: (slot: number) => number, spread: number): Figure {
  const day = Float32Array.from({ length: slots }, (_, slot) => valueAt(slot));
  const days = (count: number) =>
    Float32Array.from({ length: count * slots }, (_, i) => day[i % slots] ?? Number.NaN);
  return {
    ...emptyFigure(slots),
    next: days(HORIZONS),
    usual: days(WEEKDAYS + 1),
    spread: new Float32Array(slots).fill(spread),
    lows: new Float32Array(HORIZONS + 1).fill(-1),
    highs: new Float32Array(HORIZONS + 1).fill(1),
    together: 0.5,
  };
}

/** Writes forecasts of lots in place of those that the pipelines made, as a new edition. */
export async function publishForecasts(
  { sql }: Pick<TestDatabase, 'sql'>,
  forecasts: ReadonlyMap<string, LotForecast>,
): Promise<void> {
  const lotIds = [...forecasts.keys()];
  const figures = [...forecasts.values()].map((forecast) => Buffer.from(packForecast(forecast)));
  await sql(
    `with given as (
       select * from unnest($1::uuid[], $2::bytea[]) as forecast (lot_id, figures)),
     put as (
       insert into marts.lot_forecasts (lot_id, livemode, cell, lot_type, space_count, has_history,
         made_at, due_at, figures)
       select lot_id, livemode, cell, lot_type, total_spaces, true, now(), 'infinity', figures
       from given join lots using (lot_id)
       on conflict (lot_id) do update set figures = excluded.figures)
     update marts.forecast_edition set edition_id = edition_id + 1`,
    [lotIds, figures],
  );
}

/**
 * An area that may be disclosed, with its forecast; a lot is in the area of the finest such cell.
 */
type TestArea = {
  livemode?: boolean;
  country?: string;
  /** 0: what of the country is in no finer area. */
  cell: bigint;
  currency?: string;
  forecast: LotForecast;
};

/** Writes areas with figures that may be disclosed, and their forecasts, as a new edition. */
export async function publishAreas(
  { sql }: Pick<TestDatabase, 'sql'>,
  areas: readonly TestArea[],
): Promise<void> {
  for (const { livemode = true, country = 'CA', cell, currency = 'cad', forecast } of areas) {
    const key = [livemode, country, cell];
    await sql(
      `insert into marts.areas (livemode, country, cell, occupied_pct, measured_pct)
       values ($1, $2, $3, 50, 0)
       on conflict (livemode, country, cell) do update set occupied_pct = 50`,
      key,
    );
    await sql(
      `insert into marts.area_forecasts (livemode, country, cell, currency, has_history, made_for,
         made_at, due_at, figures)
       values ($1, $2, $3, $4, true, '', now(), 'infinity', $5)
       on conflict (livemode, country, cell) do update set figures = excluded.figures`,
      [...key, currency, Buffer.from(packForecast(forecast))],
    );
  }
  await sql('update marts.forecast_edition set edition_id = edition_id + 1');
}

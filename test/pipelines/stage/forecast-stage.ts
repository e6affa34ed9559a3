import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { rebuild } from '../../../pipelines/rebuild.ts';
import { refresh } from '../../../pipelines/refresh.ts';
import type { Observe, RefreshContext } from '../../../pipelines/step.ts';
import { importCounts } from '../../../src/imports/counts/import-counts.ts';
import { importSessions } from '../../../src/imports/sessions/import-sessions.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { HALF_HOURS } from '../../../src/kit/forecast/history/day-curve.ts';
import type { LotForecast } from '../../../src/kit/forecast/lot-forecast.ts';
import { unpackForecast } from '../../../src/kit/forecast/packed-forecast.ts';
import { openWarehouse } from '../../../src/stores/open-warehouse.ts';
import { awayFromWholeHour } from '../../stage/away-from-whole-hour.ts';
import { openTestDatabase } from '../../stage/database.ts';
import { addCaller, addLot, type LotColumns } from '../../stage/fixtures.ts';
import { hasNewAreas } from '../../stage/warehouse.ts';

const HALF_HOUR_MS = 1_800_000;
export const DAY_MS = 86_400_000;
/** Its clock is that of the world, so its days are those of the warehouse. */
const TIMEZONE = 'UTC';
/** It has no public holidays, so a test is the same on any day. */
const COUNTRY = 'AQ';

export type ForecastRow = {
  hasHistory: boolean;
  madeAt: string;
  hex: string;
  forecast: LotForecast;
};

export type Count = (day: number, slot: number) => number | undefined;
export type StayTimes = { from: Date; to: Date; amount?: string };

/** Monday is 0. Days are counted from 1970-01-01. */
export const weekdayOf = (day: number) => (day + 3) % 7;
export const today = () => Math.floor(Date.now() / DAY_MS);
export const at = (day: number, slot: number) => new Date(day * DAY_MS + slot * HALF_HOUR_MS);

export type ForecastStage = Awaited<ReturnType<typeof openForecastStage>>;

function rowOf(row: { has_history: boolean; made: string; figures: Buffer }): ForecastRow {
  const { has_history: hasHistory, made: madeAt, figures } = row;
  return { hasHistory, madeAt, hex: figures.toString('hex'), forecast: unpackForecast(figures) };
}

/** Lots of one operator in Toronto whose clock is UTC, and a warehouse that forecasts them. */
export async function openForecastStage() {
  const database = await openTestDatabase();
  const directory = mkdtempSync(join(tmpdir(), 'hexlot-forecast-'));
  const log = pino({ level: 'silent' });
  const warehouse = await openWarehouse({ path: join(directory, 'warehouse.duckdb'), log });
  const { operatorId } = await addCaller(database);
  const { pipelines: db, sql } = database;
  let plate = 0;
  // A day that ends between two refreshes would change what is forecast.
  await awayFromWholeHour();

  const contextWith = (observe: Observe): RefreshContext => ({
    ...{ db, warehouse, clock: systemClock, log, observe },
  });
  const importCsv = (livemode: boolean, lines: readonly string[]) => ({
    operatorId,
    livemode,
    csv: Readable.from([lines.join('\n')]),
  });

  return {
    database,
    warehouse,
    context: contextWith(() => undefined),

    async addLot(
      ref: string,
      more: Partial<LotColumns> & { opening_hours?: string } = {},
    ): Promise<string> {
      const { opening_hours = null, ...columns } = more;
      const lotId = await addLot(database, {
        operator_id: operatorId,
        ref,
        total_spaces: 100,
        country: COUNTRY,
        ...columns,
      });
      await sql('update lots set timezone = $2, opening_hours = $3 where lot_id = $1', [
        lotId,
        TIMEZONE,
        opening_hours,
      ]);
      return lotId;
    },

    /** Imports a count for each half hour of days; none where it is undefined. */
    async importCounts(ref: string, from: number, to: number, count: Count, livemode = true) {
      const lines = ['lot_ref,at,occupied'];
      for (let day = from; day < to; day += 1)
        for (let slot = 0; slot < HALF_HOURS; slot += 1) {
          const occupied = count(day, slot);
          if (occupied !== undefined)
            lines.push(`${ref},${at(day, slot).toISOString()},${occupied}`);
        }
      return importCounts(database.owner, importCsv(livemode, lines));
    },

    async importStays(ref: string, stays: readonly StayTimes[], livemode = true) {
      const lines = stays.map(({ from, to, amount = '2.00' }) => {
        plate += 1;
        return `${ref},P${plate},${from.toISOString()},${to.toISOString()},${amount}`;
      });
      const header = 'lot_ref,plate,started_at,ended_at,amount';
      return importSessions(database.owner, importCsv(livemode, [header, ...lines]));
    },

    async refresh(observe: Observe = () => undefined) {
      await database.passHorizon();
      const result = await refresh(contextWith(observe));
      if (!hasNewAreas(result)) return result;
      await database.passHorizon();
      await refresh(contextWith(observe));
      return result;
    },

    async rebuild() {
      await database.passHorizon();
      return rebuild(contextWith(() => undefined));
    },

    /** What readers see, by the ref of the lot. */
    async forecasts(): Promise<Map<string, ForecastRow>> {
      const rows = await sql<{ ref: string; has_history: boolean; made: string; figures: Buffer }>(
        `select ref, has_history, made_at::text as made, figures
         from marts.lot_forecasts join lots using (lot_id)`,
      );
      return new Map(rows.map(({ ref, ...row }) => [ref, rowOf(row)]));
    },

    /** What readers see of the areas of the live world, by country and cell. */
    async areas(): Promise<Map<string, ForecastRow>> {
      const rows = await sql<{
        area: string;
        has_history: boolean;
        made: string;
        figures: Buffer;
      }>(
        `select country || ' ' || cell as area, has_history, made_at::text as made, figures
         from marts.area_forecasts where livemode`,
      );
      return new Map(rows.map(({ area, ...row }) => [area, rowOf(row)]));
    },

    async edition(): Promise<number> {
      const [row] = await sql<{ edition_id: string }>(
        'select edition_id from marts.forecast_edition',
      );
      return Number(row?.edition_id);
    },

    async close() {
      await warehouse.close();
      await database.drop();
      rmSync(directory, { recursive: true });
    },
  };
}

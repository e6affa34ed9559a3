import type { LotForecast } from '../../src/kit/forecast/lot-forecast.ts';
import { packForecast } from '../../src/kit/forecast/packed-forecast.ts';
import type { RefreshContext } from '../step.ts';
import { type Area, type AreaKey, type AreaRow, findAreas, keyOf } from './areas.ts';
import type { Calendars } from './calendars.ts';
import { fitAreas, learnAreas, outdateAreas, takeLots } from './fit-areas.ts';
import { AFTER_MIDNIGHT_MS } from './write-forecasts.ts';

/** Lots of areas whose forecasts are written together. */
const LOTS_PER_PART = 2_000;

/**
 * The areas with any figure that may be shown, and those whose forecast is due: those without
 * one first, then those that have been due for longest.
 */
type AreasDue = { all: readonly Area[]; due: readonly Area[]; removed: number };

/** What the lots and areas of a refresh are forecast with, and when no further ones are taken. */
export type ForecastRun = { today: number; calendars: Calendars; untilMs: number };

/**
 * Finds the areas whose forecast is due: at their midnight, when their lots change, and when more
 * became known of days of these that are over (`late`). They are written down as due, so that an
 * interrupted refresh loses none. An area whose figures may no longer be shown loses it.
 * `hasChanges`: whether any lot may have changed.
 */
export async function findDueAreas(
  context: RefreshContext,
  { late, hasChanges }: { late: readonly string[]; hasChanges: boolean },
): Promise<AreasDue> {
  const { db, warehouse } = context;
  const rows = await db.query<AreaRow>('area_forecasts_list');
  const gone = rows.filter(({ isTold, madeFor }) => !isTold && madeFor !== null);
  const hasNew = rows.some(({ isTold, madeFor }) => isTold && madeFor === null);
  // What was learnt is by the regions of the areas that it was learnt from.
  if (late.length > 0 || hasNew || gone.length > 0) outdateAreas(warehouse);
  await removeAreas(context, gone);
  const isAsked = late.length > 0 || hasChanges || rows.some((row) => row.isDue);
  if (!isAsked || rows.every(({ isTold }) => !isTold))
    return { all: [], due: [], removed: gone.length };
  const all = await findAreas(context, rows);
  const lateLots = new Set(late);
  const byKey = new Map(all.map((area) => [keyOf(area), area]));
  const due = rows.flatMap((row) => {
    const area = byKey.get(keyOf(row));
    if (area === undefined) return [];
    const isLate = area.lots.some(({ lotId }) => lateLots.has(lotId));
    return row.isDue || row.madeFor !== area.madeFor || isLate ? [area] : [];
  });
  if (due.length > 0) await db.query('area_forecasts_mark_due', { areas: keysOf(due) });
  return { all, due, removed: gone.length };
}

async function removeAreas({ db }: RefreshContext, gone: readonly AreaRow[]): Promise<void> {
  if (gone.length === 0) return;
  await db.transaction(async (connection) => {
    await connection.query('area_forecasts_remove', { areas: keysOf(gone) });
    await connection.query('forecast_edition_advance');
  });
}

function keysOf(areas: readonly AreaKey[]): string {
  return JSON.stringify(areas.map(({ livemode, country, cell }) => ({ livemode, country, cell })));
}

/**
 * Forecasts the areas that there is time for, and at least one part of them, and writes each part
 * where readers see it, all at once. Returns how many were forecast.
 */
export async function buildAreas(
  context: RefreshContext,
  { all, due }: AreasDue,
  { today, calendars, untilMs }: ForecastRun,
): Promise<number> {
  const { db, clock, observe } = context;
  let builtCount = 0;
  while (builtCount < due.length && (builtCount === 0 || clock.now() < untilMs)) {
    const part = takeLots(due.slice(builtCount), LOTS_PER_PART);
    const learnt = await learnAreas(context, { all, due: part }, today, calendars);
    const fitted = await fitAreas(context, part, learnt, calendars);
    const rows = fitted.map(([area, forecast]) => rowOf(area, forecast));
    await db.transaction(async (connection) => {
      await connection.query('area_forecasts_put', { rows: JSON.stringify(rows) });
      await connection.query('forecast_edition_advance');
    });
    builtCount += part.length;
    observe('build-areas written');
  }
  return builtCount;
}

function rowOf(area: Area, forecast: LotForecast): object {
  const { livemode, country, cell, currency, madeFor } = area;
  return {
    ...{ livemode, country, cell, currency },
    has_history: forecast.hasHistory,
    made_for: madeFor,
    made_at: area.listedAt.toISOString(),
    due_at: new Date(area.nextMidnightAt.getTime() + AFTER_MIDNIGHT_MS).toISOString(),
    figures: Buffer.from(packForecast(forecast)).toString('hex'),
  };
}

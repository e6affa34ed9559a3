import { millisecondsInDay } from 'date-fns/constants';
import type { LotForecast } from '../../src/forecast/lot-forecast.ts';
import { listLocalEvents } from '../../src/local-events/list-local-events.ts';
import type { Postgres } from '../../src/stores/postgres.ts';
import { buildAreas, findDueAreas } from '../forecasts/build-areas.ts';
import { type Calendars, calendarsOf } from '../forecasts/calendars.ts';
import { type Fitted, fitLots } from '../forecasts/fit-lots.ts';
import { learnWorlds } from '../forecasts/learn-worlds.ts';
import type { Lot } from '../forecasts/lots.ts';
import { markLate } from '../forecasts/mark-late.ts';
import { borrowForecast, writeForecasts } from '../forecasts/write-forecasts.ts';
import { writeHolidays } from '../forecasts/write-holidays.ts';
import type { RefreshContext } from '../step.ts';
import { advanceModels } from './advance-models.ts';

/** Lots that are forecast in one refresh, at most. */
const LOTS_PER_REFRESH = 20_000;
/**
 * After so long no further lots are taken: they are due at the next refresh, because new marts wait
 * for this one.
 */
const TAKE_LOTS_MS = 30_000;
/** Their histories are in memory together: about 0.3 MB each. */
const LOTS_PER_PART = 200;
/** Events of this time teach what events do; later ones are expected. */
const EVENT_DAYS = 400;

/**
 * Forecasts the lots and areas whose forecast is due: at their midnight, when they change, and when
 * more becomes known of days that are over. Writes them where readers see them. Returns how many
 * lots and areas were forecast, or had their forecast removed.
 */
export async function buildForecasts(context: RefreshContext): Promise<number> {
  const { db, warehouse, clock } = context;
  const today = Math.floor(clock.now() / millisecondsInDay);
  const removed = await removeGone(db);
  const late = await markLate(context, today);
  const due = await db.query<Lot>('forecast_lots_list', { lot_count_max: LOTS_PER_REFRESH });
  const areas = await findDueAreas(context, { late, hasChanges: removed + due.length > 0 });
  const gone = removed + areas.removed;
  if (due.length + areas.due.length === 0) return gone;
  await writeHolidays(db, due, today);
  await advanceModels(context, warehouse.contents.daily);
  const span = {
    from: new Date((today - EVENT_DAYS) * millisecondsInDay),
    to: new Date((today + EVENT_DAYS) * millisecondsInDay),
  };
  const calendars = calendarsOf(await listLocalEvents(db, span));
  const built = await buildLots(context, due, today, calendars);
  return gone + built + (await buildAreas(context, areas, today, calendars));
}

/** Returns how many lots were forecast: those that there was time for, and at least one part. */
async function buildLots(
  context: RefreshContext,
  due: readonly Lot[],
  today: number,
  calendars: Calendars,
): Promise<number> {
  const { db, clock, observe } = context;
  const untilMs = clock.now() + TAKE_LOTS_MS;
  let builtCount = 0;
  const learnt = await learnWorlds(context, due, today, calendars);
  const unknown: (readonly [Lot, Fitted])[] = [];
  while (builtCount < due.length && (builtCount === 0 || clock.now() < untilMs)) {
    const part = due.slice(builtCount, builtCount + LOTS_PER_PART);
    const fitted = await fitLots(context, part, learnt, calendars);
    const [own, none] = partition(fitted);
    await writeForecasts(db, own);
    unknown.push(...none);
    builtCount += part.length;
    observe('build-forecasts written');
  }
  // Last, because they borrow from the others.
  const borrowed: [Lot, LotForecast][] = [];
  for (const [lot, fitted] of unknown) borrowed.push([lot, await borrowForecast(db, lot, fitted)]);
  await writeForecasts(db, borrowed);
  return builtCount;
}

/** The forecasts of lots with a history of their own, and the lots without one. */
function partition(fitted: readonly (readonly [Lot, Fitted])[]) {
  const own = fitted.filter(([, { forecast }]) => forecast.hasHistory);
  const none = fitted.filter(([, { forecast }]) => !forecast.hasHistory);
  return [own.map(([lot, { forecast }]) => [lot, forecast] as const), none] as const;
}

async function removeGone(db: Postgres): Promise<number> {
  const gone = await db.query<{ lot_id: string }>('forecasts_list_gone');
  if (gone.length === 0) return 0;
  await db.transaction(async (connection) => {
    await connection.query('forecasts_remove', { lot_ids: gone.map(({ lot_id }) => lot_id) });
    await connection.query('forecast_edition_advance');
  });
  return gone.length;
}

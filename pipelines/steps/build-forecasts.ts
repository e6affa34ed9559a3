import { millisecondsInDay } from 'date-fns/constants';
import { listLocalEvents } from '../../src/demand/local-events/list-local-events.ts';
import type { Postgres } from '../../src/stores/postgres.ts';
import { borrowForecasts } from '../forecasts/borrow-forecasts.ts';
import { buildAreas, type ForecastRun, findDueAreas } from '../forecasts/build-areas.ts';
import { calendarsOf } from '../forecasts/calendars.ts';
import { type Fitted, fitLots } from '../forecasts/fit-lots.ts';
import { learnModes, outdateLearnt } from '../forecasts/learn-modes.ts';
import type { Lot } from '../forecasts/lots.ts';
import { writeForecasts } from '../forecasts/write-forecasts.ts';
import { writeHolidays } from '../forecasts/write-holidays.ts';
import type { RefreshContext } from '../step.ts';
import { advanceModels } from './advance-models.ts';

/** Lots that are forecast in one refresh, at most. */
const LOTS_PER_REFRESH = 20_000;
/**
 * After so long no further lots and areas are taken: they are due at the next refresh, because new
 * marts wait for this one.
 */
const TAKE_MS = 30_000;
/** Their histories are in memory together: about 0.3 MB each. */
const LOTS_PER_PART = 200;
/** Lots without a history that wait to be written: about 10 kB each. */
const UNKNOWN_MAX = 2_000;
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
  const due = await db.query<Lot>('forecast_lots_list', { lotCountMax: LOTS_PER_REFRESH });
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
  const run = { today, calendars, untilMs: clock.now() + TAKE_MS };
  const built = await buildLots(context, due, run);
  return gone + built + (await buildAreas(context, areas, run));
}

/** Returns how many lots were forecast: those that there was time for, and at least one part. */
async function buildLots(
  context: RefreshContext,
  due: readonly Lot[],
  { today, calendars, untilMs }: ForecastRun,
): Promise<number> {
  const { db, clock, observe } = context;
  let builtCount = 0;
  const learnt = await learnModes(context, due, today, calendars);
  let unknown: (readonly [Lot, Fitted])[] = [];
  const writeUnknown = async () => {
    if (unknown.length === 0) return;
    await writeForecasts(db, await borrowForecasts(db, unknown));
    unknown = [];
  };
  while (builtCount < due.length && (builtCount === 0 || clock.now() < untilMs)) {
    const part = due.slice(builtCount, builtCount + LOTS_PER_PART);
    const [own, none] = partition(await fitLots(context, part, learnt, calendars));
    await writeForecasts(db, own);
    // They wait, because they borrow from the others.
    unknown.push(...none);
    if (unknown.length >= UNKNOWN_MAX) await writeUnknown();
    builtCount += part.length;
    observe('build-forecasts written');
  }
  await writeUnknown();
  return builtCount;
}

/** The forecasts of lots with a history of their own, and the lots without one. */
function partition(fitted: readonly (readonly [Lot, Fitted])[]) {
  const own = fitted.filter(([, { forecast }]) => forecast.hasHistory);
  const none = fitted.filter(([, { forecast }]) => !forecast.hasHistory);
  return [own.map(([lot, { forecast }]) => [lot, forecast] as const), none] as const;
}

/**
 * Makes forecasts due of lots that got new rows of days before yesterday. Only rows that are not in
 * the daily rollups yet are found, so this comes before each advance of these.
 * `today` is in UTC, counted from 1970-01-01. Returns these lots.
 */
async function markLate(
  { db, warehouse }: RefreshContext,
  today: number,
): Promise<readonly string[]> {
  const late = await warehouse.lateLots(today - 1);
  if (late.length === 0) return late;
  outdateLearnt(warehouse);
  await db.query('forecasts_mark_due', { lotIds: late });
  return late;
}

async function removeGone(db: Postgres): Promise<number> {
  const gone = await db.query<{ lotId: string }>('forecasts_list_gone');
  if (gone.length === 0) return 0;
  await db.transaction(async (connection) => {
    await connection.query('forecasts_remove', { lotIds: gone.map(({ lotId }) => lotId) });
    await connection.query('forecast_edition_advance');
  });
  return gone.length;
}

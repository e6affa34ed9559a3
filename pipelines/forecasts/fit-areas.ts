import { fitLot } from '../../src/kit/forecast/fit-lot.ts';
import { HALF_HOURS } from '../../src/kit/forecast/history/day-curve.ts';
import { dayCurvesOf } from '../../src/kit/forecast/history/lot-day-curves.ts';
import type { HistorySpan } from '../../src/kit/forecast/history/lot-history.ts';
import { CALENDAR_DAYS, HORIZONS, type LotForecast } from '../../src/kit/forecast/lot-forecast.ts';
import { cellCentre } from '../../src/kit/geo/cells.ts';
import { emptyDaySet } from '../../src/kit/time/day-set.ts';
import type { RefreshContext } from '../step.ts';
import { readAreaHistories } from './area-histories.ts';
import { type Area, hashOf } from './areas.ts';
import type { CalendarPlace, Calendars } from './calendars.ts';
import { HISTORY_DAYS } from './histories.ts';
import { keepLearnt, type Learnt, sharedParametersOf } from './keep-learnt.ts';
import { learnFrom, type Past } from './shared-parameters.ts';

/** What areas have in common is learnt from so many of them, with so many lots together. */
const SAMPLE_AREAS_MAX = 300;
const SAMPLE_LOTS_MAX = 5_000;
/** The country of lots whose country is not known. */
const NO_COUNTRY = 'ZZ';

const kept = keepLearnt();

/** More became known of days of areas that are over, or there are other areas. */
export const outdateAreas = kept.outdate;

/** Learns what the areas of each mode that has areas due have in common, from areas alone. */
export function learnAreas(
  context: RefreshContext,
  { all, due }: { all: readonly Area[]; due: readonly Area[] },
  today: number,
  calendars: Calendars,
): Promise<Learnt> {
  const { warehouse, signal } = context;
  return kept.learn(context, {
    today,
    isNeeded: (livemode) => due.some((area) => area.livemode === livemode),
    async learn(livemode, span) {
      const sample = sampleOf(all.filter((area) => area.livemode === livemode));
      const pasts: Past[] = [];
      for await (const [area, history] of readAreaHistories(warehouse, sample, () => span)) {
        signal?.throwIfAborted();
        pasts.push({ history, days: calendars.daysOf(placeOf(area), span) });
      }
      const lotCount = sample.reduce((sum, { lots }) => sum + lots.length, 0);
      return { sharedParameters: await learnFrom(pasts, span.days), lotCount };
    },
  });
}

/** The same each time, as long as the areas are; at least one. */
function sampleOf(areas: readonly Area[]): Area[] {
  const order = new Map(areas.map((area) => [area, hashOf(`${area.country} ${area.cell}`)]));
  const sorted = areas.toSorted((a, b) => ((order.get(a) ?? '') < (order.get(b) ?? '') ? -1 : 1));
  return takeLots(sorted, SAMPLE_LOTS_MAX).slice(0, SAMPLE_AREAS_MAX);
}

/** The first areas that have at most so many lots together; at least one. */
export function takeLots(areas: readonly Area[], lotCountMax: number): Area[] {
  let lotCount = 0;
  return areas.filter(({ lots }, i) => {
    lotCount += lots.length;
    return i === 0 || lotCount <= lotCountMax;
  });
}

/** Forecasts areas from what happened on their lots; calendars and clocks are those of the lots. */
export async function fitAreas(
  { warehouse, clock, signal }: RefreshContext,
  areas: readonly Area[],
  learnt: Learnt,
  calendars: Calendars,
): Promise<(readonly [Area, LotForecast])[]> {
  const nowSecond = clock.now() / 1_000;
  const spanOf = ({ today }: Area): HistorySpan => ({
    firstDay: today - HISTORY_DAYS,
    days: HISTORY_DAYS,
    judgedBefore: HISTORY_DAYS,
    nowSecond,
  });
  const ahead = {
    closed: emptyDaySet(CALENDAR_DAYS),
    heldSpaces: new Float32Array(HORIZONS * HALF_HOURS),
  };
  const fitted: (readonly [Area, LotForecast])[] = [];
  for await (const [area, history] of readAreaHistories(warehouse, areas, spanOf)) {
    signal?.throwIfAborted();
    const dayCurves = dayCurvesOf(history, calendars.daysOf(placeOf(area), spanOf(area)));
    fitted.push([area, fitLot(history, dayCurves, sharedParametersOf(area, learnt), ahead)]);
  }
  return fitted;
}

/** Events are near an area that are felt at the centre of its cell. */
function placeOf({ livemode, country, cell, state, timezone }: Area): CalendarPlace {
  const where = { livemode, timezone, state, country: country === NO_COUNTRY ? null : country };
  if (cell === '0') return { ...where, cell: null, latitude: null, longitude: null };
  const { lat, lng } = cellCentre(BigInt(cell));
  return { ...where, cell, latitude: lat, longitude: lng };
}

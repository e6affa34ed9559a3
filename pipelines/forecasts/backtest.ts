import { millisecondsInDay } from 'date-fns/constants';
import {
  type AnyLocalEvent,
  listLocalEvents,
} from '../../src/demand/local-events/list-local-events.ts';
import {
  addScores,
  describeScores,
  noScores,
  type ScoredDay,
  scoreLot,
} from '../../src/kit/forecast/backtest/backtest.ts';
import { dayCurvesOf } from '../../src/kit/forecast/history/lot-day-curves.ts';
import type { HistorySpan } from '../../src/kit/forecast/history/lot-history.ts';
import { yieldThread } from '../../src/kit/pool/time-slices.ts';
import { dateOf } from '../../src/kit/time/days.ts';
import { refresh } from '../refresh.ts';
import type { RefreshContext } from '../step.ts';
import { advanceModels } from '../steps/advance-models.ts';
import { calendarsOf } from './calendars.ts';
import { HISTORY_DAYS, readHistories } from './histories.ts';
import type { Lot } from './lots.ts';
import { learnSharedParameters } from './shared-parameters.ts';

const LOTS_PER_PART = 200;

/** Days by the lots' wall clocks, both included, counted from 1970-01-01. */
export type BacktestRequest = {
  from: number;
  to: number;
  livemode: boolean;
  /** Whether to say how each lot was forecast, too. */
  isByLot: boolean;
};

export type Backtest = ReturnType<typeof describeScores> & {
  from: string;
  to: string;
  /** Lots with anything measured on those days. */
  lots: number;
  by_lot?: readonly (ReturnType<typeof describeScores> & { lot_id: string; ref: string | null })[];
};

type BacktestListener = {
  onLot?: (done: number, total: number) => void;
  onDay?: (lot: Lot & { ref: string | null }, day: ScoredDay) => void;
};

/**
 * Refreshes, so that what was just imported counts. Then scores the forecasts of past days, each
 * made at the end of the day before from what had happened by then. `onLot` is called after each
 * lot, `onDay` with each day of each.
 */
export async function backtest(
  context: RefreshContext,
  { from, to, livemode, isByLot }: BacktestRequest,
  { onLot = () => undefined, onDay = () => undefined }: BacktestListener = {},
): Promise<Backtest> {
  const { db, warehouse, clock, signal } = context;
  await refresh(context);
  await advanceModels(context, warehouse.contents.daily);
  const firstDay = from - HISTORY_DAYS;
  const span: HistorySpan = {
    firstDay,
    days: to + 1 - firstDay,
    judgedBefore: HISTORY_DAYS,
    nowSecond: clock.now() / 1_000,
  };
  const known = await warehouse.knownLots({ livemode, fromDay: firstDay });
  const lots = await db.query<Lot & { ref: string | null }>('forecast_lots_find', {
    livemode,
    lotIds: known,
  });
  const events = await listLocalEvents(db, {
    from: new Date(firstDay * millisecondsInDay),
    to: new Date((to + 2) * millisecondsInDay),
  });
  const calendars = calendarsOf(events.filter(isKnownBefore(from)));
  const sharedParameters = await learnSharedParameters(warehouse, lots, span, calendars);
  const sum = noScores();
  const byLot = [];
  let lotCount = 0;
  for (let start = 0; start < lots.length; start += LOTS_PER_PART) {
    const part = lots.slice(start, start + LOTS_PER_PART);
    const histories = await readHistories(warehouse, part, () => span);
    for (const [i, lot] of part.entries()) {
      signal?.throwIfAborted();
      const history = histories.get(lot.lotId);
      if (history === undefined) continue;
      const dayCurves = dayCurvesOf(history, calendars.daysOf(lot, span));
      const scores = scoreLot(history, dayCurves, sharedParameters, HISTORY_DAYS, (day) =>
        onDay(lot, { ...day, day: firstDay + day.day }),
      );
      onLot(start + i + 1, lots.length);
      await yieldThread();
      if (scores.shares.cells + scores.sessions.cells === 0) continue;
      addScores(sum, scores);
      lotCount += 1;
      if (isByLot) byLot.push({ lot_id: lot.lotId, ref: lot.ref, ...describeScores(scores) });
    }
  }
  return {
    from: dateOf(from),
    to: dateOf(to),
    lots: lotCount,
    ...describeScores(sum),
    ...(isByLot ? { by_lot: byLot } : {}),
  };
}

/** Of the days that are scored, only events count that were entered before they began. */
function isKnownBefore(from: number) {
  return ({ startsAt, createdAt }: AnyLocalEvent) =>
    startsAt.getTime() < from * millisecondsInDay || createdAt <= startsAt;
}

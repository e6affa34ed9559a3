import { type Ahead, fitLot } from '../../src/kit/forecast/fit-lot.ts';
import { HALF_HOURS } from '../../src/kit/forecast/history/day-curve.ts';
import { localSlots } from '../../src/kit/forecast/history/local-slots.ts';
import { dayCurvesOf } from '../../src/kit/forecast/history/lot-day-curves.ts';
import type { HistorySpan } from '../../src/kit/forecast/history/lot-history.ts';
import { CALENDAR_DAYS, HORIZONS, type LotForecast } from '../../src/kit/forecast/lot-forecast.ts';
import { findClosedDays } from '../../src/kit/hours/closed-days.ts';
import { yieldThread } from '../../src/kit/pool/time-slices.ts';
import type { RefreshContext } from '../step.ts';
import type { Calendars } from './calendars.ts';
import { HISTORY_DAYS, readHistories } from './histories.ts';
import { type Learnt, sharedParametersOf } from './keep-learnt.ts';
import type { Lot } from './lots.ts';

const HALF_HOUR_MS = 1_800_000;

type HoldRow = { lotId: string; spaceCount: number; startsAt: Date; endsAt: Date };

/** The forecast of a lot, and what is known already of the days ahead. */
export type Fitted = { forecast: LotForecast; ahead: Ahead };

/** Forecasts lots from their own history; one without a history has an empty forecast. */
export async function fitLots(
  { db, warehouse, clock, signal }: RefreshContext,
  lots: readonly Lot[],
  learnt: Learnt,
  calendars: Calendars,
): Promise<(readonly [Lot, Fitted])[]> {
  const nowSecond = clock.now() / 1_000;
  const spanOf = ({ today }: Lot): HistorySpan => ({
    firstDay: today - HISTORY_DAYS,
    days: HISTORY_DAYS,
    judgedBefore: HISTORY_DAYS,
    nowSecond,
  });
  const histories = await readHistories(warehouse, lots, spanOf);
  const holds = await db.query<HoldRow>('holds_list_standing', {
    lotIds: lots.map(({ lotId }) => lotId),
  });
  const holdsByLot = Map.groupBy(holds, ({ lotId }) => lotId);
  const closed = await closedDaysOf(lots);
  const fitted: (readonly [Lot, Fitted])[] = [];
  for (const lot of lots) {
    signal?.throwIfAborted();
    const history = histories.get(lot.lotId);
    if (history === undefined) continue;
    const dayCurves = dayCurvesOf(history, calendars.daysOf(lot, spanOf(lot)));
    const ahead: Ahead = {
      closed: closed.get(lot.lotId) ?? new Uint8Array(),
      heldSpaces: heldSpaces(lot, holdsByLot.get(lot.lotId) ?? []),
    };
    const forecast = fitLot(history, dayCurves, sharedParametersOf(lot, learnt), ahead);
    fitted.push([lot, { forecast, ahead }]);
    await yieldThread();
  }
  return fitted;
}

/** For each lot, the days from its today on that it is closed all day. */
async function closedDaysOf(lots: readonly Lot[]): Promise<Map<string, Uint8Array>> {
  const closed = new Map<string, Uint8Array>();
  for (const [today, some] of Map.groupBy(lots, (lot) => lot.today)) {
    const days = await findClosedDays(some, today, CALENDAR_DAYS);
    for (const [i, lot] of some.entries()) closed.set(lot.lotId, days[i] ?? new Uint8Array());
  }
  return closed;
}

/** The most spaces that are held in each half hour of the next days. */
export function heldSpaces(
  lot: Pick<Lot, 'timezone' | 'today'>,
  holds: readonly Omit<HoldRow, 'lotId'>[],
): Float32Array {
  const held = new Float32Array(HORIZONS * HALF_HOURS);
  if (holds.length === 0) return held;
  const local = localSlots(lot.timezone, lot.today - 1, HORIZONS + 2);
  for (const { spaceCount, startsAt, endsAt } of holds) {
    // Each once, also where two half hours lie in one because clocks go back.
    const places = new Set<number>();
    const to = endsAt.getTime() / HALF_HOUR_MS;
    for (let n = Math.floor(startsAt.getTime() / HALF_HOUR_MS); n < to; n += 1)
      places.add((local.slots[n - local.first] ?? -1) - lot.today * HALF_HOURS);
    for (const place of places)
      if (place >= 0 && place < held.length) held[place] = (held[place] ?? 0) + spaceCount;
  }
  return held;
}

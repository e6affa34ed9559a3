import type { SharedParameters } from '../../src/kit/forecast/fit-lot.ts';
import {
  dayCurvesOf,
  FIGURES,
  type FigureName,
  type LotDays,
  slotsOf,
} from '../../src/kit/forecast/history/lot-day-curves.ts';
import type { HistorySpan, LotHistory } from '../../src/kit/forecast/history/lot-history.ts';
import { learnParameters, type SharedParameter } from '../../src/kit/forecast/pool.ts';
import type { Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import type { Calendars } from './calendars.ts';
import { readHistories } from './histories.ts';
import type { Lot } from './lots.ts';

/** What lots have in common is learnt from so many of them: it is 15 weights, from millions. */
const SAMPLE_LOTS_MAX = 300;

/**
 * Learns what the lots of a mode have in common, from a sample of those with a history. The
 * sample is the same each time, as long as the lots are.
 */
export async function learnSharedParameters(
  warehouse: Warehouse,
  lots: readonly Lot[],
  span: HistorySpan,
  calendars: Calendars,
): Promise<SharedParameters> {
  const sample = sampleOf(lots);
  const histories = await readHistories(warehouse, sample, () => span);
  return learnFrom(
    sample.flatMap((lot) => {
      const history = histories.get(lot.lotId);
      return history === undefined ? [] : { history, days: calendars.daysOf(lot, span) };
    }),
    span.days,
  );
}

/** A lot, or an area as if it were one, with its days. */
export type Past = { history: LotHistory; days: LotDays };

/** Learns what some lots, or some areas, have in common. */
export async function learnFrom(
  pasts: readonly Past[],
  dayCount: number,
): Promise<SharedParameters> {
  const sharedParameters: Partial<Record<FigureName, readonly SharedParameter[]>> = {};
  for (const figure of FIGURES) {
    const known = pasts.filter(({ history }) => !history[figure].every(Number.isNaN));
    const dayCurves = known.map(({ history, days }) => dayCurvesOf(history, days)[figure]);
    sharedParameters[figure] = await learnParameters(dayCurves, dayCount, slotsOf(figure));
  }
  const { shares = [], sessions = [], revenueMinor = [] } = sharedParameters;
  return { shares, sessions, revenueMinor };
}

/** Ids end in random digits. */
function sampleOf(lots: readonly Lot[]): Lot[] {
  const keyOf = ({ lotId }: Lot) => lotId.slice(-12);
  return lots.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).slice(0, SAMPLE_LOTS_MAX);
}

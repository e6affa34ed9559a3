import { millisecondsInDay } from 'date-fns/constants';
import type { Postgres } from '../../stores/postgres.ts';
import { noLots } from '../rates/no-lots.ts';
import type { MarketTiles } from '../tiles/market-tiles.ts';
import { type HistoryMetric, historyFigures } from './history-figures.ts';
import { findHistoryLots, type HistoryPlace } from './history-lots.ts';
import { type DaySpan, type HistoryStep, stepsOf } from './history-steps.ts';

export type HistoryQuestion = {
  place: HistoryPlace;
  metric: HistoryMetric;
  period: DaySpan;
  step: HistoryStep;
  livemode: boolean;
};

/** What is disclosed of one step. */
export type PastStep = DaySpan & {
  /** A whole number: minor units, percent, a score, or a count rounded to two digits. */
  value: number | null;
  /** Percent of the spaces of the lots there whose figure is disclosed. */
  knownPct: number | null;
  /** Some of its days are disclosed only together with other days. */
  isPooled: boolean;
  /** Of a rate: whether it is moved by what stays cost, for at least half of the spaces. */
  isPaid: boolean;
};

export type History = {
  steps: PastStep[];
  lotCount: number;
  /** Of a rate. */
  currency: string;
  /** The last day that is over. */
  lastDay: number;
  asOf: Date;
};

type Deps = { db: Postgres; market: MarketTiles };

const PERCENT = 100;

/**
 * What may be disclosed of the past of the areas in which the lots of a place are now, step by
 * step. Throws NOT_FOUND where there is no lot, and INTERNAL (503) while nothing has been
 * published.
 */
export async function findHistory(
  { db, market }: Deps,
  { livemode, place, period, metric, step }: HistoryQuestion,
): Promise<History> {
  const lots = await findHistoryLots({ db, market, livemode }, place);
  if (lots.lotCount === 0) throw noLots(lots.asOf, 'no lots in this place');
  const lastDay = Math.floor(lots.asOf.getTime() / millisecondsInDay) - 1;
  const steps = stepsOf(period, step);
  const over = steps.map(({ fromDay, toDay }) => ({ fromDay, toDay: Math.min(toDay, lastDay) }));
  const figures = await historyFigures(metric, { db, livemode, lots, period, steps: over });
  return {
    steps: steps.map((span, i) => {
      const figure = figures[i];
      return {
        ...span,
        value: figure?.value ?? null,
        knownPct: figure ? Math.round(PERCENT * figure.knownPart) : null,
        isPooled: figure?.isPooled ?? false,
        isPaid: figure?.isPaid ?? false,
      };
    }),
    lotCount: lots.lotCount,
    currency: lots.currency,
    lastDay,
    asOf: lots.asOf,
  };
}

import type { Static } from 'typebox';
import { compareSteps, sideOf } from '../../../src/demand/history/compare-steps.ts';
import type { History, PastStep } from '../../../src/demand/history/find-history.ts';
import type { HistoryMetric } from '../../../src/demand/history/history-figures.ts';
import type { HistoryStep } from '../../../src/demand/history/history-steps.ts';
import { dateOf } from '../../../src/kit/time/days.ts';
import type { NearPlace } from '../../fields/near.ts';
import { csvText } from '../../price/csv-form.ts';
import type { HistoryData } from './history-shape.ts';

type Data = Static<typeof HistoryData>;

const UNITS: Record<HistoryMetric, string> = {
  rate: 'minor units an hour',
  occupancy: 'percent',
  demand: 'score of 0 to 100',
  stays: 'stays',
  searches: 'searches',
};

type Asked = {
  metric: HistoryMetric;
  step: HistoryStep;
  compareDay: number | null;
  near: Static<typeof NearPlace> | undefined;
};
type Found = History & Pick<Data, 'city'>;

export function presentHistory(history: Found, { metric, step, compareDay, near }: Asked): Data {
  return {
    metric,
    unit: UNITS[metric],
    currency: metric === 'rate' ? history.currency : null,
    step,
    lot_count: history.lotCount,
    city: history.city,
    ...(near !== undefined && { near }),
    comparison: compareDay === null ? null : presentComparison(history, compareDay),
    steps: history.steps.map((one) => ({
      from: dateOf(one.fromDay),
      to: dateOf(one.toDay),
      value: one.value,
      known_pct: one.knownPct,
      basis: metric !== 'rate' || one.value === null ? null : one.isPaid ? 'realised' : 'posted',
      is_pooled: one.isPooled,
      reason: reasonOf(one, history.lastDay),
      side: compareDay === null ? null : sideOf(one, compareDay),
    })),
  };
}

function reasonOf({ value, fromDay }: PastStep, lastDay: number) {
  if (value !== null) return null;
  return fromDay > lastDay ? 'not_over' : 'not_told';
}

function presentComparison({ steps }: History, compareDay: number) {
  const { before, after, difference } = compareSteps(steps, compareDay);
  return {
    compare_from: dateOf(compareDay),
    before: { mean: before.mean, step_count: before.stepCount },
    after: { mean: after.mean, step_count: after.stepCount },
    difference,
  };
}

const COLUMNS = [
  'from',
  'to',
  'value',
  'known_pct',
  'basis',
  'is_pooled',
  'reason',
  'side',
] as const;

/** The steps, one a line. */
export function historyCsv({ steps }: Data): string {
  return csvText(
    COLUMNS,
    steps.map((step) => COLUMNS.map((name) => step[name])),
  );
}

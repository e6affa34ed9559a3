import { type Static, Type } from 'typebox';
import { compareSteps, sideOf } from '../../../src/demand/history/compare-steps.ts';
import type { History, PastStep } from '../../../src/demand/history/find-history.ts';
import {
  HISTORY_METRICS,
  type HistoryMetric,
} from '../../../src/demand/history/history-figures.ts';
import { HISTORY_STEPS, type HistoryStep } from '../../../src/demand/history/history-steps.ts';
import { dateOf } from '../../../src/kit/time/days.ts';
import { nullable } from '../../fields/field-types.ts';
import { named } from '../../fields/named.ts';
import { NearPlace } from '../../fields/near.ts';
import { csvText } from '../../price/csv-form.ts';
import { Count } from './shapes.ts';

const DateText = Type.String({ format: 'date' });

const Step = named('HistoryStep', {
  from: DateText,
  to: Type.String({ format: 'date', description: 'Its last day' }),
  value: nullable(
    Type.Integer({
      minimum: 0,
      description: 'In unit; of the days of the step that are over. null: see reason',
    }),
  ),
  known_pct: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Percent of the spaces there now of whose areas it is told; null: see reason',
    }),
  ),
  basis: nullable(
    Type.Enum(['realised', 'posted'], {
      description: 'Of a rate: as in market-rate; null: no rate',
    }),
  ),
  is_pooled: Type.Boolean({
    description: 'Some of its days are told only together with other days of the week or month',
  }),
  reason: nullable(
    Type.Enum(['not_over', 'not_told'], {
      description:
        'not_over: no day of it is. not_told: for half of the spaces, or of the days, too little ' +
        'happened to be told, or nothing is known',
    }),
  ),
  side: nullable(
    Type.Enum(['before', 'after'], {
      description: 'Of compare_from; null: not asked for, or it has days of both',
    }),
  ),
});

const Side = named('HistorySide', {
  mean: nullable(Type.Number({ minimum: 0, description: 'Of its values; null: there is none' })),
  step_count: Type.Integer({ minimum: 0, description: 'Steps with a value' }),
});

export const HistoryData = named('History', {
  metric: Type.Enum([...HISTORY_METRICS]),
  unit: Type.String({
    description: 'minor units an hour, percent, score of 0 to 100, stays, or searches',
  }),
  currency: nullable(Type.String({ description: 'Of a rate, that of most lots; null: no rate' })),
  step: Type.Enum([...HISTORY_STEPS]),
  lot_count: Count,
  city: Type.Union(
    [
      named('HistoryCity', {
        name: Type.String(),
        state: nullable(Type.String()),
        country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
        district: nullable(
          Type.String({ description: 'As in agent-demand: figures are of the whole city' }),
        ),
      }),
      Type.Null(),
    ],
    { description: 'What was understood by city; null: a circle was asked for' },
  ),
  near: Type.Optional(NearPlace),
  comparison: Type.Union(
    [
      named('HistoryComparison', {
        compare_from: DateText,
        before: Side,
        after: Side,
        difference: nullable(
          Type.Number({ description: 'after less before, in unit; null: one of them is null' }),
        ),
      }),
      Type.Null(),
    ],
    { description: 'null: not asked for' },
  ),
  steps: Type.Array(Step),
});

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

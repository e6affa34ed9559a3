import { Type } from 'typebox';
import { HISTORY_METRICS } from '../../../src/demand/history/history-figures.ts';
import { HISTORY_STEPS } from '../../../src/demand/history/history-steps.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { NearPlace } from '../../fields/near.ts';
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
      description: 'Percent of the spaces there now whose areas show the figure; null: see reason',
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
        'happened to be shown, or nothing is known',
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

import { Type } from 'typebox';
import { IMPACTS } from '../../../src/forecast/unusual-days.ts';
import { LOCAL_EVENT_TYPES } from '../../../src/local-events/local-event.ts';
import { STAY_HOURS } from '../../../src/market/day-sums.ts';
import { PUBLIC_HOLIDAY } from '../../../src/outlook/expected-events.ts';
import { nullable } from '../../fields/field-types.ts';
import { named } from '../../fields/named.ts';
import { Count, Location } from './shapes.ts';

const DateText = Type.String({ format: 'date' });
const Score = Type.Integer({ minimum: 0, maximum: 100 });

const ScoreInterval = named('ScoreInterval', { low: Score, high: Score });
const CountInterval = named('CountInterval', { low: Count, high: Count });
const intervalOf = (interval: typeof CountInterval, unit: string) =>
  Type.Union([interval, Type.Null()], {
    description: `The 80 % interval, ${unit}; null: nothing is known, and the figure is 0`,
  });

export const DemandForecastData = named('DemandForecast', {
  location: Location,
  forecast_date: DateText,
  day_of_week: Type.String({ description: 'In English, such as Saturday' }),
  is_weekend: Type.Boolean({ description: 'Saturday or Sunday' }),
  timezone: Type.String({ description: 'Of the centre; each lot has the date by its own clock' }),
  predicted_demand_score: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'As demand_score of market-rate, with the occupied share expected on the date',
  }),
  expected_sessions: Type.Integer({
    minimum: 0,
    description:
      'Stays that begin on the date. With basis realised, those of lots with stays are forecast ' +
      `from their own. All others are the occupied space-hours / ${STAY_HOURS}.`,
  }),
  expected_peak_occupancy: Type.Integer({
    minimum: 0,
    maximum: 100,
    description:
      'Percent of the spaces of lots that are not closed all day, in the half hour of the peak',
  }),
  expected_revenue_cents: Type.Integer({
    minimum: 0,
    description:
      'Minor units of currency, of the lots priced in it. With basis realised, that of lots with ' +
      'stays is forecast from their own. That of all others is the occupied space-hours at the ' +
      'posted hourly rate, at most the posted daily rate of all spaces.',
  }),
  currency: Type.String({ description: 'Of most lots' }),
  basis: Type.Enum(['realised', 'posted'], {
    description:
      'realised: what lots sell counts, because 3 operators have open lots with stays in the ' +
      'circle, or only you have. posted: occupancy and posted rates alone.',
  }),
  intervals: named('ForecastIntervals', {
    predicted_demand_score: intervalOf(ScoreInterval, '0 to 100'),
    expected_sessions: intervalOf(CountInterval, 'stays'),
    expected_peak_occupancy: intervalOf(ScoreInterval, 'percent'),
    expected_revenue_cents: intervalOf(CountInterval, 'minor units of currency'),
  }),
  expected_events: Type.Array(
    named('ExpectedEvent', {
      name: Type.String(),
      type: Type.Enum([PUBLIC_HOLIDAY, ...LOCAL_EVENT_TYPES]),
      impact: Type.Enum([...IMPACTS]),
    }),
    {
      description:
        'Public holidays, then what operators with lots near it entered, with most impact first',
    },
  ),
  price_recommendation: named('PriceRecommendation', {
    recommended_rate_cents: Type.Integer({
      minimum: 0,
      description: 'An hour, minor units of currency; 0 where no lot posts a rate',
    }),
    multiplier: Type.Number({
      minimum: 0.5,
      maximum: 2,
      description: 'expected_peak_occupancy / 80, two decimals',
    }),
    rationale: Type.String(),
  }),
  nearby_lots: Count,
  lots_with_forecast: Type.Integer({
    minimum: 0,
    description: 'Lots of which anything is known on the date',
  }),
  lots_with_history: Type.Integer({
    minimum: 0,
    description: 'Lots whose forecast was learnt from themselves; others are like these',
  }),
  closed_lots: Type.Integer({ minimum: 0, description: 'Lots that are closed all day' }),
  backtest: named(
    'Backtest',
    {
      mae: nullable(
        Type.Number({
          minimum: 0,
          maximum: 1,
          description:
            'Mean absolute error of the occupied share (0 to 1) of half hours; null: nothing was ' +
            'measured that could be compared',
        }),
      ),
      days: Type.Integer({ minimum: 0, description: 'Days compared, of the lot with most' }),
      coverage: nullable(
        Type.Number({
          minimum: 0,
          maximum: 1,
          description:
            'Share (0 to 1) of these half hours in which what was measured lay within the 80 % ' +
            'interval of the lot; null: nothing was measured that could be compared',
        }),
      ),
    },
    { description: 'How good the forecasts of the last 28 days were, made the evening before' },
  ),
});

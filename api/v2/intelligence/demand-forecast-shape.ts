import { Type } from 'typebox';
import { STAY_HOURS } from '../../../src/demand/forecasts/day-sums.ts';
import { LOCAL_EVENT_TYPES } from '../../../src/demand/local-events/local-event.ts';
import { PUBLIC_HOLIDAY } from '../../../src/demand/outlook/expected-events.ts';
import { IMPACTS } from '../../../src/kit/forecast/history/unusual-days.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { NearPlace } from '../../fields/near.ts';
import {
  CountInterval,
  intervalOf,
  OwnForecastShape,
  ScoreInterval,
} from './own-forecast-shape.ts';
import { PriceRecommendationData } from './price-recommendation-shape.ts';
import { Count, Location } from './shapes.ts';

const DateText = Type.String({ format: 'date' });

const Intervals = named('ForecastIntervals', {
  predicted_demand_score: intervalOf(ScoreInterval, '0 to 100'),
  expected_sessions: intervalOf(CountInterval, 'stays'),
  expected_peak_occupancy: intervalOf(ScoreInterval, 'percent'),
  expected_revenue_cents: intervalOf(CountInterval, 'minor units of currency'),
});

export const DemandForecastData = named('DemandForecast', {
  location: Location,
  near: Type.Optional(NearPlace),
  forecast_date: DateText,
  day_of_week: Type.String({ description: 'In English, such as Saturday' }),
  is_weekend: Type.Boolean({ description: 'Saturday or Sunday' }),
  timezone: Type.String({ description: 'Of the centre; each lot has the date by its own clock' }),
  predicted_demand_score: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'As demand_score of market-rate, with the share expected to be taken on the date; null: ' +
        'see reason',
    }),
  ),
  expected_sessions: nullable(
    Type.Integer({
      minimum: 0,
      description:
        'Stays that begin on the date. With basis realised, those per space in the areas of ' +
        `these lots, else occupied space-hours / ${STAY_HOURS}; times the spaces. null: see reason`,
    }),
  ),
  expected_peak_occupancy: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'Percent of the spaces in the half hour of the peak: the areas of these lots, each by ' +
        'their spaces in it. null: see reason',
    }),
  ),
  expected_revenue_cents: nullable(
    Type.Integer({
      minimum: 0,
      description:
        'Minor units of currency, of the lots priced in it. With basis realised, that per space ' +
        'in their areas. Else occupied space-hours at the average hourly rate, at most the ' +
        'average daily rate of each space. null: see reason, or no rate is known',
    }),
  ),
  currency: Type.String({ description: 'Of most lots' }),
  basis: Type.Enum(['realised', 'posted'], {
    description:
      'realised: what lots sell is known of the areas of half of the spaces. posted: occupancy ' +
      'and posted rates alone.',
  }),
  intervals: Intervals,
  reason: nullable(
    Type.String({ description: 'Why figures are null, one sentence; null where they are known' }),
  ),
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
  price_recommendation: PriceRecommendationData,
  nearby_lots: Count,
  lots_with_forecast: Type.Integer({
    minimum: 0,
    description: 'Lots in areas with a forecast, which is learnt from what happened there',
  }),
  lots_with_history: Type.Integer({ minimum: 0, description: 'The same as lots_with_forecast' }),
  closed_lots: Type.Integer({
    minimum: 0,
    description: 'Lots that are known to be closed all day',
  }),
  lots_with_unknown_hours: Type.Integer({
    minimum: 0,
    description: 'Lots whose opening hours are not known',
  }),
  own: Type.Union([OwnForecastShape, Type.Null()], {
    description:
      'Your own lots in the circle, each from its own forecast; null: you have none there',
  }),
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
      days: Type.Integer({ minimum: 0, description: 'Days compared, of the area with most' }),
      coverage: nullable(
        Type.Number({
          minimum: 0,
          maximum: 1,
          description:
            'Share (0 to 1) of these half hours in which what was measured lay within the 80 % ' +
            'interval of the area; null: nothing was measured that could be compared',
        }),
      ),
    },
    {
      description:
        'How good the forecasts of these areas were in the last 28 days, made the evening before',
    },
  ),
});

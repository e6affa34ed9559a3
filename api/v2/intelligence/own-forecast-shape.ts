import { type Static, Type } from 'typebox';
import { STAY_HOURS } from '../../../src/demand/forecasts/day-sums.ts';
import type { ExpectedFigures } from '../../../src/demand/forecasts/expected-demand.ts';
import { PARTS_NAMED_MAX } from '../../../src/demand/forecasts/read-forecasts.ts';
import type { OwnForecast } from '../../../src/demand/outlook/find-demand-forecast.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { LotId } from '../../fields/ids.ts';
import { Count } from './shapes.ts';

const Score = Type.Integer({ minimum: 0, maximum: 100 });
export const ScoreInterval = named('ScoreInterval', { low: Score, high: Score });
export const CountInterval = named('CountInterval', { low: Count, high: Count });
export const intervalOf = (interval: typeof CountInterval, unit: string) =>
  Type.Union([interval, Type.Null()], {
    description: `The 80 % interval, ${unit}; null where the figure is`,
  });

const figureOf = (description: string, maximum?: number) =>
  nullable(
    Type.Integer({ minimum: 0, ...(maximum === undefined ? {} : { maximum }), description }),
  );

export const OwnForecastShape = named('OwnForecast', {
  lot_count: Count,
  closed_lots: Type.Integer({ minimum: 0, description: 'Lots that are closed all day' }),
  expected_sessions: figureOf(
    `Stays that begin on the date; of lots without stays, occupied space-hours / ${STAY_HOURS}. ` +
      'null: nothing is known',
  ),
  expected_peak_occupancy: figureOf(
    'Percent of the spaces of lots that are not closed all day; null: nothing is known',
    100,
  ),
  expected_revenue_cents: figureOf(
    'Minor units of currency, of the lots priced in it; of lots without stays, at the posted ' +
      'rates. null: nothing is known',
  ),
  intervals: named('OwnForecastIntervals', {
    expected_sessions: intervalOf(CountInterval, 'stays'),
    expected_peak_occupancy: intervalOf(ScoreInterval, 'percent'),
    expected_revenue_cents: intervalOf(CountInterval, 'minor units of currency'),
  }),
  moved_parts: Type.Array(
    named('MovedPart', {
      lot_id: LotId(),
      part: Type.String({ description: 'The name of a part of its tariff' }),
    }),
    {
      description:
        'What price_recommendation would move at your lots that have a tariff: the part which ' +
        `prices an hour on a weekday at 10:00, of at most ${PARTS_NAMED_MAX} lots`,
    },
  ),
});

export function presentOwn(own: OwnForecast | null): Static<typeof OwnForecastShape> | null {
  if (own === null) return null;
  return {
    lot_count: own.lotCount,
    closed_lots: own.closedLotCount,
    expected_sessions: own.sessions?.value ?? null,
    expected_peak_occupancy: own.peakPct?.value ?? null,
    expected_revenue_cents: own.revenueMinor?.value ?? null,
    intervals: intervalsOf(own),
    moved_parts: own.parts.map(({ lotId, part }) => ({ lot_id: lotId, part })),
  };
}

export function intervalsOf({ sessions, peakPct, revenueMinor }: ExpectedFigures) {
  return {
    expected_sessions: sessions?.interval ?? null,
    expected_peak_occupancy: peakPct?.interval ?? null,
    expected_revenue_cents: revenueMinor?.interval ?? null,
  };
}

import { minutesInDay, minutesInHour } from 'date-fns/constants';
import { type Static, Type } from 'typebox';
import type { OwnMarket } from '../../../src/demand/rates/market-rate.ts';
import type { PricedStay } from '../../../src/demand/rates/priced-stay.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { REFERENCE_TIME } from '../../../src/tariffs/compare/reference-price.ts';
import { NearPlace } from '../../fields/near.ts';
import { Count, Location } from './shapes.ts';

const priceOf = (what: string) =>
  nullable(
    Type.Integer({
      minimum: 0,
      description: `${what}; null: the prices of less than half of the spaces are known`,
    }),
  );

const OwnMarketShape = named('OwnMarket', {
  lot_count: Count,
  stay_count: Type.Integer({ minimum: 0, description: 'Paid stays of 30 days' }),
  avg_hourly_cents: nullable(
    Type.Integer({ minimum: 0, description: 'What they paid for an hour; null: nothing is known' }),
  ),
  occupied_pct: nullable(
    Type.Integer({ minimum: 0, maximum: 100, description: 'Of 168 hours; null: not known' }),
  ),
});

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const Weekday = Type.Enum(WEEKDAYS, { description: 'Of a week without holidays; default wed' });
const Hour = Type.Integer({
  minimum: 0,
  maximum: 23,
  description: 'The hour in which the stay begins, by the clocks of each lot; default 10',
});
const Minutes = Type.Integer({
  minimum: 1,
  maximum: minutesInDay,
  description: 'How long the stay is, in minutes; default 60',
});

/** Asks what another stay costs than an hour on a Wednesday at 10:00. */
export const STAY_QUERY = {
  weekday: Type.Optional(Weekday),
  hour: Type.Optional(Hour),
  duration_minutes: Type.Optional(Minutes),
};

type AskedStay = { weekday?: (typeof WEEKDAYS)[number]; hour?: number; duration_minutes?: number };

/** undefined: no other stay is asked for. */
export function readStay({ weekday, hour, duration_minutes: minutes }: AskedStay) {
  if (weekday === undefined && hour === undefined && minutes === undefined) return undefined;
  return {
    weekday: weekday === undefined ? REFERENCE_TIME.weekday : WEEKDAYS.indexOf(weekday),
    hour: hour ?? REFERENCE_TIME.hour,
    minutes: minutes ?? minutesInHour,
  };
}

const StayRate = named(
  'StayRate',
  {
    ...{ weekday: Weekday, hour: Hour, duration_minutes: Minutes },
    avg_cents: priceOf('Mean of the middle half of the votes, for this stay'),
    min_cents: priceOf('Lowest list price of this stay of the lots that vote'),
    max_cents: priceOf('Highest list price of this stay of the lots that vote'),
    priced_lot_count: Type.Integer({
      minimum: 0,
      description:
        'Lots in the currency that sell this stay at a known price: of more than an hour only ' +
        'where it is known whether there is a maximum',
    }),
    sample_size: Type.Integer({ minimum: 0, description: 'Lots that vote' }),
  },
  { description: 'What the stay of weekday, hour and duration_minutes costs; left out without' },
);

export function presentStay({ stay, ...prices }: PricedStay): Static<typeof StayRate> {
  return {
    weekday: WEEKDAYS[stay.weekday] ?? 'wed',
    hour: stay.hour,
    duration_minutes: stay.minutes,
    avg_cents: prices.averageMinor,
    min_cents: prices.leastMinor,
    max_cents: prices.mostMinor,
    priced_lot_count: prices.pricedLotCount,
    sample_size: prices.voteCount,
  };
}

export function presentOwn(own: OwnMarket | null): Static<typeof OwnMarketShape> | null {
  if (own === null) return null;
  return {
    lot_count: own.lotCount,
    stay_count: own.stayCount,
    avg_hourly_cents: own.avgHourlyMinor,
    occupied_pct: own.occupiedPct,
  };
}

export const MarketRateAnswer = named('MarketRateAnswer', {
  location: Location,
  near: Type.Optional(NearPlace),
  market_rate: named('MarketRate', {
    avg_hourly_cents: priceOf(
      'Mean of the middle half of the votes, for an hour on a weekday at 10:00 (six lots at ' +
        '300 and one at 1,000,000: 300)',
    ),
    avg_daily_cents: priceOf('The same for 24 hours, or for the whole opening day of a lot'),
    min_hourly_cents: priceOf('Lowest list price of the lots that vote'),
    max_hourly_cents: priceOf('Highest list price of the lots that vote'),
    currency: Type.String({ description: 'Of most lots' }),
    basis: Type.Enum(['realised', 'posted'], {
      description: 'realised: votes of at least half of the spaces are moved by what stays cost',
    }),
  }),
  stay: Type.Optional(StayRate),
  reason: nullable(
    Type.String({ description: 'Why avg_hourly_cents is null, a sentence; null: it is not' }),
  ),
  demand_score: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        '60 x occupied share of the areas of these lots in 7 whole days + 0.4 x percentile of ' +
        'callers of its area in the country. Only one is known: that one; null: neither is.',
    }),
  ),
  occupancy_basis: nullable(
    Type.Enum(['measured', 'stays', 'mixed'], {
      description:
        'measured: vehicles were counted in all known hours. stays: in none of them. null: the ' +
        'occupancy of less than half of the spaces may be told',
    }),
  ),
  measured_lot_count: Type.Integer({
    minimum: 0,
    description: 'Lots in areas in which vehicles were counted in the 7 days',
  }),
  competitor_count: Count,
  lot_count: Count,
  priced_lot_count: Type.Integer({
    minimum: 0,
    description: 'Those of lot_count whose price of an hour is known',
  }),
  other_currency_lot_count: Count,
  left_out: Type.Integer({
    minimum: 0,
    description:
      'Lots without a vote: priced in another currency, below a fifth of the first quartile, ' +
      'or above five times the third',
  }),
  sample_size: Type.Integer({ minimum: 0, description: 'Lots that vote' }),
  observed_stays: nullable(
    Type.Integer({
      minimum: 0,
      description: 'Paid stays of the period in the areas around, to two digits; null: not told',
    }),
  ),
  own: Type.Union([OwnMarketShape, Type.Null()], {
    description: 'Exactly what happened on your own lots in the circle; null: you have none there',
  }),
  period: Type.String({ description: 'ISO 8601 interval of dates' }),
});

import { minutesInDay } from 'date-fns/constants';
import { type TSchema, Type } from 'typebox';
import { LATITUDE_MAX, LONGITUDE_MAX } from '../../src/kit/geo/great-circle.ts';
import { RATE_UNITS_MAX } from '../../src/kit/money.ts';
import { INSTANT_END, INSTANT_MIN } from '../../src/kit/time/instants.ts';
import { named } from '../../src/kit/web/document/named.ts';
import { PLATE_TEXT_LENGTH_MAX } from '../../src/parking/vehicles/plate.ts';

/** The same type, or null, with the same description. */
export const nullable = <T extends TSchema & { description?: string }>(type: T) =>
  Type.Union([type, Type.Null()], describedAs(type.description));

const describedAs = (description?: string) => (description === undefined ? {} : { description });

/** An instant in an answer. */
export const Instant = Type.String({ format: 'date-time' });

/** A time in an answer. */
export const Period = named(
  'Period',
  { from: Instant, to: Instant },
  { description: 'From `from` up to, but without, `to`' },
);

export const BillingStep = Type.Integer({
  minimum: 1,
  description: 'An hourly rate is billed by started steps of so many minutes',
});

export const BillingStepInput = Type.Integer({
  minimum: 1,
  maximum: minutesInDay,
  description: 'An hourly rate is billed by started steps of so many minutes; default 1',
});

export const NoDailyMax = Type.Boolean({
  description:
    'true: it was said that no max_daily_rate limits a day; false beside null: it was not said',
});

const PLATE_TEXT = '2 to 15 letters or digits of any script';
const PLATE_RULES = 'Spaces, dashes, middle dots and case do not count; it is shown as given';

/** A number plate in a request. */
export const PlateInput = (more = PLATE_RULES) =>
  Type.String({
    minLength: 2,
    maxLength: PLATE_TEXT_LENGTH_MAX,
    description: `${PLATE_TEXT}. ${more}`,
  });

export const EmailInput = (description: string) =>
  Type.String({ format: 'email', maxLength: 254, description });

/** An instant in a request. */
export const InstantInput = (description: string) =>
  Type.String({
    format: 'date-time',
    formatMinimum: INSTANT_MIN,
    formatExclusiveMaximum: INSTANT_END,
    description,
  });

/** The instant that a request gives; null where it gives none. */
export const instantOf = (text: string | undefined) => (text === undefined ? null : new Date(text));

/** A day in a request. */
export const DateInput = (description: string) =>
  Type.String({
    format: 'date',
    formatMinimum: dayOf(INSTANT_MIN),
    formatExclusiveMaximum: dayOf(INSTANT_END),
    description,
  });

const dayOf = (instant: string) => instant.slice(0, 'yyyy-mm-dd'.length);

/** Money in an answer of v1. */
export const Amount = Type.Number({ minimum: 0, description: 'currency units' });

/** The price of an hour or a day, in a request. */
export const RateInput = (description = 'Currency units, such as 2.5') =>
  Type.Number({ minimum: 0, maximum: RATE_UNITS_MAX, description });

/** What a posted rate says of the most that a day costs. */
export const DAILY_MAX_INPUT = {
  max_daily_rate: Type.Optional(
    nullable(RateInput('Most that 24 hours cost, currency units; null: no such limit')),
  ),
  has_no_daily_max: Type.Optional(
    Type.Boolean({
      description:
        'true: there is no max_daily_rate, so 24 hours cost what the rate says. It changes no ' +
        'price: without it market rates do not know what a day costs here. Default false',
    }),
  ),
};

const DEGREES = 'degrees (WGS 84), rounded to 0.0000001';
export const Latitude = Type.Number({
  minimum: -LATITUDE_MAX,
  maximum: LATITUDE_MAX,
  description: `Latitude in ${DEGREES}`,
});
export const Longitude = Type.Number({
  minimum: -LONGITUDE_MAX,
  maximum: LONGITUDE_MAX,
  description: `Longitude in ${DEGREES}`,
});

/** The least, the default and the greatest radius. */
export const RADIUS_KM = { min: 0.1, default: 5, max: 50 };

/** The fields of a circle around a point. */
export const CIRCLE = {
  lat: Latitude,
  lng: Longitude,
  radius_km: Type.Number({
    minimum: RADIUS_KM.min,
    maximum: RADIUS_KM.max,
    default: RADIUS_KM.default,
    description: `How far around, in km along the great circle; default ${RADIUS_KM.default}`,
  }),
};

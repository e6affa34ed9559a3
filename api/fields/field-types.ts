import { Type } from 'typebox';
import { INSTANT_END, INSTANT_MIN } from '../../src/kit/time/instants.ts';
import { Latitude, Longitude } from '../../src/kit/web/document/field-types.ts';
import { named } from '../../src/kit/web/document/named.ts';
import { PLATE_TEXT_LENGTH_MAX } from '../../src/parking/vehicles/plate.ts';

/** How many there are, in an answer. */
export const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** An instant in an answer. */
export const Instant = Type.String({ format: 'date-time' });

/** A time in an answer. */
export const Period = named(
  'Period',
  { from: Instant, to: Instant },
  { description: 'From `from` up to, but without, `to`' },
);

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

/** A place, as GeoJSON writes it: longitude and latitude in degrees. */
export const Point = named('Point', {
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
});

/** What is wrong with one field. */
export const FieldProblemSchema = named('FieldProblem', {
  field: Type.String(),
  reason: Type.String(),
});

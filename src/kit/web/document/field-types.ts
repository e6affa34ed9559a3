import { type TSchema, Type } from 'typebox';
import { LATITUDE_MAX, LONGITUDE_MAX } from '../../geo/great-circle.ts';

/** The same type, or null, with the same description. */
export const nullable = <T extends TSchema & { description?: string }>(type: T) =>
  Type.Union([type, Type.Null()], describedAs(type.description));

const describedAs = (description?: string) => (description === undefined ? {} : { description });

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

/** A UUID. */
export const Uuid = (description: string) => Type.String({ format: 'uuid', description });

import { Type } from 'typebox';
import { named } from '../../src/kit/web/document/named.ts';

/** A place, as GeoJSON writes it: longitude and latitude in degrees. */
export const Point = named('Point', {
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
});

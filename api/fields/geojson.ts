import { Type } from 'typebox';

/** A place, as GeoJSON writes it: longitude and latitude in degrees. */
export const Position = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 });

import {
  greatCircleMetres,
  LATITUDE_MAX,
  LONGITUDE_MAX,
  roundDegrees,
} from '../geo/great-circle.ts';

/** Used when an answer names no source, for example because it is empty. */
export const ATTRIBUTION = '© OpenStreetMap contributors';

/** Up to the radius of a search for lots. */
export const RADIUS_M_MIN = 100;
const RADIUS_M_MAX = 50_000;

type Edges = { south: unknown; north: unknown; west: unknown; east: unknown };

/** Half the diagonal of a box, in metres. Throws for a box that is none, naming the field. */
export function radiusOfBox({ south, north, west, east }: Edges, field: string): number {
  const diagonalM = greatCircleMetres(
    { lat: readDegrees(south, field, LATITUDE_MAX), lng: readDegrees(west, field, LONGITUDE_MAX) },
    { lat: readDegrees(north, field, LATITUDE_MAX), lng: readDegrees(east, field, LONGITUDE_MAX) },
  );
  return Math.round(Math.min(Math.max(diagonalM / 2, RADIUS_M_MIN), RADIUS_M_MAX));
}

/** ISO 3166-1 alpha-2 in any case; null for anything else. */
export function readCountry(code: unknown): string | null {
  return typeof code === 'string' && /^[a-z]{2}$/i.test(code) ? code.toUpperCase() : null;
}

/** Degrees; Nominatim writes numbers as text. Throws naming the field. */
export function readDegrees(value: unknown, field: string, max: number): number {
  const isNumeral = typeof value === 'number' || (typeof value === 'string' && /\d/.test(value));
  const degrees = isNumeral ? Number(value) : Number.NaN;
  if (!(Math.abs(degrees) <= max)) throw malformed(field);
  return roundDegrees(degrees);
}

export function malformed(field: string): Error {
  return new Error(`the geocoding provider sent a place with a bad ${field}`);
}

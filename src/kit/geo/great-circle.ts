/** Degrees: latitude -90 to 90 north, longitude -180 to 180 east. */
export type LatLng = { lat: number; lng: number };

/** Degrees. */
export const LATITUDE_MAX = 90;
export const LONGITUDE_MAX = 180;

/** A ten-millionth of a degree is a centimetre: nothing finer is stored or sent to the database. */
const STEPS_PER_DEGREE = 10_000_000;

/** Degrees in their stored form: whole ten-millionths, and never -0. */
export function roundDegrees(degrees: number): number {
  return Math.round(degrees * STEPS_PER_DEGREE) / STEPS_PER_DEGREE + 0;
}

/**
 * A point in its stored form. Degrees too fine for the database's index would break the index for
 * all lots.
 */
export function roundPoint({ lat, lng }: LatLng): LatLng {
  return { lat: roundDegrees(lat), lng: roundDegrees(lng) };
}

/** A point of the unit sphere around the origin. */
export type UnitVector = { x: number; y: number; z: number };

/** In metres: the sphere with the area of the WGS 84 ellipsoid (authalic radius), as in H3. */
export const EARTH_RADIUS_M = 6371007.180918475;

const RADIANS_PER_DEGREE = Math.PI / 180;

/**
 * Metres along the great circle between two points, by the haversine formula (R. W. Sinnott, 1984):
 * `2 R asin(min(1, sqrt(sin²(Δφ/2) + cos φ1 cos φ2 sin²(Δλ/2))))`. It is exact for near points, at
 * the poles and across the antimeridian; near the antipode it is off by centimetres.
 */
export function greatCircleMetres(a: LatLng, b: LatLng): number {
  const sinHalfLat = Math.sin(((b.lat - a.lat) * RADIANS_PER_DEGREE) / 2);
  const sinHalfLng = Math.sin(((b.lng - a.lng) * RADIANS_PER_DEGREE) / 2);
  const cosines = Math.cos(a.lat * RADIANS_PER_DEGREE) * Math.cos(b.lat * RADIANS_PER_DEGREE);
  const haversine = sinHalfLat * sinHalfLat + cosines * sinHalfLng * sinHalfLng;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** The same point as a vector: the dot product of two is the cosine of the angle between them. */
export function unitVector({ lat, lng }: LatLng): UnitVector {
  const latitude = lat * RADIANS_PER_DEGREE;
  const longitude = lng * RADIANS_PER_DEGREE;
  const cosLatitude = Math.cos(latitude);
  return {
    x: cosLatitude * Math.cos(longitude),
    y: cosLatitude * Math.sin(longitude),
    z: Math.sin(latitude),
  };
}

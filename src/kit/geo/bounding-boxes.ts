import { EARTH_RADIUS_M, type LatLng } from './great-circle.ts';

/** Degrees; west <= east, so a box never crosses the antimeridian. */
export type Box = { west: number; south: number; east: number; north: number };

/** The boxes of an area in the form of statement parameters: `(east,north),(west,south)`. */
type AreaParameters = { box: string; boxBeyond: string | null };

const DEGREES_PER_RADIAN = 180 / Math.PI;
/** About a tenth of a metre, so that rounding never excludes a point at the edges. */
const MARGIN_DEGREES = 1e-6;

/**
 * One or two boxes that together contain every point within `radiusM` metres of the centre: two
 * where the circle crosses the antimeridian, the full width where it reaches a pole. The width is
 * that of the meridians which touch the circle: asin(sin r / cos φ), with r the radius as an angle.
 */
export function boxesAroundCircle(centre: LatLng, radiusM: number): Box[] {
  const radius = radiusM / EARTH_RADIUS_M;
  const reach = radius * DEGREES_PER_RADIAN + MARGIN_DEGREES;
  const south = Math.max(-90, centre.lat - reach);
  const north = Math.min(90, centre.lat + reach);
  if (south === -90 || north === 90) return [{ west: -180, south, east: 180, north }];
  const sine = Math.sin(radius) / Math.cos(centre.lat / DEGREES_PER_RADIAN);
  const width = Math.asin(Math.min(1, sine)) * DEGREES_PER_RADIAN + MARGIN_DEGREES;
  return boxesBetween(centre.lng - width, south, centre.lng + width, north);
}

/** A box from `west` eastward to `east`, cut in two where it crosses the antimeridian. */
export function boxesBetween(west: number, south: number, east: number, north: number): Box[] {
  if (west < -180) return cut(west + 360, south, east, north);
  if (east > 180) return cut(west, south, east - 360, north);
  return west > east ? cut(west, south, east, north) : [{ west, south, east, north }];
}

function cut(west: number, south: number, east: number, north: number): Box[] {
  return [
    { west, south, east: 180, north },
    { west: -180, south, east, north },
  ];
}

/** One or two boxes that do not overlap, as the parameters of a statement. */
export function areaParameters([first, second]: readonly Box[]): AreaParameters {
  if (first === undefined) throw new Error('an area has at least one box');
  return { box: boxText(first), boxBeyond: second === undefined ? null : boxText(second) };
}

export function boxText({ west, south, east, north }: Box): string {
  return `(${east},${north}),(${west},${south})`;
}

import { type Box, boxesBetween } from '../../geo/bounding-boxes.ts';
import { EARTH_RADIUS_M, type LatLng } from '../../geo/great-circle.ts';

/**
 * An area between two meridians and two parallels. From `west` it goes eastward to `east`: where
 * `west` is more than `east`, across the antimeridian. In degrees.
 */
export type Area = Box;

const DEGREES_AROUND = 360;
const DEGREES_PER_RADIAN = 180 / Math.PI;

export function isIn({ west, south, east, north }: Area, { lat, lng }: LatLng): boolean {
  if (lat < south || lat > north) return false;
  return west <= east ? west <= lng && lng <= east : lng >= west || lng <= east;
}

/** The smallest area with all points, which may cross the antimeridian; undefined without any. */
export function areaOf(points: readonly LatLng[]): Area | undefined {
  const lngs = points.map(({ lng }) => lng).toSorted((a, b) => a - b);
  const [first, last] = [lngs[0], lngs.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  let [south, north] = [90, -90];
  for (const { lat } of points) {
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  // The widest gap without points is what the area leaves out.
  let gap = first + DEGREES_AROUND - last;
  let [west, east] = [first, last];
  let before = first;
  for (const lng of lngs) {
    if (lng - before > gap) {
      gap = lng - before;
      [west, east] = [lng, before];
    }
    before = lng;
  }
  return { west, south, east, north };
}

/** One or two boxes that contain the area and everything within `metres` of it. */
export function boxesAround({ west, south, east, north }: Area, metres: number): Box[] {
  const reach = (metres / EARTH_RADIUS_M) * DEGREES_PER_RADIAN;
  const [low, high] = [Math.max(-90, south - reach), Math.min(90, north + reach)];
  const narrowest = Math.cos(Math.max(-low, high) / DEGREES_PER_RADIAN);
  const side = Math.min(DEGREES_AROUND, reach / Math.max(narrowest, Number.EPSILON));
  const width = (west <= east ? 0 : DEGREES_AROUND) + east - west + 2 * side;
  if (width >= DEGREES_AROUND) return [{ west: -180, south: low, east: 180, north: high }];
  return boxesBetween(west - side, low, east + side, high);
}

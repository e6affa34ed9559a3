/**
 * Radians between the centres of neighbouring cells at resolution 0, where they lie farthest apart:
 * the middle of an icosahedron face (RES0_U_GNOMONIC in the H3 library).
 */
const BASE_SPACING = 0.381966011250105;

/** The most radians, seen from the Earth's centre, between the centres of neighbouring cells. */
function spacingMaxAt(resolution: number): number {
  return BASE_SPACING / Math.sqrt(7) ** resolution;
}

/**
 * Radians from a cell's centre within which all its points lie: those of all its descendants, which
 * stick out of its hexagon. A child's centre lies at most spacing / √7 from its parent's, so
 * spacing (1/√7 + 1/7 + …) = spacing / (√7 - 1) bounds all generations, and with room to spare the
 * last hexagon too, of circumradius spacing / √3. (The farthest points are found at 0.99 of the
 * bound: generations turn by 19° against each other, and their steps never align.)
 * This holds in the planes of the icosahedron's faces, whose grids meet along the edges and only
 * lose a wedge at a pentagon; the projection from there onto the sphere shortens every path.
 */
export function reachAt(resolution: number): number {
  return spacingMaxAt(resolution) / (Math.sqrt(7) - 1);
}

/**
 * The distance in radians between the centres of neighbouring cells at resolution 0 where it is
 * largest: in the middle of an icosahedron face (RES0_U_GNOMONIC in the H3 library).
 */
const BASE_SPACING = 0.381966011250105;

/**
 * The largest distance, in radians seen from the Earth's centre, between the centres of
 * neighbouring cells.
 */
function spacingMaxAt(resolution: number): number {
  return BASE_SPACING / Math.sqrt(7) ** resolution;
}

/**
 * The distance in radians from a cell's centre within which all points of the cell and of all its
 * descendants are; descendants extend beyond the cell's hexagon. A child's centre is at most
 * spacing / √7 from its parent's, so spacing (1/√7 + 1/7 + …) = spacing / (√7 - 1) is an upper
 * bound for all generations. There is enough room in it for the last hexagon, too, whose
 * circumradius is spacing / √3. (The farthest points found are at 0.99 of the bound: generations
 * are turned by 19° against each other, so their steps never align.)
 * This holds in the planes of the icosahedron's faces, whose grids meet along the edges and only
 * lack a wedge at a pentagon; the projection from there onto the sphere shortens every path.
 */
export function reachAt(resolution: number): number {
  return spacingMaxAt(resolution) / (Math.sqrt(7) - 1);
}

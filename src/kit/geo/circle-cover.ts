import { type Cap, capOf } from './cap.ts';
import { type CellNodes, childrenOf, nodesAt, rootCells } from './cell-tree.ts';
import { EARTH_RADIUS_M, type LatLng, unitVector } from './great-circle.ts';

/** In metres. */
export const RADIUS_M_MAX = 500_000;

/**
 * A circle on the Earth as a cap. Throws RangeError when the radius is not 0 to RADIUS_M_MAX, or
 * the centre is not finite.
 */
export function circleCap(centre: LatLng, radiusM: number): Cap {
  if (!(radiusM >= 0 && radiusM <= RADIUS_M_MAX)) throw new RangeError(`radius ${radiusM} m`);
  if (!Number.isFinite(centre.lat + centre.lng)) throw new RangeError('no such centre');
  return capOf(unitVector(centre), radiusM / EARTH_RADIUS_M);
}

/**
 * The cells of a resolution that together contain every point of a circle anywhere on Earth,
 * including the poles and the antimeridian, in the order of their indexes. A few of them may
 * contain no point of it.
 */
export function coverCircle(circle: Cap, resolution: number): bigint[] {
  const cells: bigint[] = [];
  function visit(some: CellNodes): void {
    for (const node of nodesAt(some, circle)) {
      if (node.resolution === resolution) cells.push(node.cell);
      else visit(childrenOf(node));
    }
  }
  visit(rootCells());
  return cells;
}

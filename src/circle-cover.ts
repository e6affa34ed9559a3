import { reachAt, spacingMaxAt } from './cell-reach.ts';
import {
  baseCells,
  type CellNode,
  type CellNodes,
  cellOf,
  childrenOf,
  cosineTo,
} from './cell-tree.ts';
import { CELL_RESOLUTION, COARSEST_RESOLUTION } from './cells.ts';
import { EARTH_RADIUS_M, type LatLng, unitVector } from './great-circle.ts';

/**
 * The cells that answer a circle. Every point of the circle is in exactly one entry: `inside` are
 * cells, COARSEST_RESOLUTION or finer, all of whose points lie in the circle; `rim` are cells that
 * may also hold points outside, to be told apart by greatCircleMetres. Both lists are in the order
 * of the cells of CELL_RESOLUTION.
 */
export type CircleCover = { inside: bigint[]; rim: bigint[] };

/** Metres. */
export const RADIUS_M_MAX = 500_000;

/**
 * Cells inside are no finer than it takes to lay this many side by side along the radius, and the
 * rim is told apart one resolution finer. More means fewer points to test, and more cells to look
 * up: a point costs about as much as a cell. (Circles under 1 km would want finer cells than there
 * are: theirs are mostly rim, and hold few points.)
 */
const CELLS_PER_RADIUS_MIN = 1.3;

type Relation = typeof OUTSIDE | typeof INSIDE | typeof STRADDLING;
const OUTSIDE = 0;
const INSIDE = 1;
const STRADDLING = 2;

/**
 * Covers a circle anywhere on Earth, the poles and the antimeridian included, with about 350
 * entries at most (near the pentagons, where cells are smallest; all of them lie at sea). Throws
 * RangeError when the radius is not in 0 to RADIUS_M_MAX or a coordinate is not finite.
 */
export function coverCircle(centre: LatLng, radiusM: number): CircleCover {
  if (!(radiusM >= 0 && radiusM <= RADIUS_M_MAX)) throw new RangeError(`radius ${radiusM} m`);
  if (!Number.isFinite(centre.lat + centre.lng)) throw new RangeError('no such centre');
  const relationOf = circleRelation(centre, radiusM);
  const insideResolution = finestInsideResolution(radiusM);
  const rimResolution = insideResolution + 1;
  const inside: bigint[] = [];
  const rim: bigint[] = [];

  function visit(nodes: CellNodes, resolution: number): void {
    for (let node = nodes.first; node < nodes.end; node += 1) {
      const relation = relationOf(node, resolution);
      if (relation === OUTSIDE) continue;
      if (relation === INSIDE) inside.push(cellOf(node));
      else if (resolution < insideResolution) visit(childrenOf(node, resolution), resolution + 1);
      else visitRim(node, childrenOf(node, resolution));
    }
  }

  function visitRim(parent: CellNode, { first, end }: CellNodes): void {
    let node = first;
    while (node < end && relationOf(node, rimResolution) === INSIDE) node += 1;
    if (node === end) {
      inside.push(cellOf(parent));
      return;
    }
    for (node = first; node < end; node += 1) {
      const relation = relationOf(node, rimResolution);
      if (relation === INSIDE) inside.push(cellOf(node));
      else if (relation === STRADDLING) rim.push(cellOf(node));
    }
  }

  visit(baseCells(), 0);
  return { inside, rim };
}

const REACHES = Array.from({ length: CELL_RESOLUTION + 1 }, (_, resolution) => reachAt(resolution));

/**
 * How all points of a cell lie to the circle, as far as the distance of its centre and the reach of
 * its resolution tell. Cosines are compared instead of distances: three multiplications each.
 */
function circleRelation(centre: LatLng, radiusM: number) {
  const point = unitVector(centre);
  const radius = radiusM / EARTH_RADIUS_M;
  const limits = REACHES.map((reach, resolution) => {
    const canBeInside = resolution >= COARSEST_RESOLUTION && radius >= reach;
    return {
      outside: Math.cos(radius + reach),
      inside: canBeInside ? Math.cos(radius - reach) : Number.POSITIVE_INFINITY,
    };
  });
  return (node: CellNode, resolution: number): Relation => {
    const limit = limits[resolution];
    if (limit === undefined) throw new RangeError(`resolution ${resolution}`);
    const cosine = cosineTo(node, point);
    if (cosine < limit.outside) return OUTSIDE;
    return cosine >= limit.inside ? INSIDE : STRADDLING;
  };
}

function finestInsideResolution(radiusM: number): number {
  const spacingMax = radiusM / EARTH_RADIUS_M / CELLS_PER_RADIUS_MIN;
  let resolution = COARSEST_RESOLUTION;
  while (resolution < CELL_RESOLUTION - 1 && spacingMaxAt(resolution) > spacingMax) resolution += 1;
  return resolution;
}

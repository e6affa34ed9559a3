import {
  CAP_SLACK,
  type Cap,
  capAround,
  capOf,
  INSIDE,
  OUTSIDE,
  type PackedCaps,
  packCaps,
  relationOfPacked,
} from '../../kit/geo/cap.ts';
import { CELL_RESOLUTION, cellParent } from '../../kit/geo/cells.ts';
import { greatCircleMetres, type LatLng, unitVector } from '../../kit/geo/great-circle.ts';

/**
 * The H3 resolution of tiles (1,770 km²). Each tile is read as a whole, so that circles near each
 * other are answered from the same few tiles.
 */
export const TILE_RESOLUTION = 4;
/** Tiles read at once, if no circle needs more: those of three or four of 50 km. */
export const TILES_PER_LOAD = 32;

/**
 * With fewer points than this, comparing or adding them one by one is about as fast as dividing
 * them into finer cells.
 */
export const POINTS_PER_CELL_MIN = 8;

export type Circle = { centre: LatLng; radiusM: number; cap: Cap };

type Located = { readonly at: LatLng };

/** A cell that contains any points, with what it holds for all of them; or a single point. */
export type Node<Point, Held> = Branch<Point, Held> | Point;
/** The cap `firstCap + i` of the tree contains all of child i. */
export type Branch<Point, Held> = Held & {
  readonly children: readonly Node<Point, Held>[];
  readonly firstCap: number;
};

/** The points of a tile in ever finer cells, so that those in a circle are found in few steps. */
export type CapTree<Point, Held> = {
  readonly top: Branch<Point, Held>;
  readonly caps: PackedCaps;
};

type Placed<Point> = { cell: bigint; point: Point };
/** A node while its tree is being built. */
type Capped<Point, Held> = { node: Node<Point, Held>; cap: Cap };

/**
 * The tree of some points with their cells of CELL_RESOLUTION, all in one cell of a tile. Cells of
 * fewer than `pointsMin` are not divided.
 */
export function capTreeOf<Point extends Located, Held>(
  points: readonly Placed<Point>[],
  holdAll: (children: readonly Node<Point, Held>[]) => Held,
  pointsMin = POINTS_PER_CELL_MIN,
): CapTree<Point, Held> {
  const caps: Cap[] = [];
  const top = branchOf(points.length === 0 ? [] : [cappedAt(TILE_RESOLUTION, points)]);
  return { top, caps: packCaps(caps) };

  /**
   * The cell of a resolution that contains these points. When a single child contains all of them,
   * that child instead.
   */
  function cappedAt(resolution: number, some: readonly Placed<Point>[]): Capped<Point, Held> {
    const children =
      some.length < pointsMin || resolution === CELL_RESOLUTION
        ? some.map(({ point }) => ({ node: point, cap: capOf(unitVector(point.at), CAP_SLACK) }))
        : [...Map.groupBy(some, ({ cell }) => cellParent(cell, resolution + 1)).values()].map(
            (inCell) => cappedAt(resolution + 1, inCell),
          );
    const [first, second] = children;
    if (first !== undefined && second === undefined) return first;
    return { node: branchOf(children), cap: capAround(children.map(({ cap }) => cap)) };
  }

  function branchOf(capped: readonly Capped<Point, Held>[]): Branch<Point, Held> {
    const firstCap = caps.length;
    for (const { cap } of capped) caps.push(cap);
    const children = capped.map(({ node }) => node);
    return { ...holdAll(children), children, firstCap };
  }
}

/** Visits the largest cells and the points that together are exactly those in a circle. */
export function visitWithin<Point extends Located, Held>(
  { top, caps }: CapTree<Point, Held>,
  circle: Circle,
  visit: (node: Node<Point, Held>) => void,
): void {
  visitBranch(top, caps, circle, visit);
}

function visitBranch<Point extends Located, Held>(
  { children, firstCap }: Branch<Point, Held>,
  caps: PackedCaps,
  circle: Circle,
  visit: (node: Node<Point, Held>) => void,
): void {
  let i = firstCap;
  for (const child of children) {
    const relation = relationOfPacked(caps, i, circle.cap);
    i += 1;
    if (relation === OUTSIDE) continue;
    if (relation === INSIDE) visit(child);
    else if (isBranch(child)) visitBranch(child, caps, circle, visit);
    else if (isIn(child, circle)) visit(child);
  }
}

export function isBranch<Point extends object, Held>(
  node: Node<Point, Held>,
): node is Branch<Point, Held> {
  return 'children' in node;
}

/** By greatCircleMetres. */
export function isIn({ at }: Located, { centre, radiusM }: Circle): boolean {
  return greatCircleMetres(centre, at) <= radiusM;
}

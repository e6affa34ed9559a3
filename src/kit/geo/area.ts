import type { Box } from './bounding-boxes.ts';
import { reachAt } from './cell-reach.ts';
import { type CellNode, type CellNodes, childrenOf, nodesAt, rootCells } from './cell-tree.ts';
import { cellCentre } from './cells.ts';
import { circleCap } from './circle-cover.ts';
import { EARTH_RADIUS_M, greatCircleMetres, type LatLng } from './great-circle.ts';

/** A part of the Earth: a circle, or boxes that do not overlap. */
export type Area = { centre: LatLng; radiusM: number } | { boxes: readonly Box[] };

/** Cells of a cover, at most about: more of them waste less at the edges. */
const COVER_CELLS = 1_000;
const EARTH_KM2 = (4 * Math.PI * EARTH_RADIUS_M ** 2) / 1e6;
const DEGREES_PER_RADIAN = 180 / Math.PI;

export function isInArea(area: Area, point: LatLng): boolean {
  if ('centre' in area) return greatCircleMetres(area.centre, point) <= area.radiusM;
  return area.boxes.some((box) => isInBox(box, point, 0));
}

/** In square kilometres. */
export function areaKm2(area: Area): number {
  if ('centre' in area) return (EARTH_KM2 / 2) * (1 - Math.cos(area.radiusM / EARTH_RADIUS_M));
  return area.boxes.reduce((sum, { west, south, east, north }) => {
    const [from, to] = [sine(south), sine(north)];
    return sum + (EARTH_KM2 * ((to - from) / 2) * (east - west)) / 360;
  }, 0);
}

/**
 * Cells that together contain every cell of a resolution whose centre is in an area, coarse ones
 * for a large area. Some may contain none.
 */
export function coverArea(area: Area, resolution: number): bigint[] {
  const touching = findTouching(area);
  let nodes = touching(rootCells());
  for (let level = 0; level < resolution && nodes.length < COVER_CELLS; level += 1)
    nodes = nodes.flatMap((node) => touching(childrenOf(node)));
  return nodes.map(({ cell }) => cell);
}

/** Finds the cells that may have a part in common with the area. */
function findTouching(area: Area): (some: CellNodes) => CellNode[] {
  if ('centre' in area) {
    const circle = circleCap(area.centre, area.radiusM);
    return (some) => nodesAt(some, circle);
  }
  const mayTouch = ({ cell, resolution }: CellNode) => {
    const [centre, margin] = [cellCentre(cell), reachAt(resolution)];
    return area.boxes.some((box) => isInBox(box, centre, margin));
  };
  return ({ nodes }) => nodes.filter(mayTouch);
}

/** Whether a point is in a box or may be within `margin` radians of it. */
function isInBox({ west, south, east, north }: Box, { lat, lng }: LatLng, margin: number): boolean {
  const reach = margin * DEGREES_PER_RADIAN;
  if (lat < south - reach || lat > north + reach) return false;
  if (margin === 0) return lng >= west && lng <= east;
  const sineRatio = Math.sin(margin) / Math.cos((Math.abs(lat) * Math.PI) / 180);
  if (Math.abs(lat) + reach >= 90 || sineRatio >= 1) return true;
  const reachEast = Math.asin(sineRatio) * DEGREES_PER_RADIAN;
  return [-360, 0, 360].some(
    (turn) => lng + turn >= west - reachEast && lng + turn <= east + reachEast,
  );
}

function sine(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}

import { INSIDE, OUTSIDE, type PackedCaps, relationOfPacked } from '../geometry/cap.ts';
import type { LatLng } from '../geometry/great-circle.ts';
import {
  type Branch,
  type CapTree,
  type Circle,
  capTreeOf,
  isBranch,
  isIn,
  type Node,
  visitWithin,
} from './cap-tree.ts';
import { type PackedSums, packSums } from './market-sums.ts';
import { type PublishedLot, type TileLots, tileLotsOf } from './tile-lots.ts';
import type { AreaOf, SearchesAt } from './told-area.ts';

/** A cell with fewer lots keeps no sums: adding them up one by one is about as fast. */
const SUMMED_LOTS_MIN = 32;

/** `sums`: null where its lots are added up one by one. */
type Held = { lotCount: number; sums: readonly PackedSums[] | null };
/** `index`: that of the lot in its tile. */
type Point = { at: LatLng; index: number };
type LotTree = CapTree<Point, Held>;

/** All lots of one cell of TILE_RESOLUTION, added up for every finer cell. */
export type Tile = {
  lots: TileLots;
  tree: LotTree;
  /** The indexes of an operator's lots. */
  lotsOf(operatorId: string): readonly number[];
  /** A tree of an operator's lots alone, which is made when it is first asked for. */
  treeOf(operatorId: string): LotTree;
};

export function tileOf(
  published: readonly PublishedLot[],
  around: { areaOf: AreaOf; searchesAt: SearchesAt },
): Tile {
  const lots = tileLotsOf(published, around);
  const indexes = published.map((_, index) => index);
  const byOperator = Map.groupBy(
    indexes,
    (i) => lots.holdings[lots.holding[i] ?? 0]?.operatorId ?? '',
  );
  const trees = new Map<string, LotTree>();
  const lotsOf = (operatorId: string) => byOperator.get(operatorId) ?? [];
  return {
    lots,
    tree: lotTree(lots, indexes),
    lotsOf,
    treeOf(operatorId) {
      const known = trees.get(operatorId) ?? lotTree(lots, lotsOf(operatorId));
      trees.set(operatorId, known);
      return known;
    },
  };
}

function lotTree(lots: TileLots, indexes: readonly number[]): LotTree {
  const points = indexes.map((index) => ({
    cell: lots.cells[index] ?? 0n,
    point: { at: lots.at[index] ?? { lat: 0, lng: 0 }, index },
  }));
  return capTreeOf<Point, Held>(points, (children) => {
    const lotCount = children.reduce((sum, child) => sum + countOf(child), 0);
    if (lotCount < SUMMED_LOTS_MIN) return { lotCount, sums: null };
    return { lotCount, sums: packSums(lots, children.flatMap(indexesOf)) };
  });
}

function countOf(node: Node<Point, Held>): number {
  return isBranch(node) ? node.lotCount : 1;
}

function indexesOf(node: Node<Point, Held>): number[] {
  return isBranch(node) ? node.children.flatMap(indexesOf) : [node.index];
}

type Visitor = { onLot(index: number): void; onSums(sums: PackedSums): void };

/** Passes on exactly the lots in a circle, by greatCircleMetres, many of them already added up. */
export function visitLots(tree: LotTree, circle: Circle, visitor: Visitor): void {
  visitWithin(tree, circle, (node) => visitNode(node, visitor));
}

function visitNode(node: Node<Point, Held>, visitor: Visitor): void {
  if (!isBranch(node)) visitor.onLot(node.index);
  else if (node.sums === null) for (const child of node.children) visitNode(child, visitor);
  else for (const sums of node.sums) visitor.onSums(sums);
}

/** Whether a lot of a tile is in a circle. */
export function hasLotWithin({ tree: { top, caps } }: Tile, circle: Circle): boolean {
  return hasLot(top, caps, circle);
}

function hasLot(
  { children, firstCap }: Branch<Point, Held>,
  caps: PackedCaps,
  circle: Circle,
): boolean {
  return children.some((child, i) => {
    const relation = relationOfPacked(caps, firstCap + i, circle.cap);
    if (relation === OUTSIDE) return false;
    if (relation === INSIDE) return true;
    return isBranch(child) ? hasLot(child, caps, circle) : isIn(child, circle);
  });
}

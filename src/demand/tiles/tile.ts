import { INSIDE, OUTSIDE, type PackedCaps, relationOfPacked } from '../../kit/geo/cap.ts';
import type { LatLng } from '../../kit/geo/great-circle.ts';
import {
  type Branch,
  type CapTree,
  type Circle,
  capTreeOf,
  isBranch,
  isIn,
  visitWithin,
} from './cap-tree.ts';
import { type PackedSums, packSums } from './market-sums.ts';
import { operatorNumber } from './operator-numbers.ts';
import {
  type Around,
  type OwnColumns,
  type PublishedLot,
  type TileLots,
  tileLotsOf,
} from './tile-lots.ts';

/** A cell with fewer lots is not divided and keeps no sums: they are added up one by one. */
const LOTS_PER_CELL_MIN = 32;

/** Lots are `order[from]` to `order[to - 1]` of their tree. `sums`: null where there are few. */
type Held = { from: number; to: number; sums: readonly PackedSums[] | null };
type Point = Held & { at: LatLng };
/** `order`: indexes of lots; `points`: in that order. */
type LotTree = CapTree<Point, Held> & { order: Uint32Array; points: readonly Point[] };

/** All lots of one cell of TILE_RESOLUTION, those that count added up for every finer cell. */
export type Tile = {
  lots: TileLots;
  tree: LotTree;
  /** The indexes of an operator's lots, also of those that do not count. */
  lotsOf(operatorId: string): readonly number[];
  /** A tree of an operator's lots that count, which is made when it is first asked for. */
  treeOf(operatorId: string): LotTree;
  /** The same lots after something else has happened on them. */
  withOwn(own: OwnColumns): Tile;
};

/** `before`: the tile of an earlier publication, which shares memory for what is as it was. */
export function tileOf(
  published: readonly PublishedLot[],
  around: Around,
  before?: Pick<Tile, 'lots' | 'tree'>,
): Tile {
  // So that the lots of every cell follow each other, in the tree and in memory.
  const inOrder = published.toSorted((a, b) => (a.cell < b.cell ? -1 : Number(a.cell > b.cell)));
  const lots = withPlacesOf(before?.lots, tileLotsOf(inOrder, around));
  const byOperator = Map.groupBy(inOrder.keys(), (i) => lots.operator[i]);
  const tree = lotTree(lots, countedOf(lots, inOrder.keys()), before?.tree.points);
  return tileWith(lots, tree, byOperator);
}

/** Lots stay where they are, while something else of some of them changes all the time. */
function withPlacesOf(before: TileLots | undefined, lots: TileLots): TileLots {
  if (before === undefined) return lots;
  const at = lots.at.map((here, i) => {
    const there = before.at[i];
    return there?.lat === here.lat && there.lng === here.lng ? there : here;
  });
  return { ...lots, at };
}

type ByOperator = ReadonlyMap<number | undefined, readonly number[]>;

/** Each tile has its own trees of operators, else they would be those of all who ever had a say. */
function tileWith(lots: TileLots, tree: LotTree, byOperator: ByOperator): Tile {
  const trees = new Map<string, LotTree>();
  const lotsOf = (operatorId: string) => byOperator.get(operatorNumber(operatorId)) ?? [];
  return {
    lots,
    tree,
    lotsOf,
    treeOf(operatorId) {
      const own = lotsOf(operatorId);
      // All who have no lots here share one, so that memory does not grow with who asks.
      const key = own.length > 0 ? operatorId : '';
      const known = trees.get(key) ?? lotTree(lots, countedOf(lots, own));
      trees.set(key, known);
      return known;
    },
    withOwn: (own) => tileWith({ ...lots, own }, tree, byOperator),
  };
}

const countedOf = (lots: TileLots, indexes: Iterable<number>) =>
  [...indexes].filter((i) => lots.isCounted[i]);

/** `indexes`: in the order of their cells. */
function lotTree(
  lots: TileLots,
  indexes: readonly number[],
  before: readonly Point[] = [],
): LotTree {
  const order = Uint32Array.from(indexes);
  const points = indexes.map((index, i): Point => {
    const at = lots.at[index] ?? { lat: 0, lng: 0 };
    const known = before[i];
    return known?.at === at ? known : { at, from: i, to: i + 1, sums: null };
  });
  const placed = points.map((point, i) => ({ cell: lots.cells[indexes[i] ?? -1] ?? 0n, point }));
  const sumAll = (children: readonly Held[]): Held => {
    const [from, to] = [children[0]?.from ?? 0, children.at(-1)?.to ?? 0];
    if (to - from < LOTS_PER_CELL_MIN) return { from, to, sums: null };
    return { from, to, sums: packSums(lots, order.subarray(from, to)) };
  };
  return { ...capTreeOf<Point, Held>(placed, sumAll, LOTS_PER_CELL_MIN), order, points };
}

export type Visitor = {
  /** The lots `order[from]` to `order[to - 1]`. */
  onLots(order: Uint32Array, from: number, to: number): void;
  onSums(sums: PackedSums): void;
};

/** Passes on exactly the lots in a circle, by greatCircleMetres, many of them already added up. */
export function visitLots(tree: LotTree, circle: Circle, visitor: Visitor): void {
  const { order } = tree;
  let [first, end] = [0, 0];
  visitWithin(tree, circle, ({ from, to, sums }) => {
    if (sums !== null) {
      for (const some of sums) visitor.onSums(some);
      return;
    }
    // Lots that follow each other are passed on together.
    if (from !== end) {
      if (end > first) visitor.onLots(order, first, end);
      first = from;
    }
    end = to;
  });
  if (end > first) visitor.onLots(order, first, end);
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

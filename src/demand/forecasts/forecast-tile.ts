import {
  type Branch,
  type CapTree,
  type Circle,
  capTreeOf,
  isBranch,
  type Node,
  POINTS_PER_CELL_MIN,
  visitWithin,
} from '../tiles/cap-tree.ts';
import type { ForecastLot } from './forecast-lot.ts';
import { addLotSum, addLotSums, emptyLotSums, type LotSums } from './lot-sums.ts';

/** Each cell keeps its sums of the days asked for last: about 0.2 kB for a day. */
const DAYS_KEPT_MAX = 8;

/** The forecasts of the lots of one cell of TILE_RESOLUTION; those that count are in the tree. */
export type ForecastTile = CapTree<ForecastLot, Held> & {
  lots: readonly ForecastLot[];
  timezones: ReadonlySet<string>;
  lotsOf(operatorId: string): readonly ForecastLot[];
};

/** `days`: sums of the days asked for last, the last at the end. */
type Held = { lotCount: number; days: Map<number, LotSums> };
type Cell = Branch<ForecastLot, Held>;

export function forecastTileOf(lots: readonly ForecastLot[]): ForecastTile {
  const byOperator = Map.groupBy(lots, ({ operatorId }) => operatorId);
  return {
    ...capTreeOf<ForecastLot, Held>(
      lots.filter((lot) => lot.isCounted).map((lot) => ({ cell: lot.cell, point: lot })),
      (children) => ({
        lotCount: children.reduce((sum, child) => sum + lotCountOf(child), 0),
        days: new Map(),
      }),
    ),
    lots,
    timezones: new Set(lots.map(({ timezone }) => timezone)),
    lotsOf: (operatorId) => byOperator.get(operatorId) ?? [],
  };
}

function lotCountOf(node: Node<ForecastLot, Held>): number {
  return isBranch(node) ? node.lotCount : 1;
}

/**
 * Adds what is posted about a day by exactly those lots of a tile that are in a circle, by
 * greatCircleMetres. Each step adds a few of them, so that other work can run in between.
 */
export function* addForecastTile(
  sums: LotSums,
  tile: ForecastTile,
  circle: Circle,
  day: number,
): Generator<void> {
  const within: Node<ForecastLot, Held>[] = [];
  visitWithin(tile, circle, (node) => within.push(node));
  yield* addNodes(sums, within, day);
}

function* addNodes(
  sums: LotSums,
  nodes: readonly Node<ForecastLot, Held>[],
  day: number,
): Generator<void> {
  for (const node of nodes) {
    if (!isBranch(node)) addLotSum(sums, node, day);
    else if (node.lotCount < POINTS_PER_CELL_MIN) yield* addNodes(sums, node.children, day);
    else addLotSums(sums, recall(node, day) ?? (yield* addUp(node, day)));
    yield;
  }
}

function recall({ days }: Cell, day: number): LotSums | undefined {
  const known = days.get(day);
  if (known === undefined) return undefined;
  days.delete(day);
  days.set(day, known);
  return known;
}

function* addUp({ children, days }: Cell, day: number): Generator<void, LotSums> {
  const sum = emptyLotSums();
  yield* addNodes(sum, children, day);
  days.set(day, sum);
  const [oldest] = days.size > DAYS_KEPT_MAX ? days.keys() : [];
  if (oldest !== undefined) days.delete(oldest);
  return sum;
}

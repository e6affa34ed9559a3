import { INSIDE, OUTSIDE, type PackedCaps, relationOfPacked } from '../geometry/cap.ts';
import type { LatLng } from '../geometry/great-circle.ts';
import {
  type Branch,
  type CapTree,
  type Circle,
  capTreeOf,
  isBranch,
  isIn,
  visitWithin,
} from './cap-tree.ts';
import { addVotes, type LotVote, type Votes, votesOf } from './votes.ts';

type Place = { cell: bigint; latitude: number; longitude: number };
export type Lot = LotVote & Place;
/** The searches made from one cell of CELL_RESOLUTION; the place is its centre. */
export type Search = Place & { search_count: number };

/** The sums over some part of the Earth. */
export type Sums = {
  /** One entry per country and currency. */
  votes: Votes[];
  searchCount: number;
  ownLotCount: number;
};

/** All lots and searches of one cell of TILE_RESOLUTION, added up for every finer cell. */
export type Tile = CapTree<Point, Held> & {
  lotsByOperator: ReadonlyMap<string, readonly Point[]>;
  /** Number of lots and searched cells. */
  pointCount: number;
};

type Held = { votes: readonly Votes[]; searchCount: number };
type Point = Held & { at: LatLng };

export function tileOf(lots: readonly Lot[] = [], searches: readonly Search[] = []): Tile {
  const placedLots = lots.map((lot) => ({
    ...placed(lot, [votesOf(lot)], 0),
    operatorId: lot.operator_id,
  }));
  const placedSearches = searches.map((search) => placed(search, [], search.search_count));
  const all = [...placedLots, ...placedSearches];
  const operators = Map.groupBy(placedLots, ({ operatorId }) => operatorId);
  return {
    ...capTreeOf(all, addUp),
    lotsByOperator: new Map([...operators].map(([id, own]) => [id, own.map(({ point }) => point)])),
    pointCount: all.length,
  };
}

function placed({ cell, latitude, longitude }: Place, votes: Votes[], searchCount: number) {
  return { cell, point: { votes, searchCount, at: { lat: latitude, lng: longitude } } };
}

function addUp(children: readonly Held[]): Held {
  const sum = { votes: [], searchCount: 0 };
  for (const child of children) addHeld(sum, child);
  return sum;
}

function addHeld(sums: Omit<Sums, 'ownLotCount'>, { votes, searchCount }: Held): void {
  for (const some of votes) addVotes(sums.votes, some);
  sums.searchCount += searchCount;
}

/**
 * Adds to `sums` exactly the lots and searches of a tile that are in a circle, by
 * greatCircleMetres.
 */
export function addTile(sums: Sums, tile: Tile, circle: Circle, operatorId: string): void {
  visitWithin(tile, circle, (node) => addHeld(sums, node));
  for (const lot of tile.lotsByOperator.get(operatorId) ?? [])
    if (isIn(lot, circle)) sums.ownLotCount += 1;
}

/** Whether a lot of a tile is in a circle. */
export function hasLotWithin({ top, caps }: Tile, circle: Circle): boolean {
  return hasLot(top, caps, circle);
}

/** Does not visit cells where nothing but searches is, of which there are many. */
function hasLot(
  { children, firstCap }: Branch<Point, Held>,
  caps: PackedCaps,
  circle: Circle,
): boolean {
  return children.some((child, i) => {
    if (child.votes.length === 0) return false;
    const relation = relationOfPacked(caps, firstCap + i, circle.cap);
    if (relation === OUTSIDE) return false;
    if (relation === INSIDE) return true;
    return isBranch(child) ? hasLot(child, caps, circle) : isIn(child, circle);
  });
}

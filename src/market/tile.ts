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
} from '../geometry/cap.ts';
import { CELL_RESOLUTION, cellParent } from '../geometry/cells.ts';
import { greatCircleMetres, type LatLng, unitVector } from '../geometry/great-circle.ts';
import { addVotes, type LotVote, type Votes, votesOf } from './votes.ts';

/**
 * The H3 resolution of tiles (1,770 km²). Each tile is read as a whole, so that circles near each
 * other are answered from the same few tiles.
 */
export const TILE_RESOLUTION = 4;

/**
 * With fewer points than this, comparing them one by one is about as fast as dividing them into
 * finer cells.
 */
const POINTS_PER_CELL_MIN = 8;

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

export type Circle = { centre: LatLng; radiusM: number; cap: Cap };

/** All lots and searches of one cell of TILE_RESOLUTION, added up for every finer cell. */
export type Tile = {
  top: Cell;
  caps: PackedCaps;
  lotsByOperator: ReadonlyMap<string, readonly Point[]>;
  /** Number of lots and searched cells. */
  pointCount: number;
};

/** A cell that contains any points, with its sums; or a single point. */
type Node = Cell | Point;
type Held = { votes: readonly Votes[]; searchCount: number };
/** The cap `firstCap + i` of the tile contains all of child i. */
type Cell = Held & { children: readonly Node[]; firstCap: number };
type Point = Held & { at: LatLng };

type Placed = { cell: bigint; point: Point };
/** A node while its tile is being built. */
type Capped = { node: Node; cap: Cap };

export function tileOf(lots: readonly Lot[] = [], searches: readonly Search[] = []): Tile {
  const placedLots = lots.map((lot) => ({
    ...placed(lot, [votesOf(lot)], 0),
    operatorId: lot.operator_id,
  }));
  const placedSearches = searches.map((search) => placed(search, [], search.search_count));
  const all = [...placedLots, ...placedSearches];
  const operators = Map.groupBy(placedLots, ({ operatorId }) => operatorId);
  const caps: Cap[] = [];
  const top = cellOf(all.length === 0 ? [] : [cappedAt(TILE_RESOLUTION, all, caps)], caps);
  return {
    top,
    caps: packCaps(caps),
    lotsByOperator: new Map([...operators].map(([id, own]) => [id, own.map(({ point }) => point)])),
    pointCount: all.length,
  };
}

/**
 * Adds to `sums` exactly the lots and searches of a tile that are in a circle, by
 * greatCircleMetres.
 */
export function addTile(sums: Sums, tile: Tile, circle: Circle, operatorId: string): void {
  addCell(sums, tile.top, tile.caps, circle);
  for (const lot of tile.lotsByOperator.get(operatorId) ?? [])
    if (isIn(lot, circle)) sums.ownLotCount += 1;
}

/** Whether a lot of a tile is in a circle. */
export function hasLotWithin({ top, caps }: Tile, circle: Circle): boolean {
  return hasLot(top, caps, circle);
}

function hasLot({ children, firstCap }: Cell, caps: PackedCaps, circle: Circle): boolean {
  return children.some((child, i) => {
    if (child.votes.length === 0) return false;
    const relation = relationOfPacked(caps, firstCap + i, circle.cap);
    if (relation === OUTSIDE) return false;
    if (relation === INSIDE) return true;
    return 'children' in child ? hasLot(child, caps, circle) : isIn(child, circle);
  });
}

function placed({ cell, latitude, longitude }: Place, votes: Votes[], searchCount: number): Placed {
  return { cell, point: { votes, searchCount, at: { lat: latitude, lng: longitude } } };
}

/**
 * The cell of a resolution that contains these points. When a single child contains all of them,
 * that child instead.
 */
function cappedAt(resolution: number, points: readonly Placed[], caps: Cap[]): Capped {
  const children =
    points.length < POINTS_PER_CELL_MIN || resolution === CELL_RESOLUTION
      ? points.map(({ point }) => ({ node: point, cap: capOf(unitVector(point.at), CAP_SLACK) }))
      : [...Map.groupBy(points, ({ cell }) => cellParent(cell, resolution + 1)).values()].map(
          (some) => cappedAt(resolution + 1, some, caps),
        );
  const [first, second] = children;
  if (first !== undefined && second === undefined) return first;
  return { node: cellOf(children, caps), cap: capAround(children.map(({ cap }) => cap)) };
}

function cellOf(children: readonly Capped[], caps: Cap[]): Cell {
  const firstCap = caps.length;
  const votes: Votes[] = [];
  let searchCount = 0;
  for (const { node, cap } of children) {
    caps.push(cap);
    for (const some of node.votes) addVotes(votes, some);
    searchCount += node.searchCount;
  }
  return { votes, searchCount, children: children.map(({ node }) => node), firstCap };
}

function addCell(sums: Sums, cell: Cell, caps: PackedCaps, circle: Circle): void {
  let i = cell.firstCap;
  for (const child of cell.children) {
    const relation = relationOfPacked(caps, i, circle.cap);
    i += 1;
    if (relation === OUTSIDE) continue;
    if (relation === INSIDE) addHeld(sums, child);
    else if ('children' in child) addCell(sums, child, caps, circle);
    else if (isIn(child, circle)) addHeld(sums, child);
  }
}

function addHeld(sums: Sums, { votes, searchCount }: Held): void {
  for (const some of votes) addVotes(sums.votes, some);
  sums.searchCount += searchCount;
}

export function isIn({ at }: { at: LatLng }, { centre, radiusM }: Circle): boolean {
  return greatCircleMetres(centre, at) <= radiusM;
}

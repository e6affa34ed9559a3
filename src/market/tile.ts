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
 * The H3 resolution of tiles (1,770 km²): each is read as a whole, so that circles near one another
 * are answered from the same few.
 */
export const TILE_RESOLUTION = 4;

/** Under one cell as many points are compared one by one as cells would take about as long. */
const POINTS_PER_CELL_MIN = 8;

type Place = { cell: bigint; latitude: number; longitude: number };
export type Lot = LotVote & Place;
/** The searches made from one cell of CELL_RESOLUTION; the place is its centre. */
export type Search = Place & { search_count: number };

/** What there is in some part of the Earth. */
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
  /** Lots and searched cells. */
  pointCount: number;
};

/** A cell that holds anything, with its sums; or a single point. */
type Node = Cell | Point;
type Held = { votes: readonly Votes[]; searchCount: number };
/** All of child i lies in cap `firstCap + i` of the tile. */
type Cell = Held & { children: readonly Node[]; firstCap: number };
type Point = Held & { at: LatLng };

type Placed = { cell: bigint; point: Point };
/** A node while its tile is being made. */
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

/** Adds to the sums what of a tile lies in a circle: exactly that, by greatCircleMetres. */
export function addTile(sums: Sums, tile: Tile, circle: Circle, operatorId: string): void {
  addCell(sums, tile.top, tile.caps, circle);
  for (const lot of tile.lotsByOperator.get(operatorId) ?? [])
    if (isIn(lot, circle)) sums.ownLotCount += 1;
}

function placed({ cell, latitude, longitude }: Place, votes: Votes[], searchCount: number): Placed {
  return { cell, point: { votes, searchCount, at: { lat: latitude, lng: longitude } } };
}

/** The cell of a resolution that holds these points; or less, where that holds them all. */
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

function isIn({ at }: Point, { centre, radiusM }: Circle): boolean {
  return greatCircleMetres(centre, at) <= radiusM;
}

import { cellRange } from '../cells.ts';
import { addVotes, type LotVote, type Votes, votesOf } from './votes.ts';

export type Lot = LotVote & { cell: bigint; latitude: number; longitude: number };
/** The searches made from one cell of CELL_RESOLUTION; the point is its centre. */
export type Search = { cell: bigint; latitude: number; longitude: number; search_count: number };

/** What there is in one cell, as sums and one by one. */
export type Cell = {
  /** One entry per country and currency. */
  votes: Votes[];
  lotCountByOperator: Map<string, number>;
  searchCount: number;
  lots: readonly Lot[];
  searches: readonly Search[];
};

/** All lots and searches of one cell that is the parent of the cells asked for. */
export type Tile = { lots: readonly Lot[]; searches: readonly Search[] };

export const EMPTY_CELL: Cell = {
  votes: [],
  lotCountByOperator: new Map(),
  searchCount: 0,
  lots: [],
  searches: [],
};

export function tileOf(lots: readonly Lot[] = [], searches: readonly Search[] = []): Tile {
  return { lots: inOrder(lots), searches: inOrder(searches) };
}

/** A cell of the tile or the tile itself; EMPTY_CELL where there is nothing. */
export function cellOfTile(tile: Tile, cell: bigint): Cell {
  const { low, high } = cellRange(cell);
  const lots = between(tile.lots, low, high);
  const searches = between(tile.searches, low, high);
  if (lots.length === 0 && searches.length === 0) return EMPTY_CELL;
  const found: Cell = { votes: [], lotCountByOperator: new Map(), searchCount: 0, lots, searches };
  for (const lot of lots) {
    addVotes(found.votes, votesOf(lot));
    const ownCount = found.lotCountByOperator.get(lot.operator_id) ?? 0;
    found.lotCountByOperator.set(lot.operator_id, ownCount + 1);
  }
  for (const search of searches) found.searchCount += search.search_count;
  return found;
}

type Placed = { cell: bigint };

const NOTHING: readonly never[] = [];

function inOrder<T extends Placed>(placed: readonly T[]): readonly T[] {
  return placed.toSorted((a, b) => (a.cell < b.cell ? -1 : a.cell > b.cell ? 1 : 0));
}

function between<T extends Placed>(placed: readonly T[], low: bigint, high: bigint): readonly T[] {
  const first = indexFrom(placed, low);
  const end = indexFrom(placed, high + 1n);
  return first === end ? NOTHING : placed.slice(first, end);
}

/** Index of the first that is `cell` or past it. */
function indexFrom(placed: readonly Placed[], cell: bigint): number {
  let low = 0;
  let high = placed.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((placed[middle]?.cell ?? cell) < cell) low = middle + 1;
    else high = middle;
  }
  return low;
}

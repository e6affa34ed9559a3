import { cellParent, cellResolution } from '../cells.ts';
import {
  type Cell,
  cellOfTile,
  EMPTY_CELL,
  type Lot,
  type Search,
  type Tile,
  tileOf,
} from './tile.ts';
import type { Votes } from './votes.ts';

/**
 * Cells finer than this are made from the lots and searches of their parent of this resolution
 * (1,770 km²), read as a whole: circles near one another share it. From here on sums are read.
 */
export const TILE_RESOLUTION = 4;

/** What a circle is answered from. */
export type Wanted = {
  livemode: boolean;
  operatorId: string;
  /** COARSEST_RESOLUTION or finer. */
  inside: readonly bigint[];
  /** TILE_RESOLUTION or finer. */
  rim: readonly bigint[];
};

export type Picked = {
  /** As sums; of a coarse cell, lots are counted for the operator alone that wanted it. */
  inside: Cell[];
  /** Lot by lot and search by search. */
  rim: Cell[];
  /** Figures of a country in the order of their percentiles. */
  percentilesOf(country: string): readonly Percentile[];
};

export type Percentile = { country: string; percentile: number; searches_per_space: number };
export type Missing = { tiles: Set<bigint>; cells: bigint[]; ownCells: bigint[] };

type Placed<T> = Omit<T, 'cell'> & { cell: string };

/** Rows of one snapshot. */
export type Found = {
  lots: Placed<Lot>[];
  searches: Placed<Search>[];
  sums: (Votes & { cell: string })[];
  search_sums: { cell: string; search_count: number }[];
  own_lots: { cell: string; lot_count: number }[];
  percentiles: Percentile[];
};

export type KeptCells = {
  /** What is wanted; or what of it has to be added first. */
  pick(wanted: Wanted): Picked | Missing;
  /** Adds what was found of what was missing; returns how many entries are kept because of it. */
  add(found: Found, missing: Missing, operatorId: string): number;
  countries(): string[];
};

/** Cells of one world, live or test, as they were read from one publication. */
export function keepCells(): KeptCells {
  const tiles = new Map<bigint, Tile>();
  const cellsOfTiles = new Map<bigint, Cell>();
  const coarseCells = new Map<bigint, Cell>();
  const percentiles = new Map<string, Percentile[]>();

  function findFine(cell: bigint, missing: Missing): Cell {
    const known = cellsOfTiles.get(cell);
    if (known !== undefined) return known;
    const parent = cellParent(cell, TILE_RESOLUTION);
    const tile = tiles.get(parent);
    if (tile === undefined) {
      missing.tiles.add(parent);
      return EMPTY_CELL;
    }
    const made = cellOfTile(tile, cell);
    // Making an empty cell again costs less than keeping all of them.
    if (made !== EMPTY_CELL) cellsOfTiles.set(cell, made);
    return made;
  }

  function findInside(cell: bigint, operatorId: string, missing: Missing): Cell {
    if (cellResolution(cell) > TILE_RESOLUTION) return findFine(cell, missing);
    const known = coarseCells.get(cell);
    if (known === undefined) missing.cells.push(cell);
    if (known?.lotCountByOperator.has(operatorId) !== true) missing.ownCells.push(cell);
    return known ?? EMPTY_CELL;
  }

  function addTiles(found: Found, missing: Missing): number {
    const wanted = [...missing.tiles].filter((tile) => !tiles.has(tile));
    const lots = byTile(found.lots.map(withCell));
    const searches = byTile(found.searches.map(withCell));
    let entryCount = 0;
    for (const cell of wanted) {
      const tile = tileOf(lots.get(cell), searches.get(cell));
      tiles.set(cell, tile);
      entryCount += 1 + tile.lots.length + tile.searches.length;
    }
    return entryCount;
  }

  function addCoarse(found: Found, missing: Missing, operatorId: string): number {
    const wanted = missing.cells.filter((cell) => !coarseCells.has(cell));
    const sums = Map.groupBy(found.sums, ({ cell }) => BigInt(cell));
    const searchCounts = byCell(found.search_sums, ({ search_count }) => search_count);
    for (const cell of wanted)
      coarseCells.set(cell, {
        ...EMPTY_CELL,
        votes: sums.get(cell) ?? [],
        searchCount: searchCounts.get(cell) ?? 0,
        lotCountByOperator: new Map(),
      });
    const ownCounts = byCell(found.own_lots, ({ lot_count }) => lot_count);
    for (const cell of missing.ownCells)
      coarseCells.get(cell)?.lotCountByOperator.set(operatorId, ownCounts.get(cell) ?? 0);
    return wanted.length + missing.ownCells.length;
  }

  return {
    pick(wanted) {
      const missing: Missing = { tiles: new Set(), cells: [], ownCells: [] };
      const inside = wanted.inside.map((cell) => findInside(cell, wanted.operatorId, missing));
      const rim = wanted.rim.map((cell) => findFine(cell, missing));
      if (missing.tiles.size + missing.cells.length + missing.ownCells.length > 0) return missing;
      return { inside, rim, percentilesOf: (country) => percentiles.get(country) ?? [] };
    },

    add(found, missing, operatorId) {
      for (const [country, figures] of Map.groupBy(found.percentiles, (row) => row.country))
        percentiles.set(country, figures);
      return addTiles(found, missing) + addCoarse(found, missing, operatorId);
    },

    countries: () => [...percentiles.keys()],
  };
}

export function isMissing(picked: Picked | Missing): picked is Missing {
  return 'tiles' in picked;
}

const withCell = <T extends { cell: string }>(row: T) => ({ ...row, cell: BigInt(row.cell) });

function byTile<T extends { cell: bigint }>(rows: T[]): Map<bigint, T[]> {
  return Map.groupBy(rows, ({ cell }) => cellParent(cell, TILE_RESOLUTION));
}

function byCell<T extends { cell: string }>(rows: T[], countOf: (row: T) => number) {
  return new Map(rows.map((row) => [BigInt(row.cell), countOf(row)]));
}

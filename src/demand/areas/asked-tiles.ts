import { randomBytes } from 'node:crypto';
import {
  type CellRange,
  cellParent,
  cellRange,
  cellRangeAt,
  cellResolution,
} from '../../kit/geo/cells.ts';
import { COARSEST_AREA, FINEST_AREA, PUBLIC_AREA } from './cut-areas.ts';

/** How a statement is asked for the tiles of some cells, and what it says of them. */
export type AskedTiles<Known> = {
  /**
   * Its parameters: the first and last cells of the tiles and of the areas in which their lots can
   * be, and the seed of its hashes.
   */
  values: {
    seed: string;
    lows: readonly bigint[];
    highs: readonly bigint[];
    areaLows: readonly bigint[];
    areaHighs: readonly bigint[];
  };
  /** What is known of each tile, in their order. */
  known: readonly (Known | undefined)[];
  /** By cell, what was sent of tiles that are named by their first cells. */
  byCell<Sent extends { tile: string }>(sent: readonly Sent[] | null): Map<bigint, Sent>;
};

/** Nobody who does not know it can make two readings that differ have the same hash. */
const HASH_SEED = String(randomBytes(8).readBigInt64BE());

/** The resolutions of areas: those that are cut, and the cells of lots with public figures. */
const AREA_RESOLUTIONS = [
  ...Array.from({ length: FINEST_AREA - COARSEST_AREA + 1 }, (_, i) => COARSEST_AREA + i),
  PUBLIC_AREA,
];

/**
 * `before`: of each cell, what is known of it. A cell in another one is no tile of its own, because
 * its lots are found with those of the other; where there is any, nothing is taken as known.
 */
export function askTiles<Known>(
  cells: readonly bigint[],
  before: readonly (Known | undefined)[],
): AskedTiles<Known> {
  const tiles = outermost(cells);
  const [ranges, areas] = [tiles.map(cellRange), areaRanges(cells)];
  const byLow = new Map(ranges.map(({ low }, i) => [low, tiles[i] ?? low]));
  return {
    values: {
      seed: HASH_SEED,
      lows: ranges.map(({ low }) => low),
      highs: ranges.map(({ high }) => high),
      areaLows: areas.map(({ low }) => low),
      areaHighs: areas.map(({ high }) => high),
    },
    known: tiles.map((_, i) => (tiles.length === cells.length ? before[i] : undefined)),
    byCell: (sent) =>
      new Map(sent?.map((one) => [byLow.get(BigInt(one.tile)) ?? BigInt(one.tile), one])),
  };
}

/** Those of some cells that are in no other of them: together they have all that is in any. */
function outermost(cells: readonly bigint[]): bigint[] {
  const all = new Set(cells);
  const resolutions = [...new Set(cells.map(cellResolution))];
  const isInOther = (cell: bigint) =>
    resolutions.some((one) => one < cellResolution(cell) && all.has(cellParent(cell, one)));
  return cells.filter((cell) => !isInOther(cell));
}

/** The cells that may be areas of what is in these: above them, below them, or themselves. */
function areaRanges(cells: readonly bigint[]): CellRange[] {
  const above = new Set<bigint>();
  const ranges = cells.flatMap((cell) =>
    AREA_RESOLUTIONS.flatMap((resolution) => {
      if (resolution >= cellResolution(cell)) return [cellRangeAt(cell, resolution)];
      above.add(cellParent(cell, resolution));
      return [];
    }),
  );
  return [...ranges, ...[...above].map((cell) => ({ low: cell, high: cell }))];
}

import {
  type CellRange,
  cellParent,
  cellRange,
  cellRangeAt,
  cellResolution,
} from '../geometry/cells.ts';
import type { Postgres } from '../stores/postgres.ts';
import { COARSEST_AREA, FINEST_AREA, PUBLIC_AREA } from './cut-areas.ts';
import type { Percentile } from './demand-score.ts';
import { stillPreparing } from './still-preparing.ts';
import type { PublishedLot } from './tile-lots.ts';
import type { SearchArea, ToldArea } from './told-area.ts';

/** What was published of some cells, all of one snapshot. */
export type Published = {
  publicationId: string;
  asOf: Date;
  /** Those of one of the cells that were asked for. */
  lotsIn(cell: bigint): readonly PublishedLot[];
  /** All areas in which any of the lots can be. */
  areas: readonly ToldArea[];
  searchAreas: readonly SearchArea[];
  percentilesOf(country: string): readonly Percentile[];
  /** The countries of these lots that have percentiles, with these. */
  percentiles: ReadonlyMap<string, readonly Percentile[]>;
};

/** JSON has no 64-bit integers, so cells arrive as text. */
type Sent<T> = Omit<T, 'cell'> & { cell: string };

type Found = {
  publication_id: string;
  as_of: Date;
  lots: Sent<PublishedLot>[];
  areas: Sent<ToldArea>[];
  search_areas: Sent<SearchArea>[];
  percentiles: Percentile[];
};

/** The resolutions of areas: those that are cut, and the cells of lots with public figures. */
const AREA_RESOLUTIONS = [
  ...Array.from({ length: FINEST_AREA - COARSEST_AREA + 1 }, (_, i) => COARSEST_AREA + i),
  PUBLIC_AREA,
];

/** Throws INTERNAL (503) while nothing has been published. */
export async function findPublished(
  db: Postgres,
  livemode: boolean,
  cells: readonly bigint[],
): Promise<Published> {
  const ranges = tileRanges(cells);
  const areas = areaRanges(cells);
  const [found] = await db.query<Found>('market_tiles_find', {
    livemode,
    lows: ranges.map(({ low }) => low),
    highs: ranges.map(({ high }) => high),
    area_lows: areas.map(({ low }) => low),
    area_highs: areas.map(({ high }) => high),
  });
  if (found === undefined) throw stillPreparing();
  const resolutions = new Set(cells.map(cellResolution));
  const lots = new Map<bigint, PublishedLot[]>();
  for (const row of found.lots) {
    const lot = withCell(row);
    for (const resolution of resolutions) {
      const cell = cellParent(lot.cell, resolution);
      const inCell = lots.get(cell);
      if (inCell === undefined) lots.set(cell, [lot]);
      else inCell.push(lot);
    }
  }
  const percentiles = Map.groupBy(found.percentiles, ({ country }) => country);
  return {
    publicationId: found.publication_id,
    asOf: found.as_of,
    lotsIn: (cell) => lots.get(cell) ?? [],
    areas: found.areas.map(withCell),
    searchAreas: found.search_areas.map(withCell),
    percentilesOf: (country) => percentiles.get(country) ?? [],
    percentiles,
  };
}

/** The descendants of these cells, each once: some of the cells may be in others. */
export function tileRanges(cells: readonly bigint[]): CellRange[] {
  const all = new Set(cells);
  const resolutions = [...new Set(cells.map(cellResolution))];
  const isInOther = (cell: bigint) =>
    resolutions.some((one) => one < cellResolution(cell) && all.has(cellParent(cell, one)));
  return cells.filter((cell) => !isInOther(cell)).map(cellRange);
}

/** The cells that may be areas of what is in these: above them, below them, or themselves. */
export function areaRanges(cells: readonly bigint[]): CellRange[] {
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

function withCell<T extends { cell: string }>(row: T): Omit<T, 'cell'> & { cell: bigint } {
  return { ...row, cell: BigInt(row.cell) };
}

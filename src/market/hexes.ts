import { AppError, badField } from '../errors.ts';
import { type Area, coverArea, isInArea } from '../geometry/area.ts';
import { cellCentre, cellRangeAt } from '../geometry/cells.ts';
import type { Querier } from '../stores/postgres.ts';
import type { Percentile } from './kept-tiles.ts';
import { stillPreparing } from './still-preparing.ts';

/** Cells in one answer. */
export const HEXES_MAX = 5_000;
/** Rows read for one answer: those of the cover, of which some lie outside of the area. */
const ROWS_READ_MAX = 2 * HEXES_MAX;

/** What is known of a cell, as published. Space-minutes are of 168 hours. */
export type Hex = {
  cell: bigint;
  lot_count: number;
  space_count: number;
  country: string | null;
  currency: string | null;
  rated_lot_count: number;
  /** Minor units of the currency; null: no lot has a rate. */
  rate_hourly: number | null;
  is_realised: boolean;
  occupied_minutes: number;
  known_minutes: number;
  measured_minutes: number;
  search_count: number;
  unmet_count: number;
  agent_count: number;
  has_crowd: boolean;
};

export type Hexes = {
  hexes: Hex[];
  /** In ascending order. */
  percentilesOf(country: string): readonly Percentile[];
  /** Everything up to this instant is included. */
  asOf: Date;
};

/**
 * The published cells of a resolution (5 to 9) whose centres are in an area, in the order of their
 * indexes. A cell without lots and searches is left out. Throws BAD_REQUEST naming `resolution`
 * when there are more than HEXES_MAX, NOT_FOUND when there are none, and INTERNAL (503) while
 * nothing has been published.
 */
export async function findHexes(
  db: Querier,
  { area, resolution, livemode }: { area: Area; resolution: number; livemode: boolean },
): Promise<Hexes> {
  const ranges = coverArea(area, resolution).map((cell) => cellRangeAt(cell, resolution));
  const [found] = await db.query<FoundHexes>('hexes_find', {
    livemode,
    lows: ranges.map(({ low }) => low),
    highs: ranges.map(({ high }) => high),
    row_count_max: ROWS_READ_MAX,
  });
  if (found === undefined) throw stillPreparing();
  const hexes = found.hexes
    .map((hex) => ({ ...hex, cell: BigInt(hex.cell) }))
    .filter(({ cell }) => isInArea(area, cellCentre(cell)));
  if (found.hexes.length === ROWS_READ_MAX || hexes.length > HEXES_MAX)
    throw badField('resolution', `there are more than ${HEXES_MAX} cells: ask for a coarser one`);
  if (hexes.length === 0) throw new AppError('NOT_FOUND', 'no lots and no searches in this area');
  const percentiles = Map.groupBy(found.percentiles, ({ country }) => country);
  return {
    hexes,
    percentilesOf: (country) => percentiles.get(country) ?? [],
    asOf: found.as_of,
  };
}

type FoundHexes = {
  as_of: Date;
  hexes: (Omit<Hex, 'cell'> & { cell: string })[];
  percentiles: Percentile[];
};

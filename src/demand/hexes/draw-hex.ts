import { cellParent, cellResolution } from '../../kit/geo/cells.ts';
import {
  type Demand,
  type OccupancyBasis,
  type Percentile,
  searchedShare,
} from '../areas/demand-score.ts';
import { type SearchArea, searchCellOf } from '../areas/disclosed-area.ts';
import { demandOf, occupancyBasisOf } from '../rates/circle-demand.ts';
import { type CircleRate, rateOf } from '../rates/circle-rate.ts';
import { countLots, operatorsOf, sumLots } from '../rates/circle-sums.ts';
import { lightenLots } from '../rates/own-sums.ts';
import type { Around, TileLots } from '../tiles/tile-lots.ts';

const MILLION = 1_000_000;

/** What may be disclosed of a cell. null: not known, or it may not be disclosed. */
export type Hex = {
  cell: bigint;
  lotCount: number;
  spaceCount: number;
  rate: CircleRate | undefined;
  demand: Demand;
  occupancyBasis: OccupancyBasis | null;
  /** Whether what happened on lots is that of areas which are not wholly in the cell. */
  isPooled: boolean;
  /** A week's searches in the cell, or what a cell of its spaces has of those around it. */
  searches: HexSearches | null;
};
type HexSearches = {
  count: number;
  /** Callers, each once a day, of the area that has most of them. */
  searcherCount: number;
  unmetCount: number;
  agentCount: number;
  isPooled: boolean;
};

/** What cells are drawn on. */
export type HexGround = Around & { searchAreas: ReadonlyMap<bigint, SearchArea> };

/** A cell is drawn with the lots in it; one without lots in the country of most lots around it. */
type HexLots = { tile: TileLots; indexes: readonly number[]; countryAround: string };

/** undefined where nothing may be disclosed of the cell, and no lot is in it. */
export function drawHex(
  cell: bigint,
  { tile, indexes, countryAround }: HexLots,
  ground: HexGround,
): Hex | undefined {
  const searches = searchesIn(cell, { tile, indexes }, ground);
  if (indexes.length === 0 && searches === null) return undefined;
  const resolution = cellResolution(cell);
  return sumLots(tile, indexes, (markets) => {
    const demand =
      indexes.length > 0
        ? demandOf(operatorsOf(markets))
        : searchedOnly(searches, ground.percentilesOf(countryAround));
    return {
      cell,
      lotCount: countLots(markets),
      spaceCount: indexes.reduce((sum, i) => sum + (tile.own.space_count[i] ?? 0), 0),
      rate: rateOf(markets, (loud) => lightenLots(tile, indexes, loud)),
      demand,
      occupancyBasis: occupancyBasisOf(markets, demand),
      isPooled: markets.some(({ areas }) =>
        areas.some(({ cell: of }) => of === 0n || cellResolution(of) < resolution),
      ),
      searches,
    };
  });
}

function searchedOnly(searches: HexSearches | null, percentiles: readonly Percentile[]): Demand {
  const searched = searchedShare(searches?.searcherCount ?? null, percentiles);
  return { occupiedShare: null, searchedShare: searched };
}

/** Areas that are wholly in the cell are added; of one around it, the part of its spaces. */
function searchesIn(
  cell: bigint,
  { tile, indexes }: Pick<HexLots, 'tile' | 'indexes'>,
  { searchAreas }: HexGround,
): HexSearches | null {
  const resolution = cellResolution(cell);
  const sum = { count: 0, searcherCount: 0, unmetCount: 0, agentCount: 0, isPooled: false };
  let isDisclosed = false;
  const add = (area: SearchArea, part: number) => {
    if (area.search_count === null) return;
    isDisclosed = true;
    sum.count += part * area.search_count;
    sum.searcherCount = Math.max(sum.searcherCount, area.searcher_count ?? 0);
    sum.unmetCount += part * (area.unmet_count ?? 0);
    sum.agentCount += part * (area.agent_count ?? 0);
  };
  for (const area of searchAreas.values())
    if (
      area.cell > 0n &&
      cellResolution(area.cell) >= resolution &&
      cellParent(area.cell, resolution) === cell
    )
      add(area, 1);
  const around = Map.groupBy(indexes, (i) => searchCellOf(tile.cells[i] ?? 0n, searchAreas));
  for (const [areaCell, own] of around) {
    const area = searchAreas.get(areaCell);
    if (area === undefined || (areaCell > 0n && cellResolution(areaCell) >= resolution)) continue;
    const spaces = own.reduce((total, i) => total + (tile.own.space_count[i] ?? 0), 0);
    if (area.search_count === null || !area.searches_per_million) continue;
    add(area, (spaces * area.searches_per_million) / MILLION / area.search_count);
    sum.isPooled = true;
  }
  if (!isDisclosed) return null;
  return {
    ...sum,
    count: Math.round(sum.count),
    unmetCount: Math.round(sum.unmetCount),
    agentCount: Math.round(sum.agentCount),
  };
}

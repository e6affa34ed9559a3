import { reachAt } from '../../kit/geo/cell-reach.ts';
import { circleCap, coverCircle } from '../../kit/geo/circle-cover.ts';
import { EARTH_RADIUS_M, type LatLng } from '../../kit/geo/great-circle.ts';
import { FINEST_AREA } from '../areas/cut-areas.ts';
import type { Demand, OccupancyBasis } from '../areas/demand-score.ts';
import { type Circle, TILE_RESOLUTION } from '../tiles/cap-tree.ts';
import type { MarketTiles } from '../tiles/market-tiles.ts';
import { sumOf } from '../tiles/operator-sums.ts';
import { countMeasured, demandOf, occupancyBasisOf } from './circle-demand.ts';
import { type Held, holdingsIn } from './circle-holdings.ts';
import { type CircleRate, rateOf } from './circle-rate.ts';
import { countLots, operatorsOf, sumCircle } from './circle-sums.ts';
import { lightenCircle, type OwnTotals, sumOwn } from './own-sums.ts';

export type AreaQuestion = {
  centre: LatLng;
  radiusM: number;
  operatorId: string;
  livemode: boolean;
};

/**
 * The lots of a circle as they were published, with what may be disclosed of the areas they are in.
 */
export type Area = {
  /** The spaces of all lots, at most 500 of each. */
  weight: number;
  demand: Demand;
  /** How the occupied share is known; null: it is not. */
  occupancyBasis: OccupancyBasis | null;
  /** Lots in areas in which vehicles were counted in the seven days. */
  measuredLotCount: number;
  /** For forecasts only, so they are added up when they are asked for. */
  held(): readonly Held[];
  lotCount: number;
  own: OwnTotals;
  /** undefined where there is no lot. */
  rate: CircleRate | undefined;
  /** Everything up to this instant is included. */
  asOf: Date;
};

/** A circle with its cells of TILE_RESOLUTION, and smaller ones that fit it more closely. */
export type Cover = { circle: Circle; cells: readonly bigint[]; finer(): readonly bigint[] };

export function coverArea({ centre, radiusM }: Pick<AreaQuestion, 'centre' | 'radiusM'>): Cover {
  const circle = { centre, radiusM, cap: circleCap(centre, radiusM) };
  return {
    circle,
    cells: coverCircle(circle.cap, TILE_RESOLUTION),
    finer: () => coverCircle(circle.cap, resolutionFor(radiusM)),
  };
}

/** The finest one that covers a circle with a dozen cells or so. */
function resolutionFor(radiusM: number): number {
  let resolution = FINEST_AREA;
  while (resolution > TILE_RESOLUTION && 2 * EARTH_RADIUS_M * reachAt(resolution) < radiusM)
    resolution -= 1;
  return resolution;
}

/** Throws INTERNAL (503) while nothing has been published yet. */
export async function readArea(
  market: MarketTiles,
  { livemode, operatorId }: Pick<AreaQuestion, 'livemode' | 'operatorId'>,
  { circle, cells, finer }: Cover,
): Promise<Area> {
  const { tiles, asOf } = await market.read(livemode, cells, finer);
  return sumCircle(tiles, circle, (markets) => {
    const rate = rateOf(markets, (loud) => lightenCircle(tiles, circle, loud));
    const operators = operatorsOf(markets);
    const demand = demandOf(operators);
    return {
      weight: sumOf(operators, 'spaces'),
      demand,
      occupancyBasis: occupancyBasisOf(markets, demand),
      measuredLotCount: countMeasured(markets),
      held: () => holdingsIn(tiles, circle),
      lotCount: countLots(markets),
      own: sumOwn(tiles, circle, { operatorId, currency: rate?.currency ?? '' }),
      rate,
      asOf,
    };
  });
}

import { circleCap, coverCircle } from '../geometry/circle-cover.ts';
import type { LatLng } from '../geometry/great-circle.ts';
import { type Circle, TILE_RESOLUTION } from './cap-tree.ts';
import { type CircleRate, rateOf } from './circle-rate.ts';
import { countryOf, type OwnTotals, sumCircle, sumOwn, votesOfOperator } from './circle-sums.ts';
import type { Demand, Percentile } from './demand-score.ts';
import { demandOf, type Held, lotsIn } from './holdings.ts';
import type { MarketTiles } from './market-tiles.ts';

export type AreaQuestion = {
  centre: LatLng;
  radiusM: number;
  operatorId: string;
  livemode: boolean;
};

/** The lots of a circle as they were published, with what may be told of the areas they are in. */
export type Area = {
  held: readonly Held[];
  lotCount: number;
  own: OwnTotals;
  /** undefined where there is no lot. */
  rate: CircleRate | undefined;
  /** Of most lots; '' where there is none. */
  country: string;
  /** Of that country, in ascending order; none where too few of its cells have searches. */
  percentiles: readonly Percentile[];
  demand: Demand;
  /** Everything up to this instant is included. */
  asOf: Date;
};

/** A circle with its cells of TILE_RESOLUTION. */
export type Cover = { circle: Circle; cells: readonly bigint[] };

export function coverArea({ centre, radiusM }: Pick<AreaQuestion, 'centre' | 'radiusM'>): Cover {
  const circle = { centre, radiusM, cap: circleCap(centre, radiusM) };
  return { circle, cells: coverCircle(circle.cap, TILE_RESOLUTION) };
}

/** Throws INTERNAL (503) while nothing has been published yet. */
export async function readArea(
  market: MarketTiles,
  { livemode, operatorId }: Pick<AreaQuestion, 'livemode' | 'operatorId'>,
  { circle, cells }: Cover,
): Promise<Area> {
  const { tiles, percentilesOf, asOf } = await market.read(livemode, cells);
  const markets = sumCircle(tiles, circle);
  const held = markets.flatMap((one) => one.held);
  const country = countryOf(markets);
  const percentiles = percentilesOf(country);
  const rate = rateOf(markets, (id, currency) =>
    votesOfOperator(tiles, circle, { operatorId: id, currency }),
  );
  return {
    held,
    lotCount: lotsIn(held),
    own: sumOwn(tiles, circle, { operatorId, currency: rate?.currency ?? '' }),
    rate,
    country,
    percentiles,
    demand: demandOf(held, percentiles),
    asOf,
  };
}

import { badField } from '../../kit/errors.ts';
import type { ReferenceStay } from '../../tariffs/compare/reference-price.ts';
import type { MarketTiles } from '../tiles/market-tiles.ts';
import { type AreaQuestion, coverArea } from './area.ts';
import { rateOf } from './circle-rate.ts';
import { sumCircle } from './circle-sums.ts';
import { lightenCircle } from './own-sums.ts';

/** Each lot is priced for the question, so that there may not be too many. */
const PRICED_LOTS_MAX = 20_000;

/** What a stay costs in a circle, in whole minor units of the currency of most lots. */
export type PricedStay = {
  stay: ReferenceStay;
  /** null: the price is known of less than half of the spaces. */
  averageMinor: number | null;
  leastMinor: number | null;
  mostMinor: number | null;
  /** Lots with a price of the stay, and those of them that vote. */
  pricedLotCount: number;
  voteCount: number;
};

/**
 * What a stay at another hour or of another length costs, from the same votes as the market rate.
 * `lotCount`: of the circle. Errors: BAD_REQUEST naming `radius_km`; those of readArea.
 */
export async function findPricedStay(
  market: MarketTiles,
  question: AreaQuestion,
  stay: ReferenceStay,
  lotCount: number,
): Promise<PricedStay> {
  if (lotCount > PRICED_LOTS_MAX)
    throw badField(
      'radius_km',
      `has ${lotCount} lots; at most ${PRICED_LOTS_MAX} with hour, weekday or duration_minutes`,
    );
  const { circle, finer } = coverArea(question);
  const tiles = await market.readPriced(question.livemode, finer(), stay);
  return sumCircle(tiles, circle, (markets) => {
    const rate = rateOf(markets, (loud) => lightenCircle(tiles, circle, loud));
    const prices = rate?.hourly;
    return {
      stay,
      averageMinor: prices?.average ?? null,
      leastMinor: prices?.least ?? null,
      mostMinor: prices?.most ?? null,
      pricedLotCount: rate?.pricedLotCount ?? 0,
      voteCount: prices?.lotCount ?? 0,
    };
  });
}

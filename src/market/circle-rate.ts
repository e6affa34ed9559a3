import { type Ballot, joinBallots, lighten } from './ballot.ts';
import { countLots, type MarketTotal, mostOf } from './circle-sums.ts';
import { type Held, type Holding, isHalf, weightsBy } from './holdings.ts';
import type { Ballots } from './market-sums.ts';
import { isBounded, operatorCap } from './operator-cap.ts';
import { type PriceFigure, priceFigure } from './price-figure.ts';
import type { ToldArea } from './told-area.ts';
import { twoDigits } from './two-digits.ts';

/** What parking costs in a circle. Amounts are whole minor units of the currency. */
export type CircleRate = {
  /** That of most lots. */
  currency: string;
  /** Lots in that currency, and in others. */
  lotCount: number;
  otherCurrencyLotCount: number;
  /** The spaces of lots in that currency, at most 500 of each. */
  weight: number;
  /** null: the prices of less than half of the spaces are known. */
  hourly: PriceFigure | null;
  daily: PriceFigure | null;
  /** Whether the prices of at least half of the spaces are moved as payments around them are. */
  isRealised: boolean;
  /** Paid stays of 30 days in the areas around, rounded to two digits; null: it may not be told. */
  paidStayCount: number | null;
};

/** The votes of one operator's lots in a currency, among those that were added up. */
export type VotesOf = (operatorId: string, currency: string) => Ballots;

/** undefined where there is no lot. */
export function rateOf(markets: readonly MarketTotal[], votesOf: VotesOf): CircleRate | undefined {
  const main = mostOf(markets, ({ currency }) => currency);
  if (main === undefined) return undefined;
  const { of: currency, own, lots } = main;
  const held = own.flatMap((market) => market.held);
  const figureOf = (kind: keyof Ballots, isPriced: (holding: Holding) => boolean) =>
    boundedFigure(joinBallots(own.map((market) => market[kind])), held, {
      isPriced,
      votesOf: (operatorId) => votesOf(operatorId, currency)[kind],
    });
  return {
    currency,
    lotCount: lots,
    otherCurrencyLotCount: countLots(markets) - lots,
    weight: held.reduce((sum, one) => sum + one.weight, 0),
    hourly: figureOf('hourly', ({ hasHourly }) => hasHourly),
    daily: figureOf('daily', ({ hasDaily }) => hasDaily),
    isRealised: isRealised(held.filter(({ holding }) => holding.hasHourly)),
    paidStayCount: paidStaysAround(held),
  };
}

/**
 * The figure of some votes, in which no operator weighs more than operatorCap allows. Prices of
 * less than half of the spaces say nothing about the others.
 */
function boundedFigure(
  ballot: Ballot,
  held: readonly Held[],
  { isPriced, votesOf }: { isPriced(holding: Holding): boolean; votesOf(id: string): Ballot },
): PriceFigure | null {
  if (!isHalf(held, isPriced)) return null;
  const operators = weightsBy(held, isPriced);
  const weights = [...operators.values()];
  const cap = operatorCap(weights);
  for (const [operatorId, weight] of operators)
    if (weight > cap) lighten(ballot, votesOf(operatorId), 1 - cap / weight);
  const bounded = weights.map((weight) => Math.min(weight, cap));
  const total = bounded.reduce((sum, weight) => sum + weight, 0);
  return priceFigure(ballot, isBounded(weights) ? Math.max(...bounded) / total : null) ?? null;
}

function isRealised(priced: readonly Held[]): boolean {
  return isHalf(priced, ({ area }) => typeof area?.paid_pct === 'number');
}

function paidStaysAround(held: readonly Held[]): number | null {
  const areas = new Set<ToldArea>();
  for (const { holding } of held) if (holding.area !== undefined) areas.add(holding.area);
  // Tiles have objects of their own for one area.
  const told = new Map<string, number>();
  for (const { country, cell, paid_stay_count } of areas)
    if (paid_stay_count !== null) told.set(`${country} ${cell}`, paid_stay_count);
  if (told.size === 0) return null;
  return twoDigits([...told.values()].reduce((sum, count) => sum + count, 0));
}

import { type Ballot, joinBallots, sumClasses } from '../tiles/ballot.ts';
import type { Ballots } from '../tiles/market-sums.ts';
import { operatorIdOf } from '../tiles/operator-numbers.ts';
import { capOf, columnOf, isHalf, type OperatorSums, sumOf } from '../tiles/operator-sums.ts';
import { countLots, type MarketTotal, mostOf, operatorsOf } from './circle-sums.ts';
import { type PriceFigure, priceFigure } from './price-figure.ts';
import { twoDigits } from './two-digits.ts';

/** What parking costs in a circle. Amounts are whole minor units of the currency. */
export type CircleRate = {
  /** That of most lots. */
  currency: string;
  /** Lots in that currency, and in others. */
  lotCount: number;
  otherCurrencyLotCount: number;
  /** Lots in that currency whose price of an hour is known. */
  pricedLotCount: number;
  /** The spaces of lots in that currency, at most 500 of each. */
  weight: number;
  /** null: the prices of less than half of the spaces are known. */
  hourly: PriceFigure | null;
  daily: PriceFigure | null;
  /** Whether the prices of at least half of the spaces are moved as payments around them are. */
  isRealised: boolean;
  /**
   * Paid stays of 30 days in the areas around, rounded to two digits; null: it may not be
   * disclosed.
   */
  paidStayCount: number | null;
};

/** An operator of whose votes a part of the weight is taken away, among those in a ballot. */
export type Loud = {
  operatorId: string;
  currency: string;
  kind: keyof Ballots;
  ballot: Ballot;
  part: number;
};
/** Takes it away. */
type Lighten = (loud: Loud) => void;

/** undefined where there is no lot. Votes are changed, so that they are for one figure only. */
export function rateOf(markets: readonly MarketTotal[], lighten: Lighten): CircleRate | undefined {
  const main = mostOf(markets, ({ currency }) => currency);
  if (main === undefined) return undefined;
  const { of: currency, own, lots } = main;
  const operators = operatorsOf(own);
  const figureOf = (kind: keyof Ballots) => {
    const ballot = joinBallots(own.map((market) => market[kind]));
    return boundedFigure(kind, operators, ballot, (operatorId, part) =>
      lighten({ operatorId, currency, kind, ballot, part }),
    );
  };
  return {
    currency,
    lotCount: lots,
    otherCurrencyLotCount: countLots(markets) - lots,
    pricedLotCount: own.reduce((sum, { hourly }) => sum + votesIn(hourly), 0),
    weight: sumOf(operators, 'spaces'),
    hourly: figureOf('hourly'),
    daily: figureOf('daily'),
    isRealised: isHalf(operators, 'hourly', 'paid'),
    paidStayCount: paidStaysAround(own),
  };
}

function votesIn(ballot: Ballot): number {
  return sumClasses(ballot, ballot.from, ballot.to).lots;
}

/**
 * The figure of some votes, in which no operator weighs more than speakersCap allows. Prices of
 * less than half of the spaces, or of too few operators, say nothing about the others.
 */
function boundedFigure(
  kind: keyof Ballots,
  operators: OperatorSums,
  ballot: Ballot,
  take: (operatorId: string, part: number) => void,
): PriceFigure | null {
  const bounds = capOf(operators, kind);
  if (bounds === undefined || !isHalf(operators, 'spaces', kind)) return null;
  const { cap, part } = bounds;
  if (cap < Infinity)
    for (const [row, weight] of columnOf(operators, kind).entries())
      if (weight > cap) take(operatorIdOf(operators.operators[row] ?? -1), 1 - cap / weight);
  return priceFigure(ballot, part) ?? null;
}

function paidStaysAround(markets: readonly MarketTotal[]): number | null {
  let [sum, isDisclosed] = [0, false];
  for (const { areas } of markets) {
    const added = new Set<bigint>();
    for (const { cell, paid_stay_count: count } of areas) {
      if (count === null || added.has(cell)) continue;
      added.add(cell);
      isDisclosed = true;
      sum += count;
    }
  }
  return isDisclosed ? twoDigits(sum) : null;
}

import { type Ballot, joinBallots, lightened } from './ballot.ts';
import { countLots, type MarketTotal, mostOf, operatorsOf } from './circle-sums.ts';
import type { Ballots } from './market-sums.ts';
import { operatorIdOf } from './operator-numbers.ts';
import { capOf, columnOf, isHalf, type OperatorSums, sumOf } from './operator-sums.ts';
import { type PriceFigure, priceFigure } from './price-figure.ts';
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
  const operators = operatorsOf(own);
  const figureOf = (kind: keyof Ballots) =>
    boundedFigure(kind, operators, {
      ballot: joinBallots(own.map((market) => market[kind])),
      votesOf: (operatorId) => votesOf(operatorId, currency)[kind],
    });
  return {
    currency,
    lotCount: lots,
    otherCurrencyLotCount: countLots(markets) - lots,
    weight: sumOf(operators, 'spaces'),
    hourly: figureOf('hourly'),
    daily: figureOf('daily'),
    isRealised: isHalf(operators, 'hourly', 'paid'),
    paidStayCount: paidStaysAround(own),
  };
}

/**
 * The figure of some votes, in which no operator weighs more than speakersCap allows. Prices of
 * less than half of the spaces, or of too few operators, say nothing about the others.
 */
function boundedFigure(
  kind: keyof Ballots,
  operators: OperatorSums,
  { ballot, votesOf }: { ballot: Ballot; votesOf(operatorId: string): Ballot },
): PriceFigure | null {
  const bounds = capOf(operators, kind);
  if (bounds === undefined || !isHalf(operators, 'spaces', kind)) return null;
  const { cap, part } = bounds;
  if (cap === Infinity) return priceFigure(ballot, part) ?? null;
  const weights = columnOf(operators, kind);
  const loud = operators.operators.flatMap((operator, row) => {
    const weight = weights[row] ?? 0;
    return weight > cap ? { votes: votesOf(operatorIdOf(operator)), part: 1 - cap / weight } : [];
  });
  return priceFigure(lightened(ballot, loud), part) ?? null;
}

function paidStaysAround(markets: readonly MarketTotal[]): number | null {
  let [sum, isTold] = [0, false];
  for (const { areas } of markets) {
    let isRestAdded = false;
    for (const { cell, paid_stay_count: count } of areas) {
      if (count === null || (cell === 0n && isRestAdded)) continue;
      isRestAdded ||= cell === 0n;
      isTold = true;
      sum += count;
    }
  }
  return isTold ? twoDigits(sum) : null;
}

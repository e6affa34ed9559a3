import { type Ballot, sumClasses, weightAt, worthAt } from '../tiles/ballot.ts';
import { CLASSES_PER_FIVEFOLD } from '../tiles/price-classes.ts';

/** Makes halves that are not exact in floating point round up, too. */
const ROUNDING = 1e-6;
/** An operator that was cut to a quarter has exactly that part, which floating point may miss. */
const RANK_SLACK = 1e-9;

/**
 * What it costs, in whole minor units: the mean of the middle half of the votes, and the lowest and
 * highest list price of the lots that vote.
 */
export type PriceFigure = {
  average: number;
  least: number;
  most: number;
  /** Lots that vote. */
  lotCount: number;
  /** Lots with a price so far from the others that it has no vote. */
  leftOut: number;
};

/**
 * The figure of some votes, where one operator has at most `part` of the weight (null: it is not
 * bounded). Votes cheaper than a fifth of the first quartile or dearer than five times the third
 * are left out, by their price classes. The average is the interquartile mean, kept between the
 * prices at which a quarter of the weight is certainly cheaper, and a quarter dearer, without the
 * operator that has most of it. undefined without votes.
 */
export function priceFigure(ballot: Ballot, part: number | null): PriceFigure | undefined {
  const all = sumClasses(ballot, ballot.from, ballot.to);
  if (!(all.weight > 0)) return undefined;
  const fences = {
    from: Math.max(ballot.from, classAt(ballot, all.weight / 4) - CLASSES_PER_FIVEFOLD),
    to: Math.min(ballot.to, classAt(ballot, (3 * all.weight) / 4) + CLASSES_PER_FIVEFOLD + 1),
  };
  const votes = sumClasses(ballot, fences.from, fences.to);
  const mean = meanBetween(ballot, fences, [votes.weight / 4, (3 * votes.weight) / 4]);
  return {
    average: rounded(part === null ? mean : held(mean, ballot, { part, weight: all.weight })),
    least: votes.least,
    most: votes.most,
    lotCount: votes.lots,
    leftOut: all.lots - votes.lots,
  };
}

function rounded(minor: number): number {
  return Math.floor(minor + 0.5 + ROUNDING);
}

/** The class in which so much of the weight is reached. */
function classAt(ballot: Ballot, rank: number): number {
  let [below, last] = [0, ballot.from];
  for (let priceClass = ballot.from; priceClass < ballot.to; priceClass += 1) {
    const weight = weightAt(ballot, priceClass);
    if (weight === 0) continue;
    below += weight;
    last = priceClass;
    if (below >= rank * (1 - RANK_SLACK)) break;
  }
  return last;
}

type Range = { from: number; to: number };

/**
 * The mean of the weight between two ranks among some classes; what is cut through counts with the
 * mean of its class.
 */
function meanBetween(ballot: Ballot, { from, to }: Range, [low, high]: [number, number]): number {
  let [below, sum] = [0, 0];
  for (let priceClass = from; priceClass < to; priceClass += 1) {
    const weight = weightAt(ballot, priceClass);
    const within = Math.min(high, below + weight) - Math.max(low, below);
    if (within > 0) sum += (within * worthAt(ballot, priceClass)) / weight;
    below += weight;
  }
  return sum / (high - low);
}

/**
 * Without an operator that has `part` of the weight, three quarters of the rest are at least as
 * cheap as the price at this rank, wherever its own votes are.
 */
function held(mean: number, ballot: Ballot, { part, weight }: { part: number; weight: number }) {
  const rank = Math.max(0.5, 0.75 * (1 - part));
  const at = (share: number) => {
    const priceClass = classAt(ballot, share * weight);
    return worthAt(ballot, priceClass) / weightAt(ballot, priceClass);
  };
  return Math.max(at(1 - rank), Math.min(at(rank), mean));
}

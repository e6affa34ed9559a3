import { type Ballot, type ClassVotes, votesOf } from './ballot.ts';
import { CLASSES_PER_FIVEFOLD } from './price-classes.ts';

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
 * The figure of some votes, of which one operator has at most `part` of the weight (null: it is not
 * bounded). Votes cheaper than a fifth of the first quartile or dearer than five times the third
 * are left out, by their price classes. The average is the interquartile mean, kept between the
 * prices at which a quarter of the weight is certainly cheaper, and a quarter dearer, without the
 * operator that has most of it. undefined without votes.
 */
export function priceFigure(ballot: Ballot, part: number | null): PriceFigure | undefined {
  const all = votesOf(ballot);
  const total = weightOf(all);
  if (!(total > 0)) return undefined;
  const first = classAt(all, total / 4).priceClass - CLASSES_PER_FIVEFOLD;
  const last = classAt(all, (3 * total) / 4).priceClass + CLASSES_PER_FIVEFOLD;
  const votes = all.filter(({ priceClass }) => priceClass >= first && priceClass <= last);
  const weight = weightOf(votes);
  const mean = meanBetween(votes, weight / 4, (3 * weight) / 4);
  return {
    average: rounded(part === null ? mean : held(mean, all, part)),
    least: Math.min(...votes.map(({ least }) => least)),
    most: Math.max(...votes.map(({ most }) => most)),
    lotCount: lotsOf(votes),
    leftOut: lotsOf(all) - lotsOf(votes),
  };
}

const weightOf = (votes: readonly ClassVotes[]) =>
  votes.reduce((sum, { weight }) => sum + weight, 0);
const lotsOf = (votes: readonly ClassVotes[]) => votes.reduce((sum, { lots }) => sum + lots, 0);

function rounded(minor: number): number {
  return Math.floor(minor + 0.5 + ROUNDING);
}

/** The class in which so much of the weight is reached. */
function classAt<T extends ClassVotes>(votes: readonly T[], rank: number): T {
  let below = 0;
  for (const vote of votes) {
    below += vote.weight;
    if (below >= rank * (1 - RANK_SLACK)) return vote;
  }
  const last = votes.at(-1);
  if (last === undefined) throw new RangeError('there are no votes');
  return last;
}

/**
 * The mean of the weight between two ranks; what is cut through counts with the mean of its class.
 */
function meanBetween(votes: readonly ClassVotes[], from: number, to: number): number {
  let [below, sum] = [0, 0];
  for (const { weight, worth } of votes) {
    const within = Math.min(to, below + weight) - Math.max(from, below);
    if (within > 0) sum += (within * worth) / weight;
    below += weight;
  }
  return sum / (to - from);
}

/**
 * Without an operator that has `part` of the weight, three quarters of the rest are at least as
 * cheap as the price at this rank, wherever its own votes are.
 */
function held(mean: number, votes: readonly ClassVotes[], part: number): number {
  const weight = weightOf(votes);
  const rank = Math.max(0.5, 0.75 * (1 - part));
  const at = (share: number) => {
    const { worth, weight: own } = classAt(votes, share * weight);
    return worth / own;
  };
  return Math.max(at(1 - rank), Math.min(at(rank), mean));
}

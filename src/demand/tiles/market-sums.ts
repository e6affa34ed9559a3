import {
  addPacked,
  addVote,
  type Ballot,
  emptyBallot,
  type PackedBallot,
  packBallot,
  takeWeight,
} from './ballot.ts';
import { addLot, noOperators, ROW_LENGTH } from './operator-sums.ts';
import { KNOWN_FROM, type Prices, type TileLots } from './tile-lots.ts';

/** The votes of some lots of one country and currency. */
export type Ballots = { hourly: Ballot; daily: Ballot };

/** All about some lots of a tile and of one of its markets, as the tile keeps it. */
export type PackedSums = {
  market: number;
  hourly: PackedBallot;
  daily: PackedBallot;
  /** How many lots there are of each of KNOWN_FROM. */
  lotsBy: Uint32Array;
  /** Numbers of operators, and a row of each: see SUM. */
  operators: Uint32Array;
  rows: Float64Array;
  /** Indexes of areas of the tile. */
  areas: Uint32Array;
  /** Indexes of holdings of the tile, each with its lots and their weight. */
  holdings: Uint32Array;
  lots: Uint32Array;
  weights: Float64Array;
};

export function emptyBallots(): Ballots {
  return { hourly: emptyBallot(), daily: emptyBallot() };
}

export function addVotes(ballots: Ballots, lots: TileLots, i: number): void {
  const weight = lots.weight[i] ?? 0;
  addPrice(ballots.hourly, lots.hourly, i, weight);
  addPrice(ballots.daily, lots.daily, i, weight);
}

function addPrice(ballot: Ballot, prices: Prices, i: number, weight: number): void {
  const priceClass = prices.priceClass[i] ?? -1;
  if (priceClass < 0) return;
  addVote(ballot, priceClass, { weight, vote: prices.vote[i] ?? 0, list: prices.list[i] ?? 0 });
}

/** Takes a part of the weight of a lot's vote away. */
export function takeVote(ballot: Ballot, prices: Prices, i: number, weight: number): void {
  const priceClass = prices.priceClass[i] ?? -1;
  if (priceClass >= 0)
    takeWeight(ballot, priceClass, { weight, worth: weight * (prices.vote[i] ?? 0) });
}

export function addPackedVotes(ballots: Ballots, more: Pick<PackedSums, 'hourly' | 'daily'>): void {
  addPacked(ballots.hourly, more.hourly);
  addPacked(ballots.daily, more.daily);
}

/** Some lots of a tile, by market. */
export function packSums(lots: TileLots, indexes: Iterable<number>): PackedSums[] {
  const byMarket = Map.groupBy(indexes, (i) => lots.market[i] ?? 0);
  return [...byMarket].map(([market, own]) => {
    const ballots = emptyBallots();
    for (const i of own) addVotes(ballots, lots, i);
    const lotsBy = new Uint32Array(KNOWN_FROM.length);
    for (const i of own) count(lotsBy, lots.knownFrom[lots.area[i] ?? 0] ?? 0, 1);
    const sums = noOperators();
    for (const i of own) addLot(sums, lots, i);
    const byHolding = Map.groupBy(own, (i) => lots.holding[i] ?? 0);
    const weightOf = (some: readonly number[]) =>
      some.reduce((sum, i) => sum + (lots.weight[i] ?? 0), 0);
    return {
      market,
      hourly: packBallot(ballots.hourly),
      daily: packBallot(ballots.daily),
      lotsBy,
      operators: Uint32Array.from(sums.operators),
      rows: sums.rows.slice(0, ROW_LENGTH * sums.operators.length),
      areas: Uint32Array.from(new Set(own.map((i) => lots.area[i] ?? 0))),
      holdings: Uint32Array.from(byHolding.keys()),
      lots: Uint32Array.from(byHolding.values(), (some) => some.length),
      weights: Float64Array.from(byHolding.values(), weightOf),
    };
  });
}

export function count(counts: Uint32Array, at: number, more: number): void {
  counts[at] = (counts[at] ?? 0) + more;
}

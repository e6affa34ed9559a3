import {
  addPacked,
  addVote,
  type Ballot,
  emptyBallot,
  type PackedBallot,
  packBallot,
} from './ballot.ts';
import type { Prices, TileLots } from './tile-lots.ts';

/** The votes of some lots of one country and currency. */
export type Ballots = { hourly: Ballot; daily: Ballot };

/** All about some lots of a tile and of one of its markets, as the tile keeps it. */
export type PackedSums = {
  market: number;
  hourly: PackedBallot;
  daily: PackedBallot;
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
  addVote(ballot, { priceClass, weight, vote: prices.vote[i] ?? 0, list: prices.list[i] ?? 0 });
}

export function addPackedVotes(ballots: Ballots, more: PackedSums): void {
  addPacked(ballots.hourly, more.hourly);
  addPacked(ballots.daily, more.daily);
}

/** Some lots of a tile, by market. */
export function packSums(lots: TileLots, indexes: readonly number[]): PackedSums[] {
  const byMarket = Map.groupBy(indexes, (i) => lots.market[i] ?? 0);
  return [...byMarket].map(([market, own]) => {
    const ballots = emptyBallots();
    for (const i of own) addVotes(ballots, lots, i);
    const byHolding = Map.groupBy(own, (i) => lots.holding[i] ?? 0);
    const weightOf = (some: readonly number[]) =>
      some.reduce((sum, i) => sum + (lots.weight[i] ?? 0), 0);
    return {
      market,
      hourly: packBallot(ballots.hourly),
      daily: packBallot(ballots.daily),
      holdings: Uint32Array.from(byHolding.keys()),
      lots: Uint32Array.from(byHolding.values(), (some) => some.length),
      weights: Float64Array.from(byHolding.values(), weightOf),
    };
  });
}

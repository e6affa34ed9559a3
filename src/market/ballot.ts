import { CLASS_COUNT } from './price-classes.ts';

/** The numbers of each class. Worth is weight x vote; least and most are list prices. */
const PARTS = 5;
const [WEIGHT, WORTH, LOTS, LEAST, MOST] = [0, 1, 2, 3, 4];

/** Votes by price class: for each class five numbers. Classes outside of `[from, to)` are empty. */
export type Ballot = { from: number; to: number; values: Float64Array };

/** The votes of one class: `weight` 0 where there are none. */
export type ClassVotes = {
  weight: number;
  worth: number;
  lots: number;
  least: number;
  most: number;
};

/** One lot's vote: what it costs there as paid, its weight, and its list price. */
export type Vote = { priceClass: number; weight: number; vote: number; list: number };

export function emptyBallot(): Ballot {
  return { from: CLASS_COUNT, to: 0, values: new Float64Array(PARTS * CLASS_COUNT) };
}

export function addVote(ballot: Ballot, { priceClass, weight, vote, list }: Vote): void {
  widen(ballot, priceClass, priceClass + 1);
  const { values } = ballot;
  const at = PARTS * priceClass;
  const lots = values[at + LOTS] ?? 0;
  values[at + WEIGHT] = (values[at + WEIGHT] ?? 0) + weight;
  values[at + WORTH] = (values[at + WORTH] ?? 0) + weight * vote;
  values[at + LOTS] = lots + 1;
  if (lots === 0 || list < (values[at + LEAST] ?? 0)) values[at + LEAST] = list;
  if (lots === 0 || list > (values[at + MOST] ?? 0)) values[at + MOST] = list;
}

/** A ballot without its empty classes: six numbers for each of the others, the class first. */
export type PackedBallot = Float64Array;

export function packBallot({ from, to, values }: Ballot): PackedBallot {
  const packed: number[] = [];
  for (let i = from; i < to; i += 1)
    if (values[PARTS * i + LOTS]) packed.push(i, ...values.subarray(PARTS * i, PARTS * (i + 1)));
  return Float64Array.from(packed);
}

export function addPacked(ballot: Ballot, packed: PackedBallot): void {
  if (packed.length === 0) return;
  widen(ballot, packed[0] ?? 0, (packed[packed.length - PARTS - 1] ?? 0) + 1);
  const { values } = ballot;
  for (let i = 0; i < packed.length; i += PARTS + 1) {
    const at = PARTS * (packed[i] ?? 0);
    const lots = values[at + LOTS] ?? 0;
    const [least, most] = [packed[i + 1 + LEAST] ?? 0, packed[i + 1 + MOST] ?? 0];
    values[at + WEIGHT] = (values[at + WEIGHT] ?? 0) + (packed[i + 1 + WEIGHT] ?? 0);
    values[at + WORTH] = (values[at + WORTH] ?? 0) + (packed[i + 1 + WORTH] ?? 0);
    values[at + LOTS] = lots + (packed[i + 1 + LOTS] ?? 0);
    if (lots === 0 || least < (values[at + LEAST] ?? 0)) values[at + LEAST] = least;
    if (lots === 0 || most > (values[at + MOST] ?? 0)) values[at + MOST] = most;
  }
}

/** All votes of some ballots. */
export function joinBallots(ballots: readonly Ballot[]): Ballot {
  const [first, ...others] = ballots;
  if (first === undefined) return emptyBallot();
  const joined = { ...first, values: first.values.slice() };
  for (const other of others) addPacked(joined, packBallot(other));
  return joined;
}

/** Takes a part of the weight of some of the votes away. How many lots vote stays. */
export function lighten(ballot: Ballot, votes: Ballot, part: number): void {
  for (let at = PARTS * votes.from; at < PARTS * votes.to; at += PARTS) {
    const { values } = ballot;
    values[at + WEIGHT] = (values[at + WEIGHT] ?? 0) - part * (votes.values[at + WEIGHT] ?? 0);
    values[at + WORTH] = (values[at + WORTH] ?? 0) - part * (votes.values[at + WORTH] ?? 0);
  }
}

/** The classes with votes, the cheapest first. */
export function votesOf({ from, to, values }: Ballot): (ClassVotes & { priceClass: number })[] {
  const classes: (ClassVotes & { priceClass: number })[] = [];
  for (let priceClass = from; priceClass < to; priceClass += 1) {
    const at = PARTS * priceClass;
    const lots = values[at + LOTS] ?? 0;
    if (lots === 0) continue;
    classes.push({
      priceClass,
      weight: values[at + WEIGHT] ?? 0,
      worth: values[at + WORTH] ?? 0,
      lots,
      least: values[at + LEAST] ?? 0,
      most: values[at + MOST] ?? 0,
    });
  }
  return classes;
}

function widen(ballot: Ballot, from: number, to: number): void {
  if (from < ballot.from) ballot.from = from;
  if (to > ballot.to) ballot.to = to;
}

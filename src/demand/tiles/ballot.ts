import { CLASS_COUNT } from './price-classes.ts';

/** The numbers of each class. Worth is weight x vote; least and most are list prices. */
const PARTS = 5;
const PACKED = 1 + PARTS;
const [WEIGHT, WORTH, LOTS, LEAST, MOST] = [0, 1, 2, 3, 4];

/** Votes by price class: five numbers for each. Classes outside of `[from, to)` are empty. */
export type Ballot = { from: number; to: number; values: Float64Array };

export function emptyBallot(): Ballot {
  return { from: CLASS_COUNT, to: 0, values: new Float64Array(PARTS * CLASS_COUNT) };
}

/** So that it can be used for other votes. */
export function clearBallot(ballot: Ballot): void {
  ballot.values.fill(0, PARTS * ballot.from, PARTS * ballot.to);
  ballot.from = CLASS_COUNT;
  ballot.to = 0;
}

/** A ballot without its empty classes: six numbers for each of the others, the class first. */
export type PackedBallot = Float64Array;

export function packBallot({ from, to, values }: Ballot): PackedBallot {
  const packed: number[] = [];
  for (let i = from; i < to; i += 1) {
    const at = PARTS * i;
    if (values[at + LOTS]) packed.push(i, ...values.subarray(at, at + PARTS));
  }
  return Float64Array.from(packed);
}

/** Adds the votes of all classes. */
export function addPacked(ballot: Ballot, packed: PackedBallot): void {
  if (packed.length === 0) return;
  widen(ballot, packed[0] ?? 0, (packed[packed.length - PACKED] ?? 0) + 1);
  for (let from = 0; from < packed.length; from += PACKED) addClass(ballot, packed, from);
}

/** Adds a lot's vote: what it costs there as paid. `list`: by its list price. */
export function addVote(
  ballot: Ballot,
  priceClass: number,
  { weight, vote, list }: { weight: number; vote: number; list: number },
): void {
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

function addClass({ values }: Ballot, packed: PackedBallot, from: number): void {
  const at = PARTS * (packed[from] ?? 0);
  const lots = values[at + LOTS] ?? 0;
  const least = packed[from + 1 + LEAST] ?? 0;
  const most = packed[from + 1 + MOST] ?? 0;
  values[at + WEIGHT] = (values[at + WEIGHT] ?? 0) + (packed[from + 1 + WEIGHT] ?? 0);
  values[at + WORTH] = (values[at + WORTH] ?? 0) + (packed[from + 1 + WORTH] ?? 0);
  values[at + LOTS] = lots + (packed[from + 1 + LOTS] ?? 0);
  if (lots === 0 || least < (values[at + LEAST] ?? 0)) values[at + LEAST] = least;
  if (lots === 0 || most > (values[at + MOST] ?? 0)) values[at + MOST] = most;
}

/** All votes of some ballots; those of a single one are not copied. */
export function joinBallots(ballots: readonly Ballot[]): Ballot {
  const [first, second] = ballots;
  if (first !== undefined && second === undefined) return first;
  const joined = emptyBallot();
  for (const ballot of ballots) addPacked(joined, packBallot(ballot));
  return joined;
}

/** Takes weight away from a class. How many lots vote stays. */
export function takeWeight(
  { values }: Ballot,
  priceClass: number,
  { weight, worth }: { weight: number; worth: number },
): void {
  const at = PARTS * priceClass;
  values[at + WEIGHT] = (values[at + WEIGHT] ?? 0) - weight;
  values[at + WORTH] = (values[at + WORTH] ?? 0) - worth;
}

/** Takes a part of the weight of these votes away. */
export function takePacked(ballot: Ballot, packed: PackedBallot, part: number): void {
  for (let from = 0; from < packed.length; from += PACKED)
    takeWeight(ballot, packed[from] ?? 0, {
      weight: part * (packed[from + 1 + WEIGHT] ?? 0),
      worth: part * (packed[from + 1 + WORTH] ?? 0),
    });
}

export function weightAt({ values }: Ballot, priceClass: number): number {
  return values[PARTS * priceClass + WEIGHT] ?? 0;
}

export function worthAt({ values }: Ballot, priceClass: number): number {
  return values[PARTS * priceClass + WORTH] ?? 0;
}

/** What the classes from one to another, which is not among them, have together. */
export function sumClasses({ values }: Ballot, from: number, to: number) {
  const sums = { weight: 0, lots: 0, least: Infinity, most: -Infinity };
  for (let at = PARTS * from; at < PARTS * to; at += PARTS) {
    const lots = values[at + LOTS] ?? 0;
    if (lots === 0) continue;
    sums.lots += lots;
    sums.weight += values[at + WEIGHT] ?? 0;
    sums.least = Math.min(sums.least, values[at + LEAST] ?? Infinity);
    sums.most = Math.max(sums.most, values[at + MOST] ?? -Infinity);
  }
  return sums;
}

function widen(ballot: Ballot, from: number, to: number): void {
  if (from < ballot.from) ballot.from = from;
  if (to > ballot.to) ballot.to = to;
}

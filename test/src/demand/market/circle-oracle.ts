import { classOf } from '../../../../src/demand/tiles/price-classes.ts';
import type { Around, PublishedLot } from '../../../../src/demand/tiles/tile-lots.ts';
import { greatCircleMetres, type LatLng } from '../../../../src/kit/geo/great-circle.ts';

// What is known of a circle by its definition: lot by lot, without tiles, sums or price classes
// kept.

export type Circle = { centre: LatLng; radiusM: number };

const CLASSES_TO_FENCE = 40;
const PART_MAX = 1 / 4;
const PART_OF_SHARE_MAX = 1 / 6;
const PULL_MAX = 0.2;

export function lotsWithin(lots: readonly PublishedLot[], { centre, radiusM }: Circle) {
  return lots.filter(
    ({ latitude, longitude }) =>
      greatCircleMetres(centre, { lat: latitude, lng: longitude }) <= radiusM,
  );
}

const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

export function weightOf(lot: PublishedLot, { areaOf }: Around): number {
  return Math.min(500, lot.space_count ?? areaOf(lot)?.median_space_count ?? 1);
}

/** Each value once, the most frequent first, equally frequent ones in alphabetical order. */
export function byFrequency(values: readonly string[]): string[] {
  return [...Map.groupBy(values, (value) => value)]
    .map(([value, same]) => ({ value, count: same.length }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .map(({ value }) => value);
}

/** Whoever has no spaces has no say. */
function countSpeakers(weights: ReadonlyMap<string, number>): number {
  return [...weights.values()].filter((weight) => weight > 0).length;
}

/**
 * Weights by operator, where nobody has more than a part. The cap is found by trying: it falls
 * until nobody has more of what is left.
 */
function cappedAt(weights: ReadonlyMap<string, number>, part: number): Map<string, number> {
  const add = (cap: number) =>
    [...weights.values()].reduce((sum, weight) => sum + Math.min(weight, cap), 0);
  let cap = Math.max(...weights.values());
  for (let i = 0; i < 400; i += 1) cap = Math.min(cap, part * add(cap));
  return new Map([...weights].map(([id, weight]) => [id, Math.min(weight, cap)]));
}

const bounded = (weights: ReadonlyMap<string, number>) =>
  countSpeakers(weights) < 4 ? new Map(weights) : cappedAt(weights, PART_MAX);

/** Among four or more operators, three must have a say: equal parts, or at most this one. */
function boundedSpeakers(weights: ReadonlyMap<string, number>, present: number, partMax: number) {
  if (present < 4) return new Map(weights);
  const speakers = countSpeakers(weights);
  return speakers < 3 ? undefined : cappedAt(weights, Math.max(partMax, 1 / speakers));
}

function weightsOf(lots: readonly PublishedLot[], around: Around): Map<string, number> {
  const weights = new Map<string, number>();
  for (const lot of lots)
    weights.set(lot.operator_id, (weights.get(lot.operator_id) ?? 0) + weightOf(lot, around));
  return weights;
}

/** Whether lots of half of the weight, bounded by operator, have something. */
export function isHalf(
  lots: readonly PublishedLot[],
  around: Around,
  has: (lot: PublishedLot) => boolean,
): boolean {
  const all = weightsOf(lots, around);
  const cap = bounded(all);
  const part = add(
    lots.filter(has).map((lot) => {
      const whole = all.get(lot.operator_id) ?? 0;
      return whole === 0 ? 0 : (weightOf(lot, around) * (cap.get(lot.operator_id) ?? 0)) / whole;
    }),
  );
  return part > 0 && 2 * part >= add([...cap.values()]) * (1 - 1e-9);
}

/** The mean of a share over lots that have it, bounded by operator. */
export function shareOf(
  lots: readonly PublishedLot[],
  around: Around,
  shareAt: (lot: PublishedLot) => number | null,
): number | null {
  if (!isHalf(lots, around, (lot) => shareAt(lot) !== null)) return null;
  const known = lots.filter((lot) => shareAt(lot) !== null && weightOf(lot, around) > 0);
  const weights = weightsOf(known, around);
  const cap = boundedSpeakers(weights, countSpeakers(weightsOf(lots, around)), PART_OF_SHARE_MAX);
  if (cap === undefined) return null;
  const values = new Map(
    [...Map.groupBy(known, ({ operator_id }) => operator_id)].map(([id, own]) => [
      id,
      add(own.map((lot) => weightOf(lot, around) * (shareAt(lot) ?? 0))) / (weights.get(id) ?? 1),
    ]),
  );
  const total = add([...cap.values()]);
  // Where the pulls of all balance, none from further than 20 points away, found by halves:
  // of several such shares the one next to the mean.
  const mean = add([...values].map(([id, value]) => value * (cap.get(id) ?? 0))) / total;
  const pullAt = (share: number) =>
    add(
      [...values].map(
        ([id, value]) =>
          Math.min(PULL_MAX, Math.max(-PULL_MAX, value - share)) * (cap.get(id) ?? 0),
      ),
    ) / total;
  const way = Math.sign(pullAt(mean));
  if (Math.abs(pullAt(mean)) < 1e-12) return rounded(mean);
  let [near, far] = [mean, way > 0 ? 1 : 0];
  for (let i = 0; i < 60; i += 1) {
    const middle = (near + far) / 2;
    if (way * pullAt(middle) > 1e-13) near = middle;
    else far = middle;
  }
  return rounded(near);
}

/** Shares are told to ten decimals. */
const rounded = (share: number) => Math.round(1e10 * share) / 1e10;

type Vote = { list: number; vote: number; weight: number; class: number };

/** The figure of the list prices of some lots, moved as payments around them have moved. */
export function figureOf(
  lots: readonly PublishedLot[],
  around: Around,
  listOf: (lot: PublishedLot) => number | null,
) {
  if (!isHalf(lots, around, (lot) => listOf(lot) !== null)) return null;
  const priced = lots.filter((lot) => listOf(lot) !== null);
  const weights = weightsOf(priced, around);
  const present = countSpeakers(weightsOf(lots, around));
  const cap = boundedSpeakers(weights, present, PART_MAX);
  if (cap === undefined) return null;
  const votes = priced
    .map((lot): Vote => {
      const list = listOf(lot) ?? 0;
      const vote = Math.floor((list * (around.areaOf(lot)?.paid_pct ?? 100)) / 100 + 0.5);
      const whole = weights.get(lot.operator_id) ?? 0;
      const part = whole === 0 ? 0 : (cap.get(lot.operator_id) ?? 0) / whole;
      return { list, vote, weight: weightOf(lot, around) * part, class: classOf(vote) };
    })
    .sort((a, b) => a.class - b.class);
  const total = add(votes.map(({ weight }) => weight));
  if (!(total > 0)) return null;
  const classAt = (some: readonly Vote[], rank: number) => {
    let below = 0;
    for (const each of new Set(some.map((vote) => vote.class))) {
      below += add(some.filter((vote) => vote.class === each).map(({ weight }) => weight));
      if (below >= rank * (1 - 1e-9)) return each;
    }
    return some.at(-1)?.class ?? 0;
  };
  const first = classAt(votes, total / 4) - CLASSES_TO_FENCE;
  const last = classAt(votes, (3 * total) / 4) + CLASSES_TO_FENCE;
  const inside = votes.filter((vote) => vote.class >= first && vote.class <= last);
  return {
    average: averageOf(inside, votes, present < 4 ? null : Math.max(...cap.values()), classAt),
    least: Math.min(...inside.map(({ list }) => list)),
    most: Math.max(...inside.map(({ list }) => list)),
    lotCount: inside.length,
    leftOut: votes.length - inside.length,
  };
}

/** The middle half by weight; a class that is cut through counts with its mean. */
function averageOf(
  votes: readonly Vote[],
  all: readonly Vote[],
  heaviest: number | null,
  classAt: (some: readonly Vote[], rank: number) => number,
): number {
  const weight = add(votes.map((vote) => vote.weight));
  const meanOf = (each: number) => {
    const own = all.filter((vote) => vote.class === each && vote.weight > 0);
    return add(own.map((v) => v.weight * v.vote)) / add(own.map((v) => v.weight));
  };
  let [below, sum] = [0, 0];
  for (const each of new Set(votes.map((vote) => vote.class))) {
    const own = add(votes.filter((vote) => vote.class === each).map((vote) => vote.weight));
    if (own === 0) continue;
    const within = Math.min(0.75 * weight, below + own) - Math.max(0.25 * weight, below);
    if (within > 0) sum += within * meanOf(each);
    below += own;
  }
  const mean = sum / (weight / 2);
  if (heaviest === null) return Math.floor(mean + 0.5 + 1e-6);
  const total = add(all.map((vote) => vote.weight));
  const rank = Math.max(0.5, 0.75 * (1 - heaviest / total));
  const low = meanOf(classAt(all, (1 - rank) * total));
  const high = meanOf(classAt(all, rank * total));
  return Math.floor(Math.max(low, Math.min(high, mean)) + 0.5 + 1e-6);
}

import { greatCircleMetres, type LatLng } from '../../../src/geometry/great-circle.ts';
import { classOf } from '../../../src/market/price-classes.ts';
import type { PublishedLot } from '../../../src/market/tile-lots.ts';
import type { AreaOf, SearchesAt } from '../../../src/market/told-area.ts';

// What is known of a circle by its definition: lot by lot, without tiles, sums or price classes
// kept.

export type Circle = { centre: LatLng; radiusM: number };
export type Around = { areaOf: AreaOf; searchesAt: SearchesAt };

const CLASSES_TO_FENCE = 40;
const PART_MAX = 1 / 4;

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

/** Weights by operator, of which nobody has more than a quarter where there are four. */
function bounded(weights: ReadonlyMap<string, number>): Map<string, number> {
  const capped = new Map(weights);
  if (weights.size < 4) return capped;
  // The cap is found by trying: it falls until nobody has more than a quarter of what is left.
  const sorted = [...weights.values()].sort((a, b) => b - a);
  for (let count = 1; count <= 3; count += 1) {
    const rest = add(sorted.slice(count));
    const cap = (PART_MAX * rest) / (1 - PART_MAX * count);
    if ((sorted[count - 1] ?? 0) <= cap) break;
    if ((sorted[count] ?? 0) > cap && count < 3) continue;
    for (const [id, weight] of weights) capped.set(id, Math.min(weight, cap));
    break;
  }
  return capped;
}

export function weightsOf(lots: readonly PublishedLot[], around: Around): Map<string, number> {
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
  const cap = bounded(weights);
  const values = new Map(
    [...Map.groupBy(known, ({ operator_id }) => operator_id)].map(([id, own]) => [
      id,
      add(own.map((lot) => weightOf(lot, around) * (shareAt(lot) ?? 0))) / (weights.get(id) ?? 1),
    ]),
  );
  const total = add([...cap.values()]);
  // Where the pulls of all balance, none of which is further than 25 points away.
  let share = add([...values].map(([id, value]) => value * (cap.get(id) ?? 0))) / total;
  for (let i = 0; i < 60; i += 1) {
    const pulls = [...values].map(([id, value]) => {
      const pull = Math.min(0.25, Math.max(-0.25, value - share));
      return pull * (cap.get(id) ?? 0);
    });
    share += add(pulls) / total;
  }
  return share;
}

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
  const cap = bounded(weights);
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
    average: averageOf(inside, votes, weights.size < 4 ? null : Math.max(...cap.values()), classAt),
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

import { expect, test } from 'vitest';
import {
  BOUNDED_OPERATORS_MIN as OPERATORS_MIN,
  speakersCap,
} from '../../../src/demand/tiles/operator-cap.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { figuresOf, type LotFacts, type Part } from '../../worlds/parts.ts';

// Whatever one operator posts, parks and counts, with any number of lots, moves a figure at most by
// its bound where four others are. The worst attack is searched for: at random, then by climbing.

const ATTACKS = 10_000;
const WORLDS = 100;
const CLIMBS = 20;
const STEPS_PER_CLIMB = 100;
/** A price class is 4 % wide, and a vote counts with the mean of its class. */
const CLASS_WIDTH = 5 ** (1 / 40);

const seed = seedOfRun();
const random = randomFrom(seed);
const between = (low: number, high: number) => low + random() * (high - low);
const whole = (low: number, high: number) => Math.floor(between(low, high + 1));

type World = { honest: Part[]; areaCount: number; searches: number[] };

/** Operators of an area are within 30 points of each other, and areas within 20. */
function honestWorld(): World {
  const areaCount = whole(1, 3);
  const quarter = between(0.1, 0.9);
  const price = 10 ** between(1, 4);
  const honest: Part[] = [];
  // Four operators share each area, so that an attacker is never needed for it to be told.
  for (let area = 0; area < areaCount; area += 1) {
    const base = quarter + between(-0.1, 0.1);
    const count = whole(4, 8);
    for (let i = 0; i < count; i += 1)
      honest.push({
        operator: `honest ${i}`,
        area,
        lots: Array.from({ length: whole(1, 5) }, () => ({
          spaces: whole(5, 300),
          list: Math.round(price * between(0.5, 2)),
          daily: random() < 0.5 ? Math.round(price * between(3, 9)) : null,
        })),
        share: Math.min(1, Math.max(0, base + between(-0.15, 0.15))),
        ratio: between(0.8, 1.2),
      });
  }
  return { honest, areaCount, searches: Array.from({ length: areaCount }, () => whole(0, 9_000)) };
}

/** What an attacker has in each area. */
const attackWith = (
  { areaCount }: World,
  partOf: (area: number) => Omit<Part, 'operator' | 'area'>,
) =>
  Array.from({ length: areaCount }, (_, area) => ({ operator: 'attacker', area, ...partOf(area) }));

/** An attacker's part of each area: any number of lots, of any size, at any price. */
function attackOn(world: World): Part[] {
  const extreme = () => (random() < 0.5 ? whole(0, 3) : whole(0, 10 ** between(0, 9)));
  return attackWith(world, () => ({
    lots: Array.from({ length: Math.floor(30 ** random()) - 1 }, () => ({
      spaces: Math.floor(600 ** random()),
      list: extreme(),
      daily: random() < 0.5 ? extreme() : null,
    })),
    share: random() < 0.5 ? whole(0, 1) : random(),
    ratio: random() < 0.5 ? (random() < 0.5 ? 0.5 : 2) : between(0.5, 2),
  }));
}

/** All full or all empty, with most of the spaces in one area: what moves a share furthest. */
function leaningAttacks(world: World): Part[][] {
  const lotsOf = (count: number, spaces: number) =>
    Array.from({ length: count }, () => ({ spaces, list: 100, daily: null }));
  const lean = (heavy: number, lotCount: number, share: number) =>
    attackWith(world, (area) => ({
      lots: area === heavy ? lotsOf(lotCount, 500) : lotsOf(1, 1),
      share,
      ratio: 1,
    }));
  return Array.from({ length: world.areaCount }, (_, heavy) =>
    [1, 10, 100].flatMap((lotCount) => [lean(heavy, lotCount, 0), lean(heavy, lotCount, 1)]),
  ).flat();
}

/** Changes one thing of an attack. */
function mutate(attack: readonly Part[], world: World): Part[] {
  const other = attackOn(world);
  return attack.map((part, i) => (random() < 0.5 ? part : { ...part, ...pickSome(other[i]) }));
}

function pickSome(part: Part | undefined): Partial<Part> {
  if (part === undefined) return {};
  const { lots, share, ratio } = part;
  return [{ lots }, { share }, { ratio }, { lots, share, ratio }][whole(0, 3)] ?? {};
}

const answer = ({ searches }: World, parts: readonly Part[]) => figuresOf(parts, searches);

/**
 * The middle half of what the honest lots cost, whichever honest operator's payments move them:
 * weighed by their spaces, and as no operator counts for more than a quarter, without and with the
 * attacker.
 */
function middleHalf(
  world: World,
  attack: readonly Part[],
  priceOf: (lot: LotFacts) => number | null,
) {
  const attacker = attack
    .flatMap(({ lots }) => lots.filter((lot) => priceOf(lot) !== null))
    .reduce((sum, { spaces }) => sum + Math.min(500, spaces), 0);
  const sides = [null, [], [attacker]].map((others) => sideOf(world, priceOf, others));
  return {
    low: Math.min(...sides.map(({ low }) => low)) / CLASS_WIDTH - 1,
    high: Math.max(...sides.map(({ high }) => high)) * CLASS_WIDTH + 1,
  };
}

function sideOf(
  { honest, areaCount }: World,
  priceOf: (lot: LotFacts) => number | null,
  others: readonly number[] | null,
) {
  const priced = honest.flatMap(({ operator, area, lots }) =>
    lots.flatMap((lot) => {
      const price = priceOf(lot);
      return price === null ? [] : [{ operator, area, price, weight: lot.spaces }];
    }),
  );
  const weights = new Map<string, number>();
  for (const { operator, weight } of priced)
    weights.set(operator, (weights.get(operator) ?? 0) + weight);
  const speakers = [...weights.values(), ...(others ?? [])];
  const cap = others === null ? Infinity : (speakersCap(speakers, OPERATORS_MIN) ?? Infinity);
  const ratios = Array.from({ length: areaCount }, (_, area) =>
    honest
      .filter((part) => part.area === area)
      .map(({ ratio }) => ratio)
      .sort((a, b) => a - b),
  );
  const votesBy = (at: (sorted: readonly number[]) => number) =>
    priced
      .map(({ operator, area, price, weight }) => ({
        price: (price * Math.round(100 * at(ratios[area] ?? []))) / 100,
        weight: weight * Math.min(1, cap / (weights.get(operator) ?? 1)),
      }))
      .sort((a, b) => a.price - b.price);
  const low = votesBy((sorted) => sorted[(sorted.length >> 1) - 1] ?? 1);
  const high = votesBy((sorted) => sorted[(sorted.length + 1) >> 1] ?? 1);
  return { low: quantile(low, 0.25), high: quantile(high, 0.75) };
}

function quantile(votes: readonly { price: number; weight: number }[], share: number): number {
  const total = votes.reduce((sum, { weight }) => sum + weight, 0);
  let below = 0;
  for (const { price, weight } of votes) {
    below += weight;
    if (below >= share * total - 1e-9) return price;
  }
  return votes.at(-1)?.price ?? 0;
}

type Figures = ReturnType<typeof answer>;

/** By how much of its bound an attack moves each figure; 1 is the bound. */
function reach(world: World, honest: Figures, attack: readonly Part[]) {
  const attacked = answer(world, [...world.honest, ...attack]);
  const beyond = (figure: 'average' | 'daily', priceOf: (lot: LotFacts) => number | null) => {
    const value = attacked[figure];
    if (value === null || honest[figure] === null) return 0;
    const { low, high } = middleHalf(world, attack, priceOf);
    return value < low ? low / Math.max(value, 1e-9) : value > high ? value / high : 0;
  };
  const moved = (figure: 'occupiedPct' | 'score', bound: number) =>
    Math.abs((attacked[figure] ?? 0) - (honest[figure] ?? 0)) / bound;
  return {
    average: beyond('average', ({ list }) => list),
    daily: beyond('daily', ({ daily }) => daily),
    occupied: moved('occupiedPct', 10),
    score: moved('score', 15),
  };
}

test(`one operator moves no figure further than its bound (seed ${seed})`, () => {
  const worst = { average: 0, daily: 0, occupied: 0, score: 0 };
  type Name = keyof typeof worst;
  const names = Object.keys(worst) as Name[];
  for (let i = 0; i < WORLDS; i += 1) {
    const world = honestWorld();
    const honest = answer(world, world.honest);
    const found: Record<Name, { attack: Part[]; by: number }[]> = {
      average: [],
      daily: [],
      occupied: [],
      score: [],
    };
    const atRandom = Array.from({ length: ATTACKS / WORLDS }, () => attackOn(world));
    for (const attack of [...atRandom, ...leaningAttacks(world)]) {
      const reached = reach(world, honest, attack);
      for (const name of names) found[name].push({ attack, by: reached[name] });
    }
    for (const name of names) {
      let best = found[name].sort((a, b) => b.by - a.by)[0];
      for (let step = 0; i < CLIMBS && best && step < STEPS_PER_CLIMB; step += 1) {
        const attack = mutate(best.attack, world);
        const by = reach(world, honest, attack)[name];
        if (by > best.by) best = { attack, by };
      }
      worst[name] = Math.max(worst[name], best?.by ?? 0);
    }
  }
  console.info('the worst attacks reach this part of their bounds', worst);
  for (const name of names) expect(worst[name], name).toBeLessThanOrEqual(1);
});

import {
  type Demand,
  type OccupancyBasis,
  type Percentile,
  searchedShare,
} from './demand-score.ts';
import { heardShare, operatorCap } from './operator-cap.ts';
import type { ToldArea } from './told-area.ts';

/** Lots of one operator and currency that are alike in all that is known around them. */
export type Holding = {
  /** The index of their market in their tile. */
  market: number;
  operatorId: string;
  /** undefined: they are in none of which anything may be told. */
  area: ToldArea | undefined;
  /** Callers who search around them, per million spaces; null: it is not known. */
  searches: number | null;
  /** Whether the price of an hour, and of a day, is known. */
  hasHourly: boolean;
  hasDaily: boolean;
};

/** How many lots of a holding were added up, and their spaces, at most 500 of each lot. */
export type Held = { holding: Holding; lots: number; weight: number };

const PERCENT = 100;
const SLACK = 1e-9;

type IsMeant = (holding: Holding) => boolean;

/** What each operator holds, all it weighs, and what it weighs at most. */
type Grouped = { operators: readonly Operator[]; cap: number };
type Operator = { operatorId: string; own: readonly Held[]; weight: number };

/** Several figures of one circle group the same holdings. */
const grouped = new WeakMap<readonly Held[], Grouped>();

function groupsOf(held: readonly Held[]): Grouped {
  const known = grouped.get(held);
  if (known !== undefined) return known;
  const byOperator = Map.groupBy(held, ({ holding }) => holding.operatorId);
  const operators = [...byOperator].map(([operatorId, own]) => {
    let weight = 0;
    for (const one of own) weight += one.weight;
    return { operatorId, own, weight };
  });
  const made = { operators, cap: operatorCap(operators.map(({ weight }) => weight)) };
  grouped.set(held, made);
  return made;
}

/** By operator that has any, the weight of what is meant. */
export function weightsBy(held: readonly Held[], isMeant: IsMeant = () => true) {
  const weights = new Map<string, number>();
  for (const { operatorId, own } of groupsOf(held).operators) {
    const meant = own.filter(({ holding }) => isMeant(holding));
    if (meant.length > 0)
      weights.set(
        operatorId,
        meant.reduce((sum, { weight }) => sum + weight, 0),
      );
  }
  return weights;
}

/** Whether what is meant is at least half of the weight, of which no operator has too much. */
export function isHalf(held: readonly Held[], isMeant: IsMeant): boolean {
  const { operators, cap } = groupsOf(held);
  let [whole, part] = [0, 0];
  for (const { own, weight } of operators) {
    const bounded = Math.min(weight, cap);
    whole += bounded;
    if (weight === 0) continue;
    let meant = 0;
    for (const one of own) if (isMeant(one.holding)) meant += one.weight;
    part += (bounded * meant) / weight;
  }
  // Half is half, whatever floating point makes of the cap.
  return part > 0 && 2 * part >= whole * (1 - SLACK);
}

export function lotsIn(held: Iterable<Held>, isMeant: IsMeant = () => true): number {
  let lots = 0;
  for (const one of held) if (isMeant(one.holding)) lots += one.lots;
  return lots;
}

/**
 * What the areas around some lots tell of demand, by the spaces of these lots. What is known of
 * less than half of them says nothing about the others. `percentiles`: those of their country.
 */
export function demandOf(held: readonly Held[], percentiles: readonly Percentile[]): Demand {
  const shares = new Map<number | null, number | null>();
  const searchedOf = ({ searches }: Holding) => {
    const known = shares.get(searches);
    if (known !== undefined) return known;
    const share = searchedShare(searches, percentiles);
    shares.set(searches, share);
    return share;
  };
  return { occupiedShare: shareOf(held, occupiedOf), searchedShare: shareOf(held, searchedOf) };
}

const occupiedOf = ({ area }: Holding) =>
  typeof area?.occupied_pct === 'number' ? area.occupied_pct / PERCENT : null;

function shareOf(held: readonly Held[], shareAt: (holding: Holding) => number | null) {
  if (!isHalf(held, (holding) => shareAt(holding) !== null)) return null;
  const voices = groupsOf(held).operators.flatMap(({ own }) => {
    let [weight, worth] = [0, 0];
    for (const one of own) {
      const value = shareAt(one.holding);
      if (value === null) continue;
      weight += one.weight;
      worth += one.weight * value;
    }
    return weight > 0 ? [{ weight, value: worth / weight }] : [];
  });
  return heardShare(voices);
}

/** How the occupied share is known; null: it is not. */
export function occupancyBasisOf(held: readonly Held[], demand: Demand): OccupancyBasis | null {
  if (demand.occupiedShare === null) return null;
  const measured = new Set<number>();
  for (const { holding } of held)
    if (typeof holding.area?.occupied_pct === 'number')
      measured.add(holding.area.measured_pct ?? 0);
  if (measured.size !== 1) return 'mixed';
  return measured.has(0) ? 'stays' : measured.has(PERCENT) ? 'measured' : 'mixed';
}

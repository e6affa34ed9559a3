import { HALF_HOURS } from '../forecast/course.ts';
import { addBounds, type BoundSums, type Interval, intervalOf, noBounds } from './amount.ts';
import type { AreaDay } from './area-forecast.ts';
import { KNOWN_PART_MIN } from './expected-demand.ts';
import type { Held, Holding } from './holdings.ts';
import { heldBack, isBounded, operatorCap, SHARE_MOVED_MAX } from './operator-cap.ts';

/** What is expected of some spaces, each as of the others. */
export type PerSpace = { value: number; interval: Interval };

/** What operators hold in areas with a forecast, no operator more than its part. */
export type Spoken = {
  weight: number;
  areas: ReadonlyMap<AreaDay, number>;
  all: SlotSums;
  bounds: BoundSums;
  /** Of each operator that may move a mean by more than is allowed. */
  loud: readonly SlotSums[];
};

/** By half hour: spaces of which it is known, those that are taken, errors, and their squares. */
type SlotSums = Readonly<Record<'weight' | 'worth' | 'errors' | 'squares', Float64Array>>;

export function speak(
  held: readonly Held[],
  dayOf: (holding: Holding) => AreaDay | undefined,
): Spoken {
  const operators = new Map<string, Map<AreaDay, number>>();
  for (const { holding, weight } of held) {
    const area = dayOf(holding);
    if (area === undefined || weight === 0) continue;
    const own = operators.get(holding.operatorId) ?? new Map<AreaDay, number>();
    operators.set(holding.operatorId, own.set(area, (own.get(area) ?? 0) + weight));
  }
  const weights = [...operators.values()].map(weightOf);
  const cap = operatorCap(weights);
  const total = weights.reduce((sum, weight) => sum + Math.min(weight, cap), 0);
  const quiet = SHARE_MOVED_MAX * KNOWN_PART_MIN * total;
  const areas = new Map<AreaDay, number>();
  const loud: SlotSums[] = [];
  for (const own of operators.values()) {
    const weight = weightOf(own);
    const part = Math.min(1, cap / weight);
    const bounded = new Map([...own].map(([area, spaces]) => [area, part * spaces]));
    for (const [area, spaces] of bounded) areas.set(area, (areas.get(area) ?? 0) + spaces);
    if (isBounded(weights) && part * weight > quiet) loud.push(sumSlots(bounded));
  }
  const bounds = noBounds();
  for (const [{ shares }, spaces] of areas) addBounds(bounds, shares.bounds, spaces);
  return { weight: total, areas, all: sumSlots(areas), bounds, loud };
}

function weightOf(areas: ReadonlyMap<AreaDay, number>): number {
  let sum = 0;
  for (const weight of areas.values()) sum += weight;
  return sum;
}

/** null where less than half of the spaces is known. */
export function shareIn(
  { weight: total, all, bounds, loud }: Spoken,
  slot: number,
): PerSpace | null {
  const sum = sumIn(all, slot);
  const { weight, worth } = sum;
  if (!(weight > 0) || weight < KNOWN_PART_MIN * total) return null;
  let moved = 0;
  for (const own of loud) moved += heldBack(sum, sumIn(own, slot));
  const value = Math.max(0, Math.min(1, (worth + moved) / weight));
  const errors = (all.errors[slot] ?? 0) / weight;
  const squares = (all.squares[slot] ?? 0) / weight ** 2;
  return { value, interval: intervalOf({ value, errors, squares, bounds }) };
}

function sumIn({ weight, worth }: SlotSums, slot: number) {
  return { weight: weight[slot] ?? 0, worth: worth[slot] ?? 0 };
}

function sumSlots(areas: ReadonlyMap<AreaDay, number>): SlotSums {
  const zeros = () => new Float64Array(HALF_HOURS);
  const [weight, worth, errors, squares] = [zeros(), zeros(), zeros(), zeros()];
  for (const [{ shares }, spaces] of areas) {
    const { values, spread } = shares;
    for (let slot = 0; slot < HALF_HOURS; slot += 1) {
      const share = values[slot] ?? Number.NaN;
      if (Number.isNaN(share)) continue;
      const error = spaces * (spread[slot] || 0);
      weight[slot] = (weight[slot] ?? 0) + spaces;
      worth[slot] = (worth[slot] ?? 0) + spaces * share;
      errors[slot] = (errors[slot] ?? 0) + error;
      squares[slot] = (squares[slot] ?? 0) + error * error;
    }
  }
  return { weight, worth, errors, squares };
}

export function timesPerSpace({ value, interval }: PerSpace, factor: number): PerSpace {
  return {
    value: factor * value,
    interval: { low: factor * interval.low, high: factor * interval.high },
  };
}

import { HALF_HOURS } from '../../kit/forecast/history/day-curve.ts';
import { addBounds, type BoundSums, type Interval, intervalOf, noBounds } from '../areas/amount.ts';
import type { AreaDay } from '../areas/area-forecast.ts';
import type { Held } from '../rates/circle-holdings.ts';
import {
  heldBack,
  isBounded,
  isHalfKnown,
  knownPart,
  SHARE_MOVED_MAX,
  speakersCap,
} from '../tiles/operator-cap.ts';
import type { AreaAround } from '../tiles/tile-lots.ts';
import { KNOWN_PART_MIN } from './expected-demand.ts';

/** What is expected of some spaces, each as of the others. */
export type PerSpace = { value: number; interval: Interval };

/** What operators hold in areas with a forecast, no operator more than its part. */
export type Spoken = {
  weight: number;
  /** Lots in these areas, and whether at least half of all spaces sell there. */
  lotCount: number;
  sells: boolean;
  areas: ReadonlyMap<AreaDay, number>;
  all: SlotSums;
  bounds: BoundSums;
  /** Of each operator that may move a mean by more than is allowed. */
  loud: readonly SlotSums[];
};

/** By half hour: spaces where it is known, those that are taken, errors, and their squares. */
type SlotSums = Readonly<Record<'weight' | 'worth' | 'errors' | 'squares', Float64Array>>;

type Speech = {
  dayOf(area: AreaAround): AreaDay | null;
  isSold(area: AreaDay): boolean;
};

/** What one operator holds: all, in areas with a forecast, and in those that sell. */
type Speaker = { whole: number; known: number; sold: number; areas: Map<AreaDay, number> };

/** null where less than half of the spaces is in areas with a forecast, or of too few operators. */
export function speak(held: readonly Held[], speech: Speech): Spoken | null {
  let lotCount = 0;
  const speakers = new Map<number, Speaker>();
  for (const of of held) lotCount += addSpeakers(speakers, of, speech);
  const all = [...speakers.values()];
  const wholes = all.map(({ whole }) => whole);
  const isHalf = (of: (speaker: Speaker) => number) => isHalfKnown(knownPart(wholes, all.map(of)));
  if (!isHalf(({ known }) => known)) return null;
  const heard = hear(
    all.filter(({ known }) => known > 0),
    all.length,
  );
  return heard && { ...heard, lotCount, sells: isHalf(({ sold }) => sold) };
}

/** Returns how many lots are in areas with a forecast. */
function addSpeakers(speakers: Map<number, Speaker>, held: Held, { dayOf, isSold }: Speech) {
  const { areas, holdings, lots, weights } = held;
  // Only areas in which any of the lots are.
  const days = new Array<AreaDay | null | undefined>(areas.length);
  let lotCount = 0;
  for (let i = 0; i < holdings.length; i += 1) {
    const count = lots[i] ?? 0;
    if (count === 0) continue;
    const { operator = -1, area = -1 } = holdings[i] ?? {};
    const around = areas[area];
    let day = days[area];
    if (day === undefined) {
      day = (around && dayOf(around)) ?? null;
      days[area] = day;
    }
    if (day !== null) lotCount += count;
    const weight = weights[i] ?? 0;
    if (weight === 0) continue;
    const speaker = speakerOf(speakers, operator);
    speaker.whole += weight;
    if (day === null) continue;
    speaker.known += weight;
    if (isSold(day)) speaker.sold += weight;
    speaker.areas.set(day, (speaker.areas.get(day) ?? 0) + weight);
  }
  return lotCount;
}

function speakerOf(speakers: Map<number, Speaker>, operator: number): Speaker {
  const known = speakers.get(operator);
  if (known !== undefined) return known;
  const made = { whole: 0, known: 0, sold: 0, areas: new Map<AreaDay, number>() };
  speakers.set(operator, made);
  return made;
}

function hear(speakers: readonly Speaker[], present: number) {
  const weights = speakers.map(({ known }) => known);
  const cap = speakersCap(weights, present);
  if (cap === null) return null;
  const total = weights.reduce((sum, weight) => sum + Math.min(weight, cap), 0);
  const quiet = SHARE_MOVED_MAX * KNOWN_PART_MIN * total;
  const areas = new Map<AreaDay, number>();
  const loud: SlotSums[] = [];
  for (const { known, areas: own } of speakers) {
    const part = Math.min(1, cap / known);
    for (const [area, spaces] of own) areas.set(area, (areas.get(area) ?? 0) + part * spaces);
    if (isBounded(present) && part * known > quiet) loud.push(sumSlots(own, part));
  }
  const bounds = noBounds();
  for (const [{ bounds: own }, spaces] of areas) addBounds(bounds, own, spaces);
  return { weight: total, areas, all: sumSlots(areas, 1), bounds, loud };
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

/** Of a part of these spaces. */
function sumSlots(areas: ReadonlyMap<AreaDay, number>, part: number): SlotSums {
  const zeros = () => new Float64Array(HALF_HOURS);
  const [weight, worth, errors, squares] = [zeros(), zeros(), zeros(), zeros()];
  for (const [{ slots }, whole] of areas) {
    const spaces = part * whole;
    for (let slot = 0; slot < HALF_HOURS; slot += 1) {
      const error = spaces * (slots[slot + 2 * HALF_HOURS] ?? 0);
      weight[slot] = (weight[slot] ?? 0) + spaces * (slots[slot] ?? 0);
      worth[slot] = (worth[slot] ?? 0) + spaces * (slots[slot + HALF_HOURS] ?? 0);
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

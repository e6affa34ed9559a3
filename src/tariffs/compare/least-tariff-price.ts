import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { ANYWHERE } from '../plain-rate.ts';
import type { LotPlace } from '../price/lot-clock.ts';
import { partReader } from '../price/part-at.ts';
import { priceStay } from '../price/price-stay.ts';
import type { Maximum, Step, Tariff, TariffPart } from '../tariff.ts';

/** Stays that begin within the same hour of UTC have the same bound. */
export const BEGIN_WITHIN_MS = millisecondsInHour;

/** A stay of so many started minutes that begins within BEGIN_WITHIN_MS from `fromMs` on. */
export type Beginning = { fromMs: number; minutes: number };

/**
 * No such stay costs less by a tariff without rules, of a vehicle of unknown kind; Infinity: none
 * is sold. Where one part holds all the time it is what the stay costs, but for rounding.
 */
export function leastTariffPrice(tariff: Tariff, stay: Beginning, place: LotPlace): number {
  const { free_minutes: free = 0, free_is_deducted: isDeducted = false, maxima } = tariff;
  const { parts, changes } = partsHeld(tariff, stay, place);
  if (parts.length === 0) return stay.minutes > free ? Infinity : 0;
  if (stay.minutes <= free) return 0;
  const [only] = parts;
  if (only !== undefined && parts.length === 1)
    return Math.max(0, onePart(tariff, only, stay) - roundings([only.steps ?? []], changes));
  // A stay that is not by steps alone pays a flat price.
  const flats = parts.flatMap(({ flat_minor }) => flat_minor ?? []);
  const stepped = parts.flatMap(({ steps }) => (steps === undefined ? [] : [steps]));
  const caps = (maxima ?? []).map(({ amount_minor }) => amount_minor);
  for (const { max_minor } of parts) if (max_minor !== undefined) caps.push(max_minor);
  const bySteps =
    stepped.length === 0
      ? Infinity
      : leastBySteps(stepped, isDeducted ? free : 0, stay.minutes) - roundings(stepped, changes);
  return Math.max(0, Math.min(...flats, ...caps, bySteps));
}

/** The parts that may price a minute of such a stay, and how often another one begins to. */
function partsHeld(tariff: Tariff, { fromMs, minutes }: Beginning, place: LotPlace) {
  const startedAt = new Date(fromMs);
  const partAt = partReader(tariff, { startedAt, place, vehicleKind: null });
  const paid = Math.max(minutes, tariff.minimum_minutes ?? 0);
  const endMs = fromMs + BEGIN_WITHIN_MS + paid * millisecondsInMinute;
  const held = new Set<TariffPart>();
  let changes = 0;
  for (let atMs = fromMs; atMs < endMs; changes += 1) {
    const { part, untilMs } = partAt(atMs);
    const found = part === null ? undefined : tariff.parts[part];
    if (found !== undefined) held.add(found);
    atMs = untilMs;
  }
  return { parts: [...held], changes };
}

/** What the stay costs where this part holds all the time, in one occurrence. */
function onePart(tariff: Tariff, { when: _when, ...part }: TariffPart, stay: Beginning): number {
  const { maxima, ...limits } = tariff;
  const window = {
    startedAt: new Date(stay.fromMs),
    endedAt: new Date(stay.fromMs + stay.minutes * millisecondsInMinute),
  };
  const alone = { ...limits, parts: [part], maxima: forAnyBegin(maxima ?? []) };
  return priceStay(alone, window, ANYWHERE).subtotalMinor;
}

/** A stay may begin at any time of a day or a month, and costs no less where it is in two. */
function forAnyBegin(maxima: readonly Maximum[]): Maximum[] {
  const rolling = maxima.filter(({ per }) => per === '24h' || per === 'week');
  const others = maxima.filter((one) => !rolling.includes(one));
  if (others.length === 0) return rolling;
  const amount_minor = Math.min(...others.map((one) => one.amount_minor));
  return [{ amount_minor, per: 'stay' }, ...rolling];
}

/** The least that these minutes cost by the cheapest step at each of them, without rounding. */
function leastBySteps(stepped: readonly Step[][], from: number, until: number): number {
  const spans = stepped.flatMap(spansOf);
  const inside = spans.flatMap(({ first, end }) => [first, end]);
  const edges = new Set([from, until, ...inside.filter((edge) => edge > from && edge < until)]);
  const ascending = [...edges].sort((a, b) => a - b);
  let least = 0;
  for (const [i, edge] of ascending.slice(0, -1).entries()) {
    const usable = spans.filter(({ first, end }) => first <= edge && edge < end);
    const length = (ascending[i + 1] ?? edge) - edge;
    least += Math.min(...usable.map(({ perMinute }) => perMinute)) * length;
  }
  return Math.floor(least);
}

/** When each step may be paid: one that was begun is paid whole, also into what follows. */
function spansOf(steps: readonly Step[]) {
  return steps.map((step, i) => {
    const { from_minutes: first, price_minor: price, per_minutes: per } = step;
    const end = (steps[i + 1]?.from_minutes ?? Infinity) + (step.billing_step_minutes ?? per);
    return { first, end, perMinute: price / per };
  });
}

/** How much less than without rounding lines may come to, half a minor unit each at most. */
function roundings(stepped: readonly Step[][], changes: number): number {
  const isRounded = stepped.flat().some((step) => {
    const { price_minor: price, per_minutes: per, billing_step_minutes: unit = per } = step;
    return (price * unit) % per !== 0;
  });
  return isRounded ? stepped.flat().length + changes : 0;
}

import { millisecondsInMinute, minutesInDay } from 'date-fns/constants';
import type { Step, Tariff, TariffPart } from '../tariff.ts';
import type { Limits } from './limits.ts';
import { type Occasion, type PartAt, partReader } from './part-at.ts';

/** What is charged for minutes `[from, to)` of a stay at one price, before limits cut it. */
export type Charge = {
  kind: 'steps' | 'flat' | 'free' | 'not_for_sale';
  /** null: no part priced these minutes. */
  part: TariffPart | null;
  /** Names the part and its occurrence. */
  occurrence: string;
  /** Charges in a row with the same are one; a started day is one of its own. */
  key: string;
  from: number;
  to: number;
  /** null: not charged by steps. */
  step: Step | null;
  /** `to - from`, rounded up to whole billing steps. */
  billedMinutes: number;
  /** How often a flat price is paid: 0 where the same occurrence was paid before. */
  flatCount: number;
};

/**
 * What is charged for a stay of so many minutes, which count from its beginning, in the order of
 * time. A minute belongs to the part that holds when it begins; a started billing step is paid
 * whole, also where it reaches into another part or another period of a limit.
 */
export function chargesOf(
  tariff: Tariff,
  occasion: Occasion,
  minutes: number,
  limits: Limits,
): Charge[] {
  const { free_minutes: free = 0, free_is_deducted: isDeducted = false } = tariff;
  if (minutes <= free) return [uncharged('free', 0, minutes)];
  const charges: Charge[] = isDeducted && free > 0 ? [uncharged('free', 0, free)] : [];
  const end = Math.max(minutes, tariff.minimum_minutes ?? 0);
  const startMs = occasion.startedAt.getTime();
  const partAt = partReader(tariff, occasion);
  const paidFlats = new Set<string>();
  for (let minute = charges.at(-1)?.to ?? 0; minute < end; minute = charges.at(-1)?.to ?? end) {
    const held = partAt(startMs + minute * millisecondsInMinute);
    const periods = limits.periodsAt(minute);
    const heldUntil = Math.ceil((held.untilMs - startMs) / millisecondsInMinute);
    const span = { from: minute, until: Math.min(end, heldUntil, periods.untilMinute), end };
    add(charges, chargeOf(tariff, held, span, { periods: periods.key, paidFlats }));
  }
  return charges;
}

function chargeOf(
  { parts }: Tariff,
  held: PartAt,
  { from, until, end }: { from: number; until: number; end: number },
  { periods, paidFlats }: { periods: string; paidFlats: Set<string> },
): Charge {
  const part = held.part === null ? undefined : parts[held.part];
  if (part === undefined) return uncharged('not_for_sale', from, until);
  const occurrence = `${held.part} ${held.occurrence}`;
  const { steps } = part;
  if (steps === undefined) {
    const flatCount = paidFlats.has(occurrence) ? 0 : 1;
    paidFlats.add(occurrence);
    const charge = { part, occurrence, key: occurrence, from, to: until, step: null, flatCount };
    return { kind: 'flat', billedMinutes: until - from, ...charge };
  }
  const i = steps.findLastIndex(({ from_minutes }) => from_minutes <= from);
  const step = steps[i];
  if (step === undefined) throw new Error(`the part ${part.name} has no step from minute 0`);
  const unit = step.billing_step_minutes ?? step.per_minutes;
  const isByDay = unit >= minutesInDay && unit === step.per_minutes;
  const dayEnd = isByDay ? from + unit : Infinity;
  const stop = Math.min(until, steps[i + 1]?.from_minutes ?? Infinity, dayEnd);
  const billedMinutes = Math.ceil((stop - from) / unit) * unit;
  const key = `${occurrence} ${i} ${isByDay ? from : periods}`;
  const to = Math.min(from + billedMinutes, end);
  return { kind: 'steps', part, occurrence, key, from, to, step, billedMinutes, flatCount: 0 };
}

function uncharged(kind: 'free' | 'not_for_sale', from: number, to: number): Charge {
  return {
    kind,
    part: null,
    occurrence: kind,
    key: kind,
    from,
    to,
    step: null,
    billedMinutes: 0,
    flatCount: 0,
  };
}

/** Adds a charge, to the last one if that goes on. */
function add(charges: Charge[], charge: Charge): void {
  const last = charges.at(-1);
  if (last?.key !== charge.key) {
    charges.push(charge);
    return;
  }
  last.to = charge.to;
  last.billedMinutes += charge.billedMinutes;
  last.flatCount += charge.flatCount;
}

import { millisecondsInMinute } from 'date-fns/constants';
import { divideRoundingHalfUp } from '../../kit/money.ts';
import type { Tariff } from '../tariff.ts';
import { type Charge, chargesOf } from './charges.ts';
import { type CappedBy, type Limits, limitsOf } from './limits.ts';
import type { Conditions } from './part-at.ts';

/**
 * One line of a price: the lines' amounts add up to the subtotal. By steps, an amount is the unit
 * price x billed minutes / minutes of the unit, rounded half up once, then cut by the limits.
 */
export type PriceLine = {
  kind: Charge['kind'];
  /** null: no part of the tariff priced these minutes. */
  part: string | null;
  from: Date;
  to: Date;
  /** From `from` to `to`. */
  minutes: number;
  /** The minutes that the amount is for: `minutes`, rounded up to whole billing steps. */
  billedMinutes: number;
  /** null: not charged by steps. */
  billingStepMinutes: number | null;
  /** Units that are paid: exact for whole units; of a flat price 1, or 0 if it was paid before. */
  quantity: number;
  /** What the unit price is for; null: a flat price, or none. */
  unitMinutes: number | null;
  unitPriceMinor: number;
  /** Of all spaces. */
  amountMinor: number;
  /** null: no limit cut the amount. */
  cappedBy: CappedBy | null;
};

/** `subtotalMinor` is the sum of the lines. */
export type StayPrice = { minutes: number; subtotalMinor: number; lines: PriceLine[] };

/** From when until when; `spaceCount` vehicles (1 unless given) each pay the same. */
export type StayWindow = { startedAt: Date; endedAt: Date; spaceCount?: number };

/**
 * Started minutes between two instants, at least 1. Daylight saving does not matter, because the
 * instants are UTC.
 */
export function stayMinutes(startedAt: Date, endedAt: Date): number {
  return Math.max(1, Math.ceil((endedAt.getTime() - startedAt.getTime()) / millisecondsInMinute));
}

/** What a stay costs by a tariff, and how that is computed. */
export function priceStay(
  tariff: Tariff,
  window: StayWindow,
  { place, vehicleKind }: Conditions,
): StayPrice {
  const { startedAt } = window;
  const occasion = { startedAt, place, vehicleKind };
  const minutes = stayMinutes(startedAt, window.endedAt);
  const limits = limitsOf(tariff.maxima ?? [], occasion);
  const charges = chargesOf(tariff, occasion, minutes, limits);
  const lines = charges.map((charge) => lineOf(charge, window, limits));
  return { minutes, subtotalMinor: lines.reduce((sum, line) => sum + line.amountMinor, 0), lines };
}

function lineOf(charge: Charge, stay: StayWindow, limits: Limits): PriceLine {
  const { kind, part, from, to, step, billedMinutes } = charge;
  const { amountMinor, cappedBy } = limits.cut({
    amountMinor: uncutOf(charge),
    minute: from,
    part: { key: charge.occurrence, maxMinor: part?.max_minor ?? null },
  });
  const instant = (minute: number) =>
    new Date(stay.startedAt.getTime() + minute * millisecondsInMinute);
  return {
    kind,
    part: part?.name ?? null,
    from: instant(from),
    to: instant(to),
    minutes: to - from,
    billedMinutes,
    billingStepMinutes: step && (step.billing_step_minutes ?? step.per_minutes),
    quantity: step === null ? charge.flatCount : billedMinutes / step.per_minutes,
    unitMinutes: step?.per_minutes ?? null,
    unitPriceMinor: step?.price_minor ?? part?.flat_minor ?? 0,
    amountMinor: amountMinor * (stay.spaceCount ?? 1),
    cappedBy,
  };
}

function uncutOf({ part, step, billedMinutes, flatCount }: Charge): number {
  if (step === null) return (part?.flat_minor ?? 0) * flatCount;
  return divideRoundingHalfUp(
    BigInt(step.price_minor) * BigInt(billedMinutes),
    BigInt(step.per_minutes),
  );
}

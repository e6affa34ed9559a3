import { millisecondsInMinute, minutesInDay, minutesInHour } from 'date-fns/constants';
import { divideRoundingHalfUp } from '../kit/money.ts';

/** The rate posted when the stay began; later changes of the lot do not affect it. */
export type Rate = {
  rateMinor: number;
  rateUnit: 'hour' | 'day';
  /** An hourly rate is billed by started steps of so many minutes; they divide a day. */
  billingStepMinutes: number;
  /** The most that 24 hours can cost; null: no such limit. */
  maxDailyMinor: number | null;
};

/** One line of a price: the lines' amounts add up to the subtotal. */
export type PriceLine = {
  description: string;
  from: Date;
  to: Date;
  minutes: number;
  /** The minutes that the amount is for: `minutes`, rounded up to whole steps. */
  billedMinutes: number;
  amountMinor: number;
};

/** `subtotalMinor` is the sum of the lines. */
export type StayPrice = { minutes: number; subtotalMinor: number; lines: PriceLine[] };

type PricedStay = Rate & { startedAt: Date; endedAt: Date; spaceCount?: number };

/**
 * Started minutes between two instants, at least 1. Daylight saving does not matter, because the
 * instants are UTC.
 */
export function stayMinutes(startedAt: Date, endedAt: Date): number {
  return Math.max(1, Math.ceil((endedAt.getTime() - startedAt.getTime()) / millisecondsInMinute));
}

/** Minutes rounded up to whole billing steps. */
function billedMinutes(minutes: number, stepMinutes: number): number {
  return Math.ceil(minutes / stepMinutes) * stepMinutes;
}

/**
 * What a stay costs. Hourly: rate x billed minutes / 60, rounded half up once per line; with a day
 * maximum there is one line per rolling 24 hours, each at most that maximum. Daily: started rolling
 * days.
 * With `spaceCount` vehicles (1 unless given) each pays the same.
 */
export function priceStay(stay: PricedStay): StayPrice {
  const minutes = stayMinutes(stay.startedAt, stay.endedAt);
  const isOneLine = stay.rateUnit === 'hour' && stay.maxDailyMinor === null;
  const lineMinutes = isOneLine ? minutes : minutesInDay;
  const lines: PriceLine[] = [];
  for (let done = 0; done < minutes; done += lineMinutes) {
    const part = Math.min(lineMinutes, minutes - done);
    const { description, amountMinor } = priceLine(stay, part);
    lines.push({
      description,
      billedMinutes: billedMinutes(part, stay.billingStepMinutes),
      amountMinor: amountMinor * (stay.spaceCount ?? 1),
      from: new Date(stay.startedAt.getTime() + done * millisecondsInMinute),
      to: new Date(stay.startedAt.getTime() + (done + part) * millisecondsInMinute),
      minutes: part,
    });
  }
  return { minutes, subtotalMinor: lines.reduce((sum, line) => sum + line.amountMinor, 0), lines };
}

/** What a stay of an hour costs. */
export function priceOfHour(rate: Rate): number {
  return priceLine(rate, minutesInHour).amountMinor;
}

function priceLine(rate: Rate, minutes: number): { description: string; amountMinor: number } {
  if (rate.rateUnit === 'day')
    return { description: 'started day', amountMinor: atMost(rate.rateMinor, rate.maxDailyMinor) };
  const billed = billedMinutes(minutes, rate.billingStepMinutes);
  const amountMinor = divideRoundingHalfUp(BigInt(rate.rateMinor) * BigInt(billed), 60n);
  if (rate.maxDailyMinor !== null && amountMinor > rate.maxDailyMinor)
    return { description: 'day maximum', amountMinor: rate.maxDailyMinor };
  const { billingStepMinutes: step } = rate;
  const steps = step === 1 ? '' : ` by started ${step} minutes`;
  return { description: `hourly rate${steps}`, amountMinor };
}

function atMost(amount: number, limit: number | null): number {
  return limit === null ? amount : Math.min(amount, limit);
}

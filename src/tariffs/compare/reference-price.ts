import { millisecondsInMinute, minutesInDay, minutesInHour } from 'date-fns/constants';
import { priceSold } from '../for-sale.ts';
import { ANYWHERE } from '../plain-rate.ts';
import { type PriceLine, priceStay } from '../price/price-stay.ts';
import type { ReferencePrices, Tariff } from '../tariff.ts';

/** The Monday of a week without holidays; figures compare lots by what stays in it cost. */
const ORDINARY_MONDAY_MS = Date.UTC(2026, 4, 18);

/** A stay as figures compare it: by the clocks of each lot, in the ordinary week. */
export type ReferenceStay = {
  /** 0: Monday. */
  weekday: number;
  hour: number;
  minutes: number;
};

/** When a stay begins that figures compare, unless somebody asks for another time. */
export const REFERENCE_TIME = { weekday: 2, hour: 10 };
/** Monday to Friday: a price of one day alone, for a market or to move a figure, is not usual. */
const USUAL_DAYS = [0, 1, 2, 3, 4];

/** What an hour and 24 hours cost on a weekday at 10:00. */
export function referencePrices(tariff: Tariff): ReferencePrices {
  const { hour } = REFERENCE_TIME;
  return {
    hour_minor: middleOf((weekday) =>
      referencePrice(tariff, { weekday, hour, minutes: minutesInHour }),
    ),
    day_minor: middleOf((weekday) => dayPrice(tariff, weekday)),
  };
}

/** The middle one of the prices of the usual days, of two the lower; null: of most it is none. */
function middleOf(priceOn: (weekday: number) => number | null): number | null {
  const prices = USUAL_DAYS.map(priceOn).filter((price) => price !== null);
  if (2 * prices.length < USUAL_DAYS.length) return null;
  return prices.toSorted((a, b) => a - b)[Math.floor((prices.length - 1) / 2)] ?? null;
}

/**
 * What a stay of a vehicle of unknown kind costs, in minor units. null: the lot does not sell it,
 * or it lasts longer than an hour and nobody said whether there is a maximum.
 */
export function referencePrice(
  tariff: Tariff,
  { weekday, hour, minutes }: ReferenceStay,
): number | null {
  return priceFrom(tariff, weekday * minutesInDay + hour * minutesInHour, minutes);
}

/** Of a lot that does not sell 24 hours: of the first time that it sells on the day. */
function dayPrice(tariff: Tariff, weekday: number): number | null {
  const { hour } = REFERENCE_TIME;
  const whole = referencePrice(tariff, { weekday, hour, minutes: minutesInDay });
  const sold = whole === null ? soldOn(tariff, weekday) : undefined;
  return sold === undefined ? whole : priceFrom(tariff, sold.from, sold.minutes);
}

function soldOn({ parts }: Tariff, weekday: number): { from: number; minutes: number } | undefined {
  const [startedAt, endedAt] = [0, 1].map((days) => instantOf((weekday + days) * minutesInDay));
  if (startedAt === undefined || endedAt === undefined) return undefined;
  const { lines } = priceStay({ parts, maxima: null }, { startedAt, endedAt }, ANYWHERE);
  const first = lines.findIndex(({ kind }) => kind !== 'not_for_sale');
  const after = lines.findIndex(({ kind }, i) => i > first && kind === 'not_for_sale');
  const [from, until] = [lines[first]?.from, lines[after]?.from ?? endedAt];
  if (from === undefined) return undefined;
  const minutes = (+until - +from) / millisecondsInMinute;
  return { from: (+from - ORDINARY_MONDAY_MS) / millisecondsInMinute, minutes };
}

function priceFrom(tariff: Tariff, fromMinute: number, minutes: number): number | null {
  const window = { startedAt: instantOf(fromMinute), endedAt: instantOf(fromMinute + minutes) };
  const price = priceSold({ tariff, conditions: ANYWHERE }, window);
  if (price === undefined) return null;
  const isMaximumKnown = tariff.maxima !== null || minutes <= minutesInHour;
  return isMaximumKnown || price.lines.every(isLimited) ? price.subtotalMinor : null;
}

/** Whether a line would cost the same whatever a day costs at most. */
function isLimited({ amountMinor, unitMinutes, cappedBy }: PriceLine): boolean {
  return amountMinor === 0 || (unitMinutes ?? minutesInDay) >= minutesInDay || cappedBy !== null;
}

function instantOf(minute: number): Date {
  return new Date(ORDINARY_MONDAY_MS + minute * millisecondsInMinute);
}

import { minutesInDay, minutesInHour } from 'date-fns/constants';
import { chargeOf } from '../../../kit/osm/values/charge-of.ts';
import type { Step, TariffPart, When } from '../../tariff.ts';
import { isFree } from '../bands.ts';
import { writeWhen } from './conditions.ts';

/** A part in OpenStreetMap's words. */
export type SaidPart = {
  when: When;
  /** `Mo-Fr 08:00-18:00`; null: always. */
  condition: string | null;
  /** `2.00 EUR/hour`; null: nothing is charged. */
  price: string | null;
};

/** `isOnly`: no other part holds at other times. */
type Context = { currency: string; isOnly: boolean };

/** The part in OpenStreetMap's words, or a text: why it has none that say the same. */
export function sayPart(part: TariffPart, context: Context): SaidPart | string {
  const { when = {} } = part;
  const condition = Object.keys(when).length === 0 ? null : writeWhen(when);
  if (condition === undefined) return whyNoCondition(when);
  const price = isFree(part) ? sayNothing(part, context) : sayPrice(part, context);
  return 'reason' in price ? price.reason : { when, condition, price: price.text };
}

/** `2.00 EUR/hour`; undefined: an hour or a started step has no whole amount, or it is longer. */
export function sayStep(step: Step, currency: string): string | undefined {
  const { price_minor: price, per_minutes: per, billing_step_minutes: billed = per } = step;
  if (per === minutesInDay && billed === per)
    return sayRate({ rateMinor: price, rateUnit: 'day', billingStepMinutes: 1, currency });
  const perHour = price * minutesInHour;
  if (perHour % per !== 0 || minutesInDay % billed !== 0) return undefined;
  const rateMinor = perHour / per;
  return sayRate({ rateMinor, rateUnit: 'hour', billingStepMinutes: billed, currency });
}

function sayRate(rate: Parameters<typeof chargeOf>[0]): string | undefined {
  return chargeOf(rate) ?? undefined;
}

function whyNoCondition({ dates, vehicle_kinds: kinds }: When): string {
  const what = [dates && 'dates of a year', kinds && 'some kinds of vehicles'];
  return `is for ${what.filter((one) => one !== undefined).join(' and ')}`;
}

type Price = { text: string | null } | { reason: string };

/** A started step that costs nothing reaches into the next part. */
function sayNothing({ steps = [] }: TariffPart, { isOnly }: Context): Price {
  const isExact = steps.every(
    ({ per_minutes: per, billing_step_minutes: billed = per }) => billed === 1,
  );
  return isOnly || isExact
    ? { text: null }
    : { reason: 'is free by started steps of more than a minute' };
}

function sayPrice(part: TariffPart, { currency, isOnly }: Context): Price {
  const { steps = [], flat_minor: flat, max_minor: max } = part;
  const [step] = steps;
  if (flat !== undefined) return { reason: 'has a flat price for each time that it holds' };
  if (max !== undefined) return { reason: 'has a maximum of its own' };
  if (steps.length > 1) return { reason: 'has a price that changes with the length of the stay' };
  const text = step && sayStep(step, currency);
  if (text === undefined) return { reason: 'has no whole amount for an hour or a started step' };
  if (text.endsWith('/day') && !isOnly)
    return { reason: 'is a price for a day at some times only' };
  return { text };
}

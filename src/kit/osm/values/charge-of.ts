import { decimalOf } from '../../money.ts';
import type { PlainPrice } from './price-text.ts';

const MINUTES_OF_HOUR = 60;

/**
 * A rate in OpenStreetMap's own form, `2.50 USD/hour` or `2.75 USD/30 minutes`: all digits of the
 * currency, its ISO 4217 code, no abbreviations. Null when the amount of one billing step is no
 * whole number of minor units, because no such price can be paid.
 */
export function chargeOf(price: PlainPrice): string | null {
  const { rateMinor, rateUnit, billingStepMinutes: step, currency } = price;
  const minorOfSteps = rateMinor * step;
  const isHour = rateUnit === 'hour' && step > 1;
  if (isHour && minorOfSteps % MINUTES_OF_HOUR !== 0) return null;
  const minor = isHour ? minorOfSteps / MINUTES_OF_HOUR : rateMinor;
  const time = isHour ? timeOf(step) : rateUnit;
  return `${decimalOf(minor, currency)} ${currency.toUpperCase()}/${time}`;
}

/** A day is written in minutes: `24 hours` means a rate for a day. */
function timeOf(minutes: number): string {
  const hours = minutes / MINUTES_OF_HOUR;
  return hours > 1 && hours < 24 && Number.isInteger(hours)
    ? `${hours} hours`
    : `${minutes} minutes`;
}

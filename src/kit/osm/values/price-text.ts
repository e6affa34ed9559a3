import { readAmount } from '../../amount.ts';
import { badFieldsIn } from '../../errors.ts';
import { minorDigits, minorOf, RATE_UNITS_MAX, STAY_UNITS_MAX } from '../../money.ts';
import { currencyIn } from './currency-text.ts';
import { plainValue } from './reading.ts';
import { readDuration } from './time-text.ts';

/** A price that always holds. Minor units of `currency` (lower-case ISO 4217) for `rateUnit`. */
export type PlainPrice = {
  rateMinor: number;
  rateUnit: 'hour' | 'day';
  /** Stays are billed by started steps of so many minutes. 1 of a day rate, too. */
  billingStepMinutes: number;
  currency: string;
};

export type PriceText =
  | { kind: 'rate'; rate: PlainPrice; max: PlainPrice | null }
  | { kind: 'free' }
  | { kind: 'unknown' }
  | { kind: 'text'; reason: string };

const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 1440;
const THOUSANDS_DIGITS = 3;

const FREE = /^(?:0+(?:[.,]0+)?|free|gratis|kostenlos|none|no)$/;
/** `unknown` says as little as the mere fact that something is charged. */
const UNKNOWN = /^(?:yes|unknown)$/;

const TOO_HIGH = `is more than ${RATE_UNITS_MAX} an hour or a day`;
const NOT_ONE_PRICE = 'is not one price such as "2.50 USD/hour" that always holds';

/** A currency before or behind an amount, then the unit of time. */
const SIGN = String.raw`[\p{L}\p{Sc}][\p{L}\p{Sc}.]{0,6}`;
const AMOUNT = String.raw`\d{1,9}(?:[.,]\d{1,9})?`;
const PER = String.raw` ?\/ ?| (?:per|pro|je|par|por) `;
const MONEY = `(?:(?<before>${SIGN}) ?)?(?<amount>${AMOUNT})(?: ?(?<after>${SIGN}))?`;
const PRICE = new RegExp(`^${MONEY}(?:(?:${PER})(?<unit>[^/]+))?$`, 'u');
/** `2 EUR/hour; max 15 EUR/day`, `2 EUR/hour (max. 15 EUR/day)`, `2 EUR/hour up to 15 EUR/day` */
const UP_TO = String.raw`(?:max(?:imum|\.)?(?![a-z])|up to) ?`;
const WITH_MAX = new RegExp(
  String.raw`^(?<rate>[^;()]+?)(?: ?[;,] ?| | ?(?<open>\())${UP_TO}(?<max>[^;()]+)(?<close>\))?$`,
  'i',
);
/** `started hour`, `angefangene Stunde`, `hour or part thereof` */
const STARTED = /^(?:(?:each|every) )?(?:started|commenced|angefangene[nr]?) /i;
const PART_THEREOF = / or part thereof$/i;

/**
 * What one value of `charge` says. Only prices with a currency and a unit of time are read: an
 * amount without a currency may be in cents or in the money across the border, and one without a
 * unit may be for a stay or a day.
 */
export function readPriceText(text: string, ofCountry: string | null): PriceText {
  const plain = plainValue(text);
  if (plain === undefined) return { kind: 'text', reason: 'is too long to be one price' };
  if (FREE.test(plain.toLowerCase())) return { kind: 'free' };
  if (UNKNOWN.test(plain.toLowerCase())) return { kind: 'unknown' };
  const { rate: rateText, max: maxText, open, close } = WITH_MAX.exec(plain)?.groups ?? {};
  if (rateText === undefined || maxText === undefined)
    return asPriceText(onePrice(plain, ofCountry));
  if ((open === undefined) !== (close === undefined))
    return { kind: 'text', reason: NOT_ONE_PRICE };
  const rate = onePrice(rateText, ofCountry);
  const max = onePrice(maxText, ofCountry);
  if (typeof rate === 'string' || typeof max === 'string')
    return { kind: 'text', reason: NOT_ONE_PRICE };
  const isOfRate = max.rateUnit === 'day' && max.currency === rate.currency;
  if (!isOfRate || rate.rateMinor === 0 || max.rateMinor < rate.rateMinor)
    return { kind: 'text', reason: 'has no maximum for a day, in the same currency and above it' };
  return { kind: 'rate', rate, max };
}

function asPriceText(price: PlainPrice | string): PriceText {
  if (typeof price === 'string') return { kind: 'text', reason: price };
  return price.rateMinor === 0 ? { kind: 'free' } : { kind: 'rate', rate: price, max: null };
}

/** The price, or the reason why it cannot be posted. */
function onePrice(text: string, ofCountry: string | null): PlainPrice | string {
  const { before, amount, after, unit } = PRICE.exec(text)?.groups ?? {};
  if (amount === undefined) return NOT_ONE_PRICE;
  const sign = before ?? after;
  if (sign === undefined) return 'names no currency';
  if (before !== undefined && after !== undefined) return NOT_ONE_PRICE;
  const currency = currencyIn(sign, ofCountry);
  if (currency === undefined) return `names a currency that is not clear here: ${sign}`;
  const minor = minorOfText(amount, currency);
  if (typeof minor === 'string') return minor;
  if (unit === undefined)
    return minor === 0
      ? { rateMinor: 0, rateUnit: 'hour', billingStepMinutes: 1, currency }
      : 'does not say for how long it is paid';
  return perTime(minor, unit, currency);
}

function perTime(minor: number, unit: string, currency: string): PlainPrice | string {
  const isStarted = STARTED.test(unit) || PART_THEREOF.test(unit);
  const time = readDuration(unit.replace(STARTED, '').replace(PART_THEREOF, ''));
  if (time === undefined) return 'is not per minute, hour or day';
  const rateMax = minorOf(RATE_UNITS_MAX, currency);
  // 1440 minutes are how we write steps of an hourly rate that are a day long.
  if (time.minutes === MINUTES_OF_DAY && !/min/i.test(unit))
    return minor > rateMax
      ? TOO_HIGH
      : { rateMinor: minor, rateUnit: 'day', billingStepMinutes: 1, currency };
  if (time.minutes > MINUTES_OF_DAY || MINUTES_OF_DAY % time.minutes !== 0)
    return 'is billed in steps that do not divide a day';
  const minorOfSteps = minor * MINUTES_OF_HOUR;
  if (minorOfSteps % time.minutes !== 0) return 'does not come out even for an hour';
  const rateMinor = minorOfSteps / time.minutes;
  if (rateMinor > rateMax) return TOO_HIGH;
  const billingStepMinutes = time.isCounted || isStarted ? time.minutes : 1;
  return { rateMinor, rateUnit: 'hour', billingStepMinutes, currency };
}

/**
 * A comma before three digits marks thousands where the currency has no smaller unit. Everywhere
 * else three digits could be thousands or a fraction, and are refused.
 */
function minorOfText(amount: string, currency: string): number | string {
  const [, whole = '', fraction] = /^(\d+),(\d+)$/.exec(amount) ?? [];
  const isThree = fraction?.length === THOUSANDS_DIGITS;
  if (isThree && (minorDigits(currency) > 0 || whole.length > THOUSANDS_DIGITS || /^0/.test(whole)))
    return 'has three digits behind the comma: thousands, or a fraction';
  const plain = isThree ? `${whole}${fraction}` : amount.replace(',', '.');
  try {
    return readAmount('charge', plain, currency, STAY_UNITS_MAX);
  } catch (error) {
    return `has no amount that can be paid: ${badFieldsIn(error)[0]?.reason}`;
  }
}

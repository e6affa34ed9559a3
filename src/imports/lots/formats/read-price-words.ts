import { isCurrency, toMinor } from '../../../kit/money.ts';
import { chargeOf } from '../../../kit/osm/values/charge-of.ts';
import { PRICE_WORDS } from '../../../parking/lots/own-words.ts';

const AMOUNT = String.raw`\d{1,9}(?:\.\d{1,3})? [A-Z]{3}`;
const WORDS = new RegExp(
  `^(?<rate>${AMOUNT})/(?<unit>hour|day)` +
    String.raw`(?:, billed by started (?:(?<step>\d{1,4}) minutes|minute))?` +
    `(?:, at most (?<most>${AMOUNT}) in 24 hours)?$`,
);

/**
 * The price that feeds of this service say in words, as tags: `charge`, and `charge:max`. Other
 * texts are none: they stay what they are.
 */
export function readPriceWords(text: string): Record<string, string | null> {
  if (text === PRICE_WORDS.free) return { charge: null };
  const { rate, unit, step = '1', most } = WORDS.exec(text)?.groups ?? {};
  if (rate === undefined || (unit !== 'hour' && unit !== 'day')) return {};
  const charge = chargeIn(rate, unit, Number(step));
  if (charge === undefined) return {};
  return { charge, ...(most !== undefined && { 'charge:max': `${most}/day` }) };
}

/** `2.50 EUR` for an hour or a day, as `charge` says it; undefined: no such price is paid. */
export function chargeIn(text: string, rateUnit: 'hour' | 'day', step: number): string | undefined {
  const [amount = '', code = ''] = text.split(' ');
  const currency = code.toLowerCase();
  if (!isCurrency(currency)) return undefined;
  try {
    const rateMinor = toMinor(amount, currency);
    return chargeOf({ rateMinor, rateUnit, billingStepMinutes: step, currency }) ?? undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

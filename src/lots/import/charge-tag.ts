import { readAmount } from '../../amount.ts';
import { badField } from '../../errors.ts';
import { isCurrency, RATE_UNITS_MAX } from '../../money.ts';
import { readAll } from '../../read-all.ts';
import { readText } from '../tags.ts';

export type PostedRate = {
  /** Minor units; null: not posted. */
  rateMinor: number | null;
  rateUnit: 'hour' | 'day';
  /** Lower-case ISO 4217; null: no tag names one. */
  currency: string | null;
  maxDailyMinor: number | null;
};

type Charge = { minor: number; unit: 'hour' | 'day'; currency: string };

/**
 * The posted rate of OSM tags. `fee=no` is a rate of 0, `charge` is `2.50 USD/hour` or `20.00
 * USD/day` (wiki.openstreetmap.org/wiki/Key:charge), and `charge:max` (our own key) is the most
 * that a day costs. With neither `charge` nor `fee=no` the rate is not known. Errors: BAD_REQUEST
 * naming the tags.
 */
export function readPostedRate(tags: Record<string, unknown>): PostedRate {
  const { fee, charge, max } = readAll({
    fee: () => readFee(tags),
    charge: () => readCharge(tags, 'charge'),
    max: () => readCharge(tags, 'charge:max'),
  });
  if (fee === 'no' && charge !== undefined && charge.minor > 0)
    throw badField('charge', 'contradicts fee=no');
  if (max !== undefined && max.unit !== 'day')
    throw badField('charge:max', 'must be an amount per day');
  if (max !== undefined && charge === undefined && fee !== 'no')
    throw badField('charge:max', 'needs a charge beside it');
  if (max !== undefined && charge !== undefined && max.currency !== charge.currency)
    throw badField('charge:max', 'must be in the currency of charge');
  if (fee === 'no' || charge !== undefined) refuseConditions(tags);
  return {
    rateMinor: charge?.minor ?? (fee === 'no' ? 0 : null),
    rateUnit: charge?.unit ?? 'hour',
    currency: charge?.currency ?? max?.currency ?? null,
    maxDailyMinor: max?.minor ?? null,
  };
}

function readFee(tags: Record<string, unknown>): string | undefined {
  const fee = readText(tags, 'fee');
  if (fee !== undefined && fee !== 'yes' && fee !== 'no')
    throw badField('fee', 'must be yes or no');
  return fee;
}

/** Only one rate can be posted; a price for some hours would be wrong at the others. */
function refuseConditions(tags: Record<string, unknown>): void {
  for (const key of ['fee:conditional', 'charge:conditional'])
    if (readText(tags, key) !== undefined)
      throw badField(key, 'cannot be read: leave out the price, or give the one that always holds');
}

function readCharge(tags: Record<string, unknown>, field: string): Charge | undefined {
  const text = readText(tags, field);
  if (text === undefined) return undefined;
  const [, amount, code, unit] = /^(\S+) ([A-Z]{3})\/(hour|day)$/.exec(text) ?? [];
  if (amount === undefined || code === undefined || unit === undefined)
    throw badField(field, `"${text}" is not like "2.50 USD/hour" or "20.00 USD/day"`);
  const currency = code.toLowerCase();
  if (!isCurrency(currency)) throw badField(field, `${code} is not an ISO 4217 currency`);
  const minor = readAmount(field, amount, currency, RATE_UNITS_MAX);
  return { minor, unit: unit === 'hour' ? 'hour' : 'day', currency };
}

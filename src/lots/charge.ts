import { readAmount } from '../amount.ts';
import { badField } from '../errors.ts';
import { isCurrency, RATE_UNITS_MAX } from '../money.ts';

export type PostedRate = {
  /** Minor units; null: not posted. */
  rateMinor: number | null;
  rateUnit: 'hour' | 'day';
  /** Lowercase ISO 4217; null: nothing in the tags names one. */
  currency: string | null;
  maxDailyMinor: number | null;
};

type Charge = { minor: number; unit: 'hour' | 'day'; currency: string };

/**
 * The posted rate of OSM tags: `fee=no` is a rate of 0, `charge` is `2.50 USD/hour` or
 * `20.00 USD/day` (wiki.openstreetmap.org/wiki/Key:charge), `charge:max` (our own key) the most
 * that a day costs. Neither `charge` nor `fee=no`: the rate is not known. Errors: BAD_REQUEST
 * naming the tag.
 */
export function readPostedRate(tags: {
  fee: string | undefined;
  charge: string | undefined;
  chargeMax: string | undefined;
}): PostedRate {
  if (tags.fee !== undefined && tags.fee !== 'yes' && tags.fee !== 'no')
    throw badField('fee', 'must be yes or no');
  const charge = tags.charge === undefined ? undefined : readCharge('charge', tags.charge);
  if (tags.fee === 'no' && charge !== undefined && charge.minor > 0)
    throw badField('charge', 'contradicts fee=no');
  const max = tags.chargeMax === undefined ? undefined : readCharge('charge:max', tags.chargeMax);
  if (max !== undefined && max.unit !== 'day')
    throw badField('charge:max', 'must be an amount per day');
  if (max !== undefined && charge === undefined && tags.fee !== 'no')
    throw badField('charge:max', 'needs a charge beside it');
  if (max !== undefined && charge !== undefined && max.currency !== charge.currency)
    throw badField('charge:max', 'must be in the currency of charge');
  return {
    rateMinor: charge?.minor ?? (tags.fee === 'no' ? 0 : null),
    rateUnit: charge?.unit ?? 'hour',
    currency: charge?.currency ?? max?.currency ?? null,
    maxDailyMinor: max?.minor ?? null,
  };
}

function readCharge(field: string, text: string): Charge {
  const [, amount, code, unit] = /^(\S+) ([A-Z]{3})\/(hour|day)$/.exec(text) ?? [];
  if (amount === undefined || code === undefined || unit === undefined)
    throw badField(field, `"${text}" is not like "2.50 USD/hour" or "20.00 USD/day"`);
  const currency = code.toLowerCase();
  if (!isCurrency(currency)) throw badField(field, `${code} is not an ISO 4217 currency`);
  const minor = readAmount(field, amount, currency, RATE_UNITS_MAX);
  return { minor, unit: unit === 'hour' ? 'hour' : 'day', currency };
}

import { badFields } from '../../../kit/errors.ts';
import { type PlainPrice, readPriceText } from '../../../kit/osm/values/price-text.ts';
import { readPrice } from '../../../kit/osm/values/read-price.ts';
import { type Tags, tagText } from '../../../kit/osm/values/reading.ts';
import { plainTariff } from '../../plain-rate.ts';
import type { Step } from '../../tariff.ts';
import { readClauses } from './conditions.ts';
import { type Layer, layerOf } from './layer.ts';
import {
  badTag,
  CHARGE_CONDITIONS,
  FEE_CONDITIONS,
  MAX,
  NOT_TIMES,
  orRefuse,
  timesKey,
} from './tag-problem.ts';

/** `currency` (lower-case ISO 4217) is that of all its prices. */
type ChargeLayer = { layer: Layer<Step>; currency: string; maxDailyMinor: number | null };

type StatedPrice = Omit<PlainPrice, 'currency'> & { currency: string | null };

/**
 * How much is charged, where something is, according to `charge`, its conditions and `charge:max`.
 * Steps that are the same are one object. Errors: BAD_REQUEST naming the tag.
 */
export function readChargeLayer(tags: Tags, ofCountry: string | null): ChargeLayer {
  const { usual, maxDaily } = readUsual(tags, ofCountry);
  const conditions = tagText(tags, CHARGE_CONDITIONS);
  const clauses = conditions === undefined ? [] : readClauses(conditions);
  if (clauses === undefined) throw badTag(tags, CHARGE_CONDITIONS, NOT_TIMES);
  const read = clauses.map((clause) => ({
    ...clause,
    price: readValue(tags, clause.value, ofCountry),
  }));
  const stated = [
    ...read.map(({ price }) => price),
    ...[usual, maxDaily].filter((one) => one !== null),
  ];
  const currencies = new Set(stated.flatMap(({ currency }) => currency ?? []));
  const [currency] = currencies;
  const key = conditions === undefined ? 'charge' : CHARGE_CONDITIONS;
  if (currency === undefined)
    throw badTag(tags, timesKey(tags), 'is for a price that is not stated');
  if (currencies.size > 1) throw badTag(tags, key, 'is in several currencies');
  if (stated.some((price) => price !== maxDaily && price.rateUnit === 'day'))
    throw badTag(tags, key, 'is a price for a day, which may begin before the condition');
  const stepOf = stepReader();
  const layer = layerOf(
    read.map(({ price, ...clause }) => ({ ...clause, read: stepOf(price) })),
    usual === null ? undefined : stepOf(usual),
  );
  return {
    layer: orRefuse(tags, CHARGE_CONDITIONS, layer),
    currency,
    maxDailyMinor: maxDaily?.rateMinor ?? null,
  };
}

/** The charge without a condition, and the most that a day costs; null: not stated. */
function readUsual(
  { fee: _fee, [CHARGE_CONDITIONS]: conditions, [FEE_CONDITIONS]: _when, ...tags }: Tags,
  currency: string | null,
): { usual: StatedPrice | null; maxDaily: StatedPrice | null } {
  const { [MAX]: maxText = '', ...others } = tags;
  const usual = readPrice(others, { currency });
  if (usual.kind === 'unknown') return { usual: null, maxDaily: readMax(tags, maxText, currency) };
  const price = readPrice(tags, { currency });
  if (price.kind === 'text') throw badFields(price.problems);
  if (price.kind === 'unknown') return { usual: null, maxDaily: null };
  const { maxDailyMinor: max } = price;
  if (conditions !== undefined && max !== null && maxText.trim() === '')
    throw badTag(tags, 'charge', 'does not say whether its maximum is for all prices');
  const unit = { billingStepMinutes: 1, currency: price.currency };
  return {
    usual: price.kind === 'rate' ? price : { ...unit, rateMinor: 0, rateUnit: 'hour' },
    maxDaily: max === null ? null : { ...unit, rateMinor: max, rateUnit: 'day' },
  };
}

function readMax(tags: Tags, text: string, currency: string | null): StatedPrice | null {
  if (text.trim() === '') return null;
  const read = readPriceText(text, currency);
  if (read.kind !== 'rate' || read.max !== null || read.rate.rateUnit !== 'day')
    throw badTag(tags, MAX, 'is not one amount per day');
  return read.rate;
}

function readValue(tags: Tags, text: string, ofCountry: string | null): StatedPrice {
  const read = readPriceText(text, ofCountry);
  if (read.kind === 'free')
    return { rateMinor: 0, rateUnit: 'hour', billingStepMinutes: 1, currency: null };
  if (read.kind === 'rate' && read.max === null) return read.rate;
  const reason = read.kind === 'text' ? read.reason : 'has a price that is not clear';
  throw badTag(tags, CHARGE_CONDITIONS, reason);
}

/** Gives the same object for the same price. */
function stepReader(): (price: StatedPrice) => Step {
  const known = new Map<string, Step>();
  return ({ rateMinor, rateUnit, billingStepMinutes }) => {
    const rate = { rateMinor, rateUnit, billingStepMinutes, maxDailyMinor: null };
    const [step] = plainTariff(rate).parts[0]?.steps ?? [];
    if (step === undefined) throw new RangeError('a plain rate has one step');
    const same = known.get(JSON.stringify(step)) ?? step;
    known.set(JSON.stringify(step), same);
    return same;
  };
}

import type { FieldProblem } from '../../errors.ts';
import { OTHER_VEHICLES } from './other-vehicles.ts';
import { type PlainPrice, type PriceText, readPriceText } from './price-text.ts';
import { asText, type Tags, tagText } from './reading.ts';

export type Price =
  | ({ kind: 'rate'; maxDailyMinor: number | null } & PlainPrice)
  | { kind: 'free'; currency: string | null; maxDailyMinor: number | null }
  /** Nothing is stated, or only that something is charged. */
  | { kind: 'unknown' }
  /** A price that cannot be posted; `chargeText` is what people are shown. */
  | { kind: 'text'; chargeText: string; problems: FieldProblem[] };

/** Whether something is charged. */
const FEES = ['fee', 'parking:fee'];
/** How much. All that are present must mean the same. */
const CHARGES = ['charge', 'fee:amount', 'fee:price'];
/** The product's own name for `charge`; read where none of the others is. */
const OWN_CHARGE = 'parking:rate';
/** The product's own key for the most that a day costs. */
const OWN_MAX = 'charge:max';
/** They may change the price, and have no form that everyone uses. */
const OTHER_PRICES = /^(?:price|cost|tariff|fare|maxcharge|parking:(?:charge|price|cost|tariff))$/;
/** `charge:hgv` is not about cars, `charge:check_date` not about the price. */
const NO_PRICE = ['check_date', 'lastcheck', 'url', 'website', 'source'];
const SAYS_NOTHING = new RegExp(
  `^(?:charge|fee|parking:fee):(?:${[...OTHER_VEHICLES, ...NO_PRICE].join('|')})(?::|$)`,
);
const SUFFIXED = /^(?:charge|fee|parking:fee)[:_]/;

const FREE = /^(?:no|none|free|0)$/i;
const CHARGED = /^(?:yes|some|unknown)$/i;

type StatedPrice = {
  fees: string[];
  charges: string[];
  max: string | undefined;
  strangers: string[];
};

/**
 * What parking costs according to `fee`, `charge` and their relatives. `currency` is that of the
 * lot's country in lower-case ISO 4217. Whatever does not say one price that always holds for cars
 * is kept as text.
 */
export function readPrice(tags: Tags, { currency }: { currency: string | null }): Price {
  const stated = statedPriceOf(tags);
  const problems = [
    ...problemsOfFees(tags, stated.fees),
    ...problemsOfStrangers(tags, stated.strangers),
  ];
  const charges = stated.charges.map((key) => readPriceText(tagText(tags, key) ?? '', currency));
  for (const [i, charge] of charges.entries())
    if (charge.kind === 'text') problems.push(problemOf(tags, stated.charges[i], charge.reason));
  if (new Set(charges.map((charge) => JSON.stringify(charge))).size > 1)
    problems.push(problemOf(tags, stated.charges[1], `contradicts ${stated.charges[0]}`));
  const price =
    problems.length > 0 ? undefined : agreed(tags, stated, charges[0], currency, problems);
  return price ?? { kind: 'text', chargeText: chargeTextOf(tags, stated), problems };
}

function statedPriceOf(tags: Tags): StatedPrice {
  const isStated = (key: string) => tagText(tags, key) !== undefined;
  const charges = CHARGES.filter(isStated);
  return {
    fees: FEES.filter(isStated),
    charges: charges.length === 0 ? [OWN_CHARGE].filter(isStated) : charges,
    max: [OWN_MAX].find(isStated),
    strangers: Object.keys(tags).filter((key) => isStated(key) && isStranger(key)),
  };
}

function isStranger(key: string): boolean {
  if ([...CHARGES, ...FEES, OWN_MAX].includes(key) || SAYS_NOTHING.test(key)) return false;
  return SUFFIXED.test(key) || OTHER_PRICES.test(key);
}

function problemsOfFees(tags: Tags, fees: readonly string[]): FieldProblem[] {
  const texts = fees.map((key) => ({ key, text: tagText(tags, key) ?? '' }));
  const problems = texts
    .filter(({ text }) => !FREE.test(text) && !CHARGED.test(text))
    .map(({ key }) => problemOf(tags, key, 'is neither yes nor no'));
  if (new Set(texts.map(({ text }) => FREE.test(text))).size > 1)
    problems.push(problemOf(tags, fees[1], `contradicts ${fees[0]}`));
  return problems;
}

function problemsOfStrangers(tags: Tags, strangers: readonly string[]): FieldProblem[] {
  return strangers.map((key) =>
    problemOf(
      tags,
      key,
      key.endsWith(':conditional')
        ? 'changes the price, and only one price that always holds can be posted'
        : 'may change the price',
    ),
  );
}

/** The price, if the parts agree; undefined after noting why they do not. */
function agreed(
  tags: Tags,
  stated: StatedPrice,
  charge: PriceText | undefined,
  currency: string | null,
  problems: FieldProblem[],
): Price | undefined {
  const rate = charge?.kind === 'rate' ? charge : undefined;
  const isFeeFree = stated.fees.some((key) => FREE.test(tagText(tags, key) ?? ''));
  const isFeeYes = stated.fees.some((key) => /^(?:yes|some)$/i.test(tagText(tags, key) ?? ''));
  const isChargeFree = charge?.kind === 'free';
  const isFree = isFeeFree || isChargeFree;
  if (charge !== undefined && ((isFeeFree && !isChargeFree) || (isFeeYes && isChargeFree)))
    problems.push(problemOf(tags, stated.charges[0], `contradicts ${stated.fees[0]}`));
  const max = maxOf(tags, stated, currency, rate?.max ?? null, problems);
  if (max !== null && rate === undefined && !isFree)
    problems.push(problemOf(tags, OWN_MAX, 'needs a charge beside it'));
  if (max !== null && rate !== undefined && max.currency !== rate.rate.currency)
    problems.push(problemOf(tags, OWN_MAX, 'is not in the currency of charge'));
  if (problems.length > 0) return undefined;
  const maxDailyMinor = max?.rateMinor ?? null;
  if (rate !== undefined) return { kind: 'rate', ...rate.rate, maxDailyMinor };
  if (isFree) return { kind: 'free', currency: max?.currency ?? null, maxDailyMinor };
  return { kind: 'unknown' };
}

function maxOf(
  tags: Tags,
  stated: StatedPrice,
  currency: string | null,
  within: PlainPrice | null,
  problems: FieldProblem[],
): PlainPrice | null {
  if (stated.max === undefined) return within;
  const read = readPriceText(tagText(tags, stated.max) ?? '', currency);
  const max = read.kind === 'rate' && read.max === null ? read.rate : undefined;
  if (max?.rateUnit !== 'day')
    problems.push(problemOf(tags, stated.max, 'is not one amount per day'));
  else if (within !== null && JSON.stringify(within) !== JSON.stringify(max))
    problems.push(problemOf(tags, stated.max, 'contradicts the maximum in charge'));
  return max ?? null;
}

function problemOf(tags: Tags, key = 'charge', reason = ''): FieldProblem {
  return asText(key, tagText(tags, key) ?? '', reason).problem;
}

/** All that the tags say of a price, for people to read. */
export function statedPriceText(tags: Tags): string {
  return chargeTextOf(tags, statedPriceOf(tags));
}

/** The charge alone where the rest adds nothing; otherwise all tags, with their keys. */
function chargeTextOf(tags: Tags, stated: StatedPrice): string {
  const rest = [...(stated.max === undefined ? [] : [stated.max]), ...stated.strangers];
  const isFeeNeeded = (key: string) =>
    !CHARGED.test(tagText(tags, key) ?? '') || stated.charges.length === 0 || rest.length > 0;
  const keys = [...stated.fees.filter(isFeeNeeded), ...stated.charges, ...rest];
  if (keys.length === 1 && keys[0] === 'charge') return tagText(tags, 'charge') ?? '';
  return keys.map((key) => `${key}=${tagText(tags, key)}`).join('; ');
}

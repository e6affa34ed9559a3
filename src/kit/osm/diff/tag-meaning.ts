import { readHeight } from '../values/height.ts';
import { readMaxStay } from '../values/max-stay.ts';
import { type Price, readPrice } from '../values/read-price.ts';
import { asRead, asUnknown, type Reading, type Tags } from '../values/reading.ts';
import { readCapacity, readSpecialSpaces } from '../values/spaces.ts';

/**
 * What both sides say of a fact. `unknown`: the other side does not state it. `unclear`: what it
 * says is not understood for sure, so ours may be in it.
 */
type Comparison = 'same' | 'other' | 'unknown' | 'unclear';

/** What tags say of one fact, in a text that is the same for all that means the same. */
type Meaning = (tags: Tags, currency: string | null) => Reading<string>;

const MEANINGS: Readonly<Record<string, Meaning>> = {
  capacity: (tags) => mapped(readCapacity(tags), ({ spaces }) => String(spaces)),
  'capacity:disabled': (tags) => specialSpaces(tags, 'capacity:disabled'),
  'capacity:charging': (tags) => specialSpaces(tags, 'capacity:charging'),
  fee: (tags, currency) => feeOf(tags, readPrice(tags, { currency })),
  charge: (tags, currency) => chargeOf(readPrice(tags, { currency })),
  maxstay: (tags) => mapped(readMaxStay(tags), (stay) => JSON.stringify(stay)),
  maxheight: (tags) => mapped(readHeight(tags), (height) => JSON.stringify(height)),
};

/** The facts whose values are read; no other value is ever replaced. */
export const FACTS = Object.keys(MEANINGS);

/** Compares what two sides say of one of the FACTS. */
export function compareFact(key: string, theirs: Tags, ours: Tags): Comparison {
  const meaning = MEANINGS[key];
  const ourReading = meaning?.(ours, null);
  const reading = meaning?.(theirs, currencyOf(ours));
  if (reading?.kind === 'unknown') return 'unknown';
  if (reading?.kind !== 'read' || ourReading?.kind !== 'read') return 'unclear';
  const isSome = ourReading.value === SOME && Number(reading.value) > 0;
  return isSome || reading.value === ourReading.value ? 'same' : 'other';
}

/** Of spaces that were not counted; a number says more. */
const SOME = 'some';

function specialSpaces(tags: Tags, key: string): Reading<string> {
  return mapped(readSpecialSpaces(tags, key, null), (spaces) =>
    spaces.kind === 'some' ? SOME : String(spaces.spaces),
  );
}

function feeOf(tags: Tags, price: Price): Reading<string> {
  if (price.kind === 'text') return { kind: 'text', problem: problemOf(price) };
  if (price.kind === 'unknown') return tags.fee === 'yes' ? asRead('yes') : asUnknown();
  return asRead(price.kind === 'free' ? 'no' : 'yes');
}

/** The most that a day costs is a fact of its own, which we do not write. */
function chargeOf(price: Price): Reading<string> {
  if (price.kind === 'text') return { kind: 'text', problem: problemOf(price) };
  if (price.kind === 'unknown') return asUnknown();
  if (price.kind === 'free') return asRead('free');
  const { rateMinor, rateUnit, billingStepMinutes, currency } = price;
  return asRead(`${rateMinor} ${currency}/${rateUnit}, ${billingStepMinutes}`);
}

function problemOf({ chargeText, problems }: Extract<Price, { kind: 'text' }>) {
  return problems[0] ?? { field: 'charge', reason: chargeText };
}

function mapped<Value>(reading: Reading<Value>, text: (value: Value) => string): Reading<string> {
  return reading.kind === 'read' ? asRead(text(reading.value)) : reading;
}

/** Whether the charge also says what a day costs at most, which a new charge would take away. */
export function hasDayMaximum(theirs: Tags, ours: Tags): boolean {
  const price = readPrice(theirs, { currency: currencyOf(ours) });
  return 'maxDailyMinor' in price && price.maxDailyMinor !== null;
}

/** The currency of a place, where the other side writes a mere `$`. */
function currencyOf(ours: Tags): string | null {
  const price = readPrice(ours, { currency: null });
  return price.kind === 'rate' ? price.currency : null;
}

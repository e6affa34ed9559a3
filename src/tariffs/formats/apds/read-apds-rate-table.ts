import { badField } from '../../../kit/errors.ts';
import { parseInstant } from '../../../kit/time/instants.ts';
import type { MaximumPer, Tariff } from '../../tariff.ts';
import { checkConverted, type Reading } from '../check-converted.ts';
import { minutesFor } from '../least-cost.ts';
import { readValue } from '../read-value.ts';
import { type ApdsCollection, ApdsRateTableInput } from './apds-shape.ts';
import { fitsReset, leastSeconds, parseDuration, parseReset, RESET_MINUTES } from './durations.ts';
import { type Lines, readLines } from './read-lines.ts';
import { amountOf, type Money } from './values.ts';

const FIELD = 'apds_rate_table';
const COLLECTION = `${FIELD}.rateLineCollections.0`;
const [DAY, NEVER] = ['P1D', 'P10Y'];

/**
 * The tariff that a RateTable of APDS 4 means. Errors: BAD_REQUEST naming its first member that
 * says more than a tariff can, as `apds_rate_table.rateLineCollections.0.rateLines.1.maxValue`.
 */
export function readApdsRateTable(value: unknown, reading: Reading): Tariff {
  const { currency, from } = reading;
  const given = readValue(ApdsRateTableInput, value, FIELD);
  const [collection] = given.rateLineCollections;
  if (collection === undefined) throw badField(`${FIELD}.rateLineCollections`, 'is needed');
  if (collection.applicableCurrency.toLowerCase() !== currency)
    throw badField(
      `${COLLECTION}.applicableCurrency`,
      `must be ${currency.toUpperCase()}, that of the lot`,
    );
  checkBegun(given.validityStart, `${FIELD}.validityStart`, from);
  checkBegun(collection.validStart, `${COLLECTION}.validStart`, from);
  for (const [i, time] of (given.activeTimes ?? []).entries())
    if (!isAtLeast(time, DAY)) throw badField(`${FIELD}.activeTimes.${i}`, 'must be P1D: each day');
  const money = { currency, taxPercent: taxOf(collection) };
  const lines = readLines(collection, money, COLLECTION);
  const reset = readReset(collection);
  checkReset(reset, lines);
  const unlimited: Tariff = { parts: [{ name: 'rate', ...lines.price }], maxima: null };
  const tariff = withLimits(unlimited, collection, { reset, money });
  return checkConverted(tariff, reading, (path) => fieldOf(path, lines));
}

function checkBegun(text: string | undefined, field: string, from: Date): void {
  const begun = text === undefined ? from : parseInstant(text);
  if (begun === undefined || begun > from)
    throw badField(field, 'must be an instant, not after that from which the table is posted');
}

function isAtLeast(text: string, other: string): boolean {
  const [one, least] = [parseDuration(text), parseDuration(other)];
  return one !== undefined && leastSeconds(one) >= (least === undefined ? 0 : leastSeconds(least));
}

/** Percent that come to the amounts. */
function taxOf({ taxIncluded, taxRate }: ApdsCollection): number {
  if (taxIncluded) return 0;
  if (taxRate !== undefined) return taxRate;
  throw badField(`${COLLECTION}.taxRate`, 'is needed where taxIncluded is false');
}

/** When the rate starts again. */
function readReset({ minTime = 'PT0S', maxTime, resetTime }: ApdsCollection): MaximumPer {
  const reset = parseReset(resetTime);
  if (reset === undefined)
    throw badField(`${COLLECTION}.resetTime`, 'must be P1D, P7D, P1M, 00:00, or at least P10Y');
  if (!isAtLeast(minTime, 'PT0S') || isAtLeast(minTime, 'PT1S'))
    throw badField(`${COLLECTION}.minTime`, 'must be PT0S: others may be paid, or needed');
  const least = reset === 'calendar_day' ? DAY : reset === 'stay' ? NEVER : resetTime;
  if (maxTime !== undefined && !isAtLeast(maxTime, least))
    throw badField(`${COLLECTION}.maxTime`, `must be at least ${least}: no tariff limits a stay`);
  return reset;
}

/** The steps of a tariff do not start again: that must not make a difference. */
function checkReset(reset: MaximumPer, { price: { steps }, untilMinute, fields }: Lines): void {
  const field = `${COLLECTION}.resetTime`;
  const [step, ...others] = steps ?? [];
  const stepMinutes = step?.billing_step_minutes ?? step?.per_minutes;
  if (reset !== 'stay' && (stepMinutes === undefined || others.length > 0))
    throw badField(field, `must be at least ${NEVER}, except for a single incrementingRate`);
  if (reset !== 'stay' && !fitsReset(reset, stepMinutes ?? 1))
    throw badField(field, 'must be the end of an incrementPeriod, wherever the stay begins');
  if (untilMinute !== Infinity && untilMinute !== RESET_MINUTES[reset])
    throw badField(`${fields.at(-1)}.durationEnd`, 'must not be there, or be resetTime');
}

function withLimits(
  tariff: Tariff,
  { minValueCollection: min, maxValueCollection: max }: ApdsCollection,
  { reset, money }: { reset: MaximumPer; money: Money },
): Tariff {
  const most = max === undefined ? null : amountOf(max, `${COLLECTION}.maxValueCollection`, money);
  const maxima = most === null ? null : [{ amount_minor: most, per: reset }];
  if (min === undefined || min === 0) return { ...tariff, maxima };
  const field = `${COLLECTION}.minValueCollection`;
  if (reset !== 'stay') throw badField(field, 'must not be there where the rate starts again');
  const minutes = minutesFor({ ...tariff, maxima }, amountOf(min, field, money));
  if (minutes === undefined)
    throw badField(field, 'must be what some time costs: a tariff says how long is paid at least');
  return { ...tariff, maxima, ...(minutes > 0 && { minimum_minutes: minutes }) };
}

function fieldOf([member, , what, step]: readonly string[], { fields }: Lines): string {
  if (member === 'maxima') return `${COLLECTION}.maxValueCollection`;
  if (member === 'minimum_minutes') return `${COLLECTION}.minValueCollection`;
  const field = what === 'steps' ? fields[Number(step)] : fields[0];
  return field ?? `${COLLECTION}.rateLines`;
}

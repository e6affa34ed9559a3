import { badField } from '../../../kit/errors.ts';
import type { Step, TariffPart } from '../../tariff.ts';
import { priceOf } from '../exact.ts';
import type { ApdsCollection, ApdsLine } from './apds-shape.ts';
import { minutesOf, parseDuration } from './durations.ts';
import { amountOf, type Money, timePrice } from './values.ts';

/** Where a line is, from its first minute to its last, and how it is paid. */
type Tier = { field: string; line: ApdsLine; from: number; until: number };

/** What is paid: a flat price, or steps that all end where the next one begins. */
export type Lines = {
  price: Pick<TariffPart, 'flat_minor' | 'steps'>;
  /** By step. */
  fields: string[];
  /** The minute of the stay at which the last line ends; Infinity: it does not. */
  untilMinute: number;
};

/**
 * The lines of a collection, in their sequence. Each increment is paid when it begins, and those of
 * a line are added to those of the lines before. Errors: BAD_REQUEST naming the line.
 */
export function readLines(given: ApdsCollection, money: Money, field: string): Lines {
  const tiers = readTiers(given, `${field}.rateLines`);
  const [first, ...others] = tiers;
  if (first?.line.rateLineType === 'flatRate' && others.length === 0) {
    if (first.line.incrementPeriod !== undefined)
      throw badField(`${first.field}.incrementPeriod`, 'must not be there beside flatRate');
    const minor = amountOf(first.line.value, `${first.field}.value`, money);
    return { price: { flat_minor: minor }, fields: [first.field], untilMinute: first.until };
  }
  const isAlone = others.length === 0;
  const steps = tiers.map((tier) => stepOf(tier, isAlone, money));
  const untilMinute = tiers.at(-1)?.until ?? Infinity;
  return { price: { steps }, fields: tiers.map((tier) => tier.field), untilMinute };
}

function readTiers({ rateLines }: ApdsCollection, field: string): Tier[] {
  const inOrder = rateLines
    .map((line, i) => ({ line, field: `${field}.${i}` }))
    .sort((one, other) => one.line.sequence - other.line.sequence);
  const tiers: Tier[] = [];
  for (const [i, { line, field: at }] of inOrder.entries()) {
    const before = tiers.at(-1);
    if (inOrder[i - 1]?.line.sequence === line.sequence)
      throw badField(`${at}.sequence`, 'must not be that of another line');
    const from = lengthOf(line, 'durationStart', at) ?? 0;
    if (from !== (before?.until ?? 0))
      throw badField(`${at}.durationStart`, 'must be durationEnd of the line before, or 0');
    const until = lengthOf(line, 'durationEnd', at) ?? Infinity;
    if (until <= from) throw badField(`${at}.durationEnd`, 'must be after durationStart');
    tiers.push({ field: at, line, from, until });
  }
  return tiers;
}

function lengthOf(
  line: ApdsLine,
  member: 'durationStart' | 'durationEnd' | 'incrementPeriod',
  field: string,
): number | undefined {
  const text = line[member];
  if (text === undefined) return undefined;
  const duration = parseDuration(text);
  const minutes = duration && minutesOf(duration);
  // `01:00` may be an hour since the stay began, or a time of the day.
  if (minutes === undefined)
    throw badField(`${field}.${member}`, 'must be an ISO 8601 duration of whole minutes: PT30M');
  return minutes;
}

function stepOf({ field, line, from, until }: Tier, isAlone: boolean, money: Money): Step {
  const isTier = line.rateLineType === 'flatRateTier';
  if (line.rateLineType === 'flatRate' || (isTier && !isAlone))
    throw badField(
      `${field}.rateLineType`,
      'must be incrementingRate beside other lines: the value of a tier may be a sum, or not',
    );
  const given = lengthOf(line, 'incrementPeriod', field);
  const step = isTier ? until : given;
  if (step === undefined || step === 0 || step === Infinity || (given ?? step) !== step)
    throw badField(
      `${field}.incrementPeriod`,
      'is needed, and for a flatRateTier is the time until durationEnd',
    );
  if (until !== Infinity && (until - from) % step !== 0)
    throw badField(
      `${field}.incrementPeriod`,
      'must divide the time from durationStart to durationEnd',
    );
  const price = timePrice(line.value, step, `${field}.value`, money);
  return { from_minutes: from, ...priceOf(price, step) };
}

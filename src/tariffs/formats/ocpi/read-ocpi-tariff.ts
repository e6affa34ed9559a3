import { minutesInHour } from 'date-fns/constants';
import { badField } from '../../../kit/errors.ts';
import { parseInstant } from '../../../kit/time/instants.ts';
import { addMinutes, firstMinute, weekMinutes } from '../../input/week-minutes.ts';
import type { Step, Tariff, TariffPart, When } from '../../tariff.ts';
import { checkConverted, type Reading } from '../check-converted.ts';
import { priceOf } from '../exact.ts';
import { readValue } from '../read-value.ts';
import { checkSteps } from './check-steps.ts';
import { withFlat } from './flat-fee.ts';
import { joinTimes } from './join-times.ts';
import { OcpiTariffInput } from './ocpi-shape.ts';
import { readComponents } from './read-components.ts';
import { readLimits } from './read-limits.ts';
import { type Group, type Pick, resolveElements } from './resolve-elements.ts';

/**
 * The tariff that a Tariff of OCPI 2.2.1 means for vehicles that park and do not charge. Errors:
 * BAD_REQUEST naming its first member that says more than a tariff can, as
 * `ocpi_tariff.elements.0.restrictions.min_kwh`.
 */
export function readOcpiTariff(value: unknown, reading: Reading): Tariff {
  const { currency, from } = reading;
  const given = readValue(OcpiTariffInput, value, FIELD);
  if (given.currency.toLowerCase() !== currency)
    throw badField(`${FIELD}.currency`, `must be ${currency.toUpperCase()}, that of the lot`);
  if (given.end_date_time !== undefined)
    throw badField(`${FIELD}.end_date_time`, 'must not be there: a posted tariff has no end');
  if (given.start_date_time !== undefined && !isBegun(given.start_date_time, from))
    throw badField(
      `${FIELD}.start_date_time`,
      'must be an instant in UTC, not after that from which the tariff is posted',
    );
  const { times, flat, vats } = readComponents(given, currency);
  const resolved = resolveElements(times);
  checkSteps(resolved);
  const groups = joinTimes(resolved);
  const parts = withGap(groups.map((group) => partOf(group, groups.length, currency)));
  const unlimited: Tariff = { parts: withFlat(parts, flat), maxima: null };
  const tariff = { ...unlimited, ...readLimits(given, unlimited, { currency, vats }) };
  return checkConverted(tariff, reading, (path) => fieldOf(path, groups));
}

const FIELD = 'ocpi_tariff';

/** A time without a zone is in UTC there. */
function isBegun(text: string, from: Date): boolean {
  const begun = parseInstant(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
  return begun !== undefined && begun <= from;
}

function partOf({ when, element, picks }: Group, count: number, currency: string): TariffPart {
  const isAlone = count === 1 && isAlways(when);
  const name = isAlone ? 'rate' : `element ${element}`;
  const part = { name, ...(!isAlways(when) && { when }) };
  const isPaid = picks.some(({ price }) => (price?.hourMinor.numerator ?? 0n) > 0n);
  return isPaid
    ? { ...part, steps: picks.map((pick) => stepOf(pick, currency)) }
    : { ...part, flat_minor: 0 };
}

const isAlways = (when: When) => Object.keys(when).length === 0;

function stepOf({ fromMinute, price }: Pick, currency: string): Step {
  const { hourMinor = { numerator: 0n, denominator: 1n }, stepMinutes = 1 } = price ?? {};
  const hour = { minor: hourMinor, minutes: minutesInHour, currency };
  return { from_minutes: fromMinute, ...priceOf(hour, stepMinutes) };
}

/** Time without a price is free. */
function withGap(parts: TariffPart[]): TariffPart[] {
  const covered = weekMinutes({ days: [] });
  for (const { when = {} } of parts)
    if (when.dates === undefined) addMinutes(covered, weekMinutes(when));
  const isWhole = firstMinute(weekMinutes({}), covered, false) === undefined;
  return isWhole ? parts : [...parts, { name: 'free', flat_minor: 0 }];
}

/** `['parts', '1', 'steps', '0', 'price']` -> `ocpi_tariff.elements.2.price_components.0` */
function fieldOf([member, part, ...rest]: readonly string[], groups: readonly Group[]): string {
  if (member === 'maxima') return `${FIELD}.max_price`;
  if (member === 'minimum_minutes') return `${FIELD}.min_price`;
  if (member !== 'parts') return FIELD;
  const group = groups[Number(part)];
  if (part === undefined || group === undefined) return `${FIELD}.elements`;
  const [what, step] = rest;
  const price = what === 'steps' ? group.picks[Number(step)]?.price : undefined;
  if (price !== undefined) return price.field;
  const field = `${FIELD}.elements.${group.element}`;
  return what === 'when' ? `${field}.restrictions` : field;
}

import type { MandateRules } from '../../access/mandates/mandate.ts';
import { readAmount } from '../../kit/amount.ts';
import { badField, badFieldsIn } from '../../kit/errors.ts';
import { LATITUDE_MAX, LONGITUDE_MAX, roundPoint } from '../../kit/geo/great-circle.ts';
import { WEEKLY } from '../../kit/hours/plain-hours.ts';
import { openHoursReader } from '../../kit/hours/read-hours.ts';
import { isObject } from '../../kit/is-object.ts';
import { isCurrency, STAY_UNITS_MAX } from '../../kit/money.ts';
import type { Querier } from '../../stores/postgres.ts';
import { readTimezone } from '../lots/place/read-timezone.ts';
import { checkListed, readLotIds } from './mandated-lots.ts';

export const AREA_RADIUS_KM = { min: 0.1, max: 20_000 } as const;
const METRES_PER_KM = 1_000;
const DEFAULT_TIMEZONE = 'UTC';

/** From the narrowest on: none may allow more than the next. */
const AMOUNTS = ['max_per_stay', 'max_per_day', 'max_per_month'] as const;
const RULES = [...AMOUNTS, 'lot_ids', 'area', 'hours', 'needs_activation'] as const;
const FIELDS: readonly string[] = [...RULES, 'currency', 'timezone'];
const AREA_FIELDS = ['lat', 'lng', 'radius_km'] as const;

/**
 * The rules of a new mandate, from parsed JSON of any shape, with amounts in currency units. Its
 * lots have to be in the mode of its key. Errors: BAD_REQUEST naming a field of `mandate`.
 */
export async function readMandate(
  db: Querier,
  { livemode }: { livemode: boolean },
  input: unknown,
): Promise<MandateRules> {
  const given = readObject('mandate', input, FIELDS);
  const isRuled = RULES.some((rule) => given[rule] !== undefined && given[rule] !== false);
  if (!isRuled) throw badField('mandate', `must set at least one of ${RULES.join(', ')}`);
  const rules = {
    ...readAmounts(given),
    lotIds: readLotIds('mandate.lot_ids', given.lot_ids),
    area: readArea(given.area),
    hours: readText(given, 'hours')?.trim() ?? null,
    timezone: readTimezone('mandate.timezone', readText(given, 'timezone') ?? DEFAULT_TIMEZONE),
    needsActivation: readFlag(given, 'needs_activation'),
  };
  if (rules.hours !== null) await checkHours('mandate.hours', rules.hours);
  if (rules.lotIds !== null) await checkListed(db, livemode, 'mandate.lot_ids', rules.lotIds);
  return rules;
}

/** The members that are given: as in every body, `null` is the same as leaving it out. */
function readObject(
  field: string,
  value: unknown,
  known: readonly string[],
): Record<string, unknown> {
  if (!isObject(value)) throw badField(field, 'must be a JSON object');
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw badField(`${field}.${unknown}`, `is not a field; there are ${known.join(', ')}`);
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null));
}

function readAmounts(
  given: Record<string, unknown>,
): Pick<MandateRules, 'currency' | 'maxPerStayMinor' | 'maxPerDayMinor' | 'maxPerMonthMinor'> {
  const currency = readText(given, 'currency')?.toLowerCase() ?? null;
  const isAny = AMOUNTS.some((name) => given[name] !== undefined);
  if (currency === null && isAny) throw badField('mandate.currency', 'is required with an amount');
  if (currency !== null && !isAny)
    throw badField('mandate.currency', `needs an amount: give ${AMOUNTS.join(', ')}`);
  if (currency !== null && !isCurrency(currency))
    throw badField('mandate.currency', 'must be an ISO 4217 code such as eur');
  const [stay = null, day = null, month = null] = AMOUNTS.map((name) =>
    readLimit(`mandate.${name}`, given[name], currency ?? ''),
  );
  refuseWider('max_per_stay', stay, { max_per_day: day, max_per_month: month });
  refuseWider('max_per_day', day, { max_per_month: month });
  return { currency, maxPerStayMinor: stay, maxPerDayMinor: day, maxPerMonthMinor: month };
}

/** Minor units; null: not given. */
function readLimit(field: string, value: unknown, currency: string): number | null {
  if (value === undefined) return null;
  if (typeof value !== 'number') throw badField(field, 'must be a number of currency units');
  const minor = readAmount(field, value, currency, STAY_UNITS_MAX);
  if (minor === 0) throw badField(field, 'must be more than 0');
  return minor;
}

function refuseWider(
  name: string,
  minor: number | null,
  wider: Readonly<Record<string, number | null>>,
): void {
  const narrow = Object.keys(wider).find((other) => (minor ?? 0) > (wider[other] ?? Infinity));
  if (narrow !== undefined) throw badField(`mandate.${name}`, `must be at most ${narrow}`);
}

function readArea(value: unknown): MandateRules['area'] {
  if (value === undefined) return null;
  const given = readObject('mandate.area', value, AREA_FIELDS);
  const point = {
    lat: readNumber(given, 'lat', -LATITUDE_MAX, LATITUDE_MAX),
    lng: readNumber(given, 'lng', -LONGITUDE_MAX, LONGITUDE_MAX),
  };
  const radiusKm = readNumber(given, 'radius_km', AREA_RADIUS_KM.min, AREA_RADIUS_KM.max);
  return { ...roundPoint(point), radiusM: Math.round(radiusKm * METRES_PER_KM) };
}

function readNumber(
  given: Record<string, unknown>,
  name: (typeof AREA_FIELDS)[number],
  min: number,
  max: number,
): number {
  const value = given[name];
  if (typeof value !== 'number' || !(value >= min && value <= max))
    throw badField(`mandate.area.${name}`, `must be a number from ${min} to ${max}`);
  return value;
}

function readText(given: Record<string, unknown>, name: string): string | null {
  const value = given[name];
  if (value === undefined) return null;
  if (typeof value !== 'string') throw badField(`mandate.${name}`, 'must be a text');
  return value;
}

function readFlag(given: Record<string, unknown>, name: string): boolean {
  const value = given[name] ?? false;
  if (typeof value !== 'boolean') throw badField(`mandate.${name}`, 'must be true or false');
  return value;
}

/**
 * BAD_REQUEST naming `field` unless the hours are those of a week, in strict OSM syntax. The reader
 * of lots' hours also reads plain words (`weekdays 8-18`), and what depends on holidays or the sun.
 * What a mandate allows must be written as it is, and it has no place.
 */
async function checkHours(field: string, hours: string): Promise<void> {
  const read = await openHoursReader([hours]);
  try {
    read(hours);
  } catch (error) {
    throw badField(field, badFieldsIn(error)[0]?.reason ?? 'cannot be read');
  }
  if (!WEEKLY.test(hours))
    throw badField(
      field,
      'must be the hours of a week such as "Mo-Fr 07:00-19:00; Sa 08:00-12:00"',
    );
}

import { badField } from '../../../kit/errors.ts';
import type { NamedColumns } from '../../../kit/tables/name-columns.ts';
import { UUID } from '../../../parking/lots/find-lot.ts';
import { readText, TEXT_LENGTH_MAX } from '../../../parking/lots/osm/tags.ts';
import type { LotField } from '../tables/lot-headers.ts';
import { accessOf, checkPurpose, NOTHING, parkingOf, yesOrNoOf } from '../tables/lot-values.ts';
import type { Renamed } from './describe-renamed-lot.ts';
import { chargeIn } from './read-price-words.ts';

type Properties = Readonly<Record<string, unknown>>;

/** The tag that says the same as a field, and how its value is written in OpenStreetMap. */
const TAGS: Partial<
  Record<LotField, { tag: string; say?: (text: string, column: string) => string | undefined }>
> = {
  name: { tag: 'name' },
  capacity: { tag: 'capacity', say: wholeNumber },
  capacity_disabled: { tag: 'capacity:disabled', say: wholeNumber },
  capacity_charging: { tag: 'capacity:charging', say: wholeNumber },
  capacity_women: { tag: 'capacity:women', say: wholeNumber },
  type: { tag: 'parking', say: (text, column) => parkingOf(column, text) },
  access: { tag: 'access', say: accessOf },
  address: { tag: 'addr:full', say: oneLine },
  street: { tag: 'addr:street' },
  housenumber: { tag: 'addr:housenumber' },
  postcode: { tag: 'addr:postcode' },
  city: { tag: 'addr:city' },
  region: { tag: 'addr:state' },
  country: { tag: 'addr:country' },
  operator: { tag: 'operator' },
  website: { tag: 'website' },
  opening_hours: { tag: 'opening_hours' },
  max_height: { tag: 'maxheight', say: unlessZero },
  max_height_cm: { tag: 'maxheight', say: (text) => withUnit(unlessZero(text), 'cm') },
  max_stay: { tag: 'maxstay' },
  fee: { tag: 'fee', say: (text) => yesOrNoOf(text) },
  is_free: { tag: 'fee', say: (text) => yesOrNoOf(text, { isOpposite: true }) },
  fee_conditional: { tag: 'fee:conditional' },
  charge: { tag: 'charge' },
  charge_conditional: { tag: 'charge:conditional' },
  description: { tag: 'description' },
};
/** A price or a description may be a long text. */
const TEXT_LENGTHS_MAX: Partial<Record<LotField, number>> = {
  ...{ charge: 2_000, charge_conditional: 2_000, fee_conditional: 2_000 },
  description: 2_000,
};

/**
 * The named columns of a row in OpenStreetMap's words. Errors: BAD_REQUEST naming the columns for a
 * row without a name, and for one that is not for cars. `isBesideList`: a price list is there, too.
 */
export function renameTable(
  properties: Properties,
  named: NamedColumns<LotField>,
  isBesideList: boolean,
): Renamed {
  const tags: Record<string, string> = { amenity: 'parking' };
  const names: Record<string, string> = {};
  const stated = (field: LotField) => textIn(properties, named.get(field), TEXT_LENGTHS_MAX[field]);
  const purpose = stated('purpose');
  if (purpose !== undefined) checkPurpose(named.get('purpose') ?? 'purpose', purpose);
  for (const [field, { tag, say }] of Object.entries(TAGS)) {
    const column = named.get(field as LotField);
    const text = stated(field as LotField);
    if (column === undefined || text === undefined) continue;
    const value = say === undefined ? text : say(text, column);
    if (value === undefined || value === '') continue;
    tags[tag] = value;
    names[tag] = column;
  }
  if (tags.name === undefined) throw badField(named.get('name') ?? 'name', 'is missing');
  if (isOwnPage(tags.website, stated('ref'))) delete tags.website;
  Object.assign(tags, rateTags(stated, isBesideList));
  names.charge ??= named.get('rate') ?? 'charge';
  names['charge:max'] = named.get('max_daily_rate') ?? 'charge:max';
  return { tags, names, rules: [], unused: [] };
}

/** This service's page of a lot, which its feeds name where a lot has none of its own. */
export function isOwnPage(website: unknown, lotId: unknown): boolean {
  return (
    typeof lotId === 'string' && UUID.test(lotId) && String(website).endsWith(`/lots/${lotId}`)
  );
}

/**
 * `rate`, its unit and step, `max_daily_rate` and `currency` of columns of their own, as prices for
 * an hour or a day. A price list must not contradict them, so beside one a maximum counts without a
 * currency, too.
 */
function rateTags(
  stated: (field: LotField) => string | undefined,
  isBesideList: boolean,
): Record<string, string> {
  const [rate, most, charge] = [stated('rate'), stated('max_daily_rate'), stated('charge')];
  const code = stated('currency')?.toUpperCase();
  const priced = (text: string, unit: string) =>
    code === undefined ? text : `${text} ${code}/${unit}`;
  const isRated = rate !== undefined;
  const isLimited = most !== undefined && (isRated || isBesideList || charge !== undefined);
  // Two prices are none that can be posted.
  const beside = charge === undefined ? '' : `${charge}; `;
  return {
    ...(isRated && { charge: `${beside}${rateText(rate, code, stated)}` }),
    ...(isLimited && { 'charge:max': /^[\d.,]+$/.test(most) ? priced(most, 'day') : most }),
  };
}

/** Without a currency, by another unit or by steps that no price has, a text that is no price. */
function rateText(
  rate: string,
  code: string | undefined,
  stated: (field: LotField) => string | undefined,
): string {
  const unit = stated('rate_unit')?.toLowerCase() ?? 'hour';
  const step = stated('billing_step') ?? '1';
  const price = code === undefined ? rate : `${rate} ${code}`;
  if (step === '1') return `${price}/${UNITS.get(unit) ?? unit}`;
  const isHourly = (UNITS.get(unit) ?? unit) === 'hour' && /^\d{1,4}$/.test(step);
  const charge = isHourly ? chargeIn(price, 'hour', Number(step)) : undefined;
  return charge ?? `${price}/${unit}, by started ${step} minutes`;
}

const UNITS: ReadonlyMap<string, string> = new Map([
  ['hourly', 'hour'],
  ['daily', 'day'],
]);

/** Text of a cell on one line; a list of texts as `bus;train`. Errors: BAD_REQUEST naming it. */
function textIn(
  properties: Properties,
  column: string | undefined,
  lengthMax = TEXT_LENGTH_MAX,
): string | undefined {
  if (column === undefined) return undefined;
  const text = oneLineOf(properties[column]);
  if (typeof text === 'object' || NOTHING.test(String(text))) return undefined;
  return readText({ [column]: text }, column, lengthMax);
}

function oneLine(text: string): string {
  return text.replaceAll('; ', ', ');
}

/** Programs write whole numbers as `540.0`. */
function wholeNumber(text: string): string {
  return text.replace(/^(\d+)[.,]0+$/, '$1');
}

/** In published tables a height of 0 was not measured. */
function unlessZero(text: string): string | undefined {
  return /^0+(?:[.,]0+)?$/.test(text) ? undefined : text;
}

function withUnit(text: string | undefined, unit: string): string | undefined {
  return text !== undefined && /^\d+$/.test(text) ? `${text} ${unit}` : text;
}

/** A value as one line of text; a list of values as `bus;train`. */
export function oneLineOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => typeof item !== 'object').join(';');
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.replaceAll(/\s*[\r\n\t]+\s*/g, '; ').trim() : value;
}

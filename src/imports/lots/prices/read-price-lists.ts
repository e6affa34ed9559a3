import { badField, badFields, badFieldsIn } from '../../../kit/errors.ts';
import { isObject } from '../../../kit/is-object.ts';
import { isCurrency } from '../../../kit/money.ts';
import { currencyIn } from '../../../kit/osm/values/currency-text.ts';
import { statedPriceText } from '../../../kit/osm/values/read-price.ts';
import { asText, type Tags } from '../../../kit/osm/values/reading.ts';
import { shownText } from '../../../kit/text/shown-text.ts';
import { readApdsRateTable } from '../../../tariffs/formats/apds/read-apds-rate-table.ts';
import type { Reading } from '../../../tariffs/formats/check-converted.ts';
import { readOcpiTariff } from '../../../tariffs/formats/ocpi/read-ocpi-tariff.ts';
import { type OsmCharge, readOsmCharge } from '../../../tariffs/formats/osm/read-osm-charge.ts';
import { readTariff } from '../../../tariffs/input/read-tariff.ts';
import { tariffInFile } from '../../../tariffs/input/tariff-in-file.ts';
import type { LotPlace } from '../../../tariffs/price/lot-clock.ts';
import type { Tariff } from '../../../tariffs/tariff.ts';
import {
  type PriceColumns,
  type PriceList,
  priceListsIn,
  statedText,
} from '../tables/price-columns.ts';
import { checkBeside } from './check-beside.ts';
import { readJsonText } from './json-text.ts';

/** The price lists of a row, and what it says of their currency. */
export type StatedLists = {
  lists: readonly PriceList[];
  /** undefined: the row has no such column. */
  currency: { field: string; text: string } | undefined;
};

/** The price lists of a row. */
export function statedLists(
  properties: Record<string, unknown>,
  columns: PriceColumns,
): StatedLists {
  const { currency: field } = columns;
  const text = statedText(properties[field]);
  return {
    lists: priceListsIn(properties, columns),
    currency: text === undefined ? undefined : { field, text },
  };
}

/** `currency` is that of the lot's country; null: not known. `now`: lists have begun by then. */
type Where = { currency: string | null; place: LotPlace; now: Date };
type Read = { tariff: Tariff; currency: string };

const READERS: Readonly<Record<PriceList['form'], (value: unknown, reading: Reading) => Tariff>> = {
  tariff: (value, { currency, place }) => readTariff(tariffInFile(value), currency, place),
  ocpi_tariff: readOcpiTariff,
  apds_rate_table: readApdsRateTable,
};

/**
 * What parking costs according to the tags of a row or to its price list. Several lists, one that
 * is not understood in every member, and one beside which a tag says another price are text: nobody
 * knows which is meant.
 */
export function readPriceLists(stated: StatedLists, tags: Tags, where: Where): OsmCharge {
  const [list] = stated.lists;
  if (list === undefined) return readOsmCharge(tags, where);
  try {
    const read = readOnly(stated, list, where);
    checkBeside(tags, read, where);
    return { kind: 'tariff', ...read };
  } catch (error) {
    return { kind: 'text', chargeText: textOf(stated, tags), problems: badFieldsIn(error) };
  }
}

/** A price that was read and is not posted, because of a rule beside it. */
export function unpostedList(stated: StatedLists, tags: Tags): OsmCharge & { kind: 'text' } {
  const [{ field } = { field: 'charge' }] = stated.lists;
  const chargeText = textOf(stated, tags);
  const reason = 'is not posted, because of what was not understood';
  return { kind: 'text', chargeText, problems: [asText(field, chargeText, reason).problem] };
}

/** Errors: BAD_REQUEST naming the column, or its member. */
function readOnly(stated: StatedLists, list: PriceList, where: Where): Read {
  const another = stated.lists[1];
  if (another !== undefined)
    throw badField(another.field, `stands beside ${list.field}: one price list is needed`);
  const { field } = list;
  const value = onlyValue(field, list.value);
  const form = list.form === 'tariff' ? formOf(value) : list.form;
  const currency = currencyOf(stated, currencyWithin(value), where);
  try {
    const reading = { currency, place: where.place, from: where.now };
    return { tariff: READERS[form](value, reading), currency };
  } catch (error) {
    const inFile = (name: string) => `${field}${name.slice(form.length)}`;
    throw badFields(
      badFieldsIn(error).map(({ field: name, reason }) => ({ field: inFile(name), reason })),
    );
  }
}

/** A list of one object is that object. */
function onlyValue(field: string, given: unknown): Record<string, unknown> {
  const value = typeof given === 'string' ? readJsonText(field, given) : given;
  const [one, ...others] = Array.isArray(value) ? value : [value];
  if (others.length > 0)
    throw badField(field, `is a list of ${others.length + 1}: one tariff is needed`);
  if (isObject(one)) return one;
  const text = Array.isArray(one) ? 'a list of lists' : shownText(JSON.stringify(one) ?? '');
  throw badField(field, `${text} is no tariff such as {"parts": [...]}`);
}

function formOf(value: Record<string, unknown>): PriceList['form'] {
  if ('parts' in value) return 'tariff';
  if ('rateLineCollections' in value) return 'apds_rate_table';
  return 'elements' in value ? 'ocpi_tariff' : 'tariff';
}

/** What an object of a standard says; undefined: it names no currency. */
function currencyWithin(value: Record<string, unknown>): string | undefined {
  const { rateLineCollections: collections } = value;
  const first: unknown = Array.isArray(collections) ? collections[0] : undefined;
  const said = isObject(first) ? first.applicableCurrency : value.currency;
  const currency = typeof said === 'string' ? said.toLowerCase() : '';
  return isCurrency(currency) ? currency : undefined;
}

function currencyOf(
  { currency: stated }: StatedLists,
  within: string | undefined,
  { currency: usual }: Where,
): string {
  if (stated === undefined) {
    const currency = within ?? usual;
    if (currency === null)
      throw badField('currency', 'is needed here: no country gives that of the tariff');
    return currency;
  }
  const { field, text } = stated;
  const isCode = /^[a-z]{3}$/i.test(text);
  const currency = currencyIn(isCode ? text.toUpperCase() : text, usual);
  if (currency === undefined)
    throw badField(field, `"${shownText(text)}" is no currency such as EUR that is clear here`);
  return currency;
}

/** All that a row says of its price, for people to read. */
function textOf({ lists }: StatedLists, tags: Tags): string {
  const beside = statedPriceText(tags);
  const texts = lists.map(({ field, value }) => {
    return { field, text: statedText(value) ?? '' };
  });
  const [one] = texts;
  if (one !== undefined && texts.length === 1 && beside === '') return one.text;
  const named = texts.map(({ field, text }) => `${field}=${text}`);
  return [...(beside === '' ? [] : [beside]), ...named].join('; ');
}

import { isObject } from '../../../kit/is-object.ts';
import { type NamedColumns, plainHeader } from '../../../kit/tables/name-columns.ts';
import { LOT_HEADERS, type LotField } from './lot-headers.ts';
import { NOTHING } from './lot-values.ts';

type Properties = Readonly<Record<string, unknown>>;

/** Fields whose values are whole price lists, in forms of their own. */
const LIST_FIELDS = ['tariff', 'ocpi_tariff', 'apds_rate_table'] as const;
const LIST_HEADERS = new Set(
  LIST_FIELDS.flatMap((field) => [plainHeader(field), ...LOT_HEADERS[field]]),
);

/** A value that is, or seems to be, a whole price list, and what the file calls it. */
export type PriceList = {
  field: string;
  form: (typeof LIST_FIELDS)[number];
  value: unknown;
};

/** Where the rows of a file have price lists, and in which currency. */
export type PriceColumns = {
  /** Whether other columns are tags: then texts that are no JSON are, too. */
  isOfTags: boolean;
  lists: readonly (readonly [PriceList['form'], string])[];
  /** A price as one text; undefined: the format has none. */
  charge: string | undefined;
  currency: string;
};

/** The same in formats with fixed names. */
export function fixedPriceColumns(charge: string | undefined, isOfTags = false): PriceColumns {
  return { isOfTags, lists: FIXED_LISTS, charge, currency: 'currency' };
}

/** By the names of requests, and by the plural that some portals have. */
const FIXED_LISTS = [
  ...LIST_FIELDS.map((field) => [field, field] as const),
  ['tariff', 'tariffs'] as const,
];

export function namedPriceColumns(named: NamedColumns<LotField>): PriceColumns {
  const lists = LIST_FIELDS.flatMap((field) => {
    const column = named.get(field);
    return column === undefined ? [] : [[field, column] as const];
  });
  return {
    isOfTags: false,
    lists,
    charge: named.get('charge'),
    currency: named.get('currency') ?? 'currency',
  };
}

/** The price lists of a row. Only as JSON is the price of `charge` one. */
export function priceListsIn(properties: Properties, columns: PriceColumns): PriceList[] {
  const { charge, isOfTags } = columns;
  const lists = columns.lists
    .map(([form, field]) => ({ field, form, value: properties[field] }))
    .filter(({ value }) => statedText(value) !== undefined)
    .filter(({ value }) => !isOfTags || typeof value === 'object' || isListOrJson(value));
  if (charge === undefined || !isListOrJson(properties[charge])) return lists;
  return [...lists, { field: charge, form: 'tariff', value: properties[charge] }];
}

/** Whether a format with fixed names has price lists there. */
export function isFixedList(name: string): boolean {
  return FIXED_LISTS.some(([, field]) => field === name);
}

export function withoutLists<Value>(
  properties: Record<string, Value>,
  lists: readonly PriceList[],
): Record<string, Value> {
  if (lists.length === 0) return properties;
  const taken = new Set(lists.map(({ field }) => field));
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !taken.has(name)));
}

export function isListField(field: LotField): boolean {
  return LIST_FIELDS.some((one) => one === field);
}

/** Whether an object or a list is one value, and no columns: by its header, or by its members. */
export function isPriceList(column: string, value: object): boolean {
  return isTariffForm(value) || LIST_HEADERS.has(plainHeader(column));
}

/** Whether it has the members by which tariffs of this service are recognised. */
export function isTariffForm(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value.parts) || value.parts.length === 0) return false;
  return value.parts.every(
    (part) => isObject(part) && 'name' in part && ('steps' in part || 'flat' in part),
  );
}

function isListOrJson(value: unknown): boolean {
  return typeof value === 'string' ? /^\s*[[{]/.test(value) : isTariffForm(value);
}

/** A value as text; undefined: what programs write where there is nothing. */
export function statedText(value: unknown): string | undefined {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).trim();
  return NOTHING.test(text) || ['', '{}', '[]'].includes(text) ? undefined : text;
}

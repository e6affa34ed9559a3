import { isObject } from '../../../kit/is-object.ts';
import { isPriceList } from './price-columns.ts';

/** Deeper members are not understood by anybody here. */
const DEPTH_MAX = 4;
const COLUMNS_MAX = 300;

/**
 * A JSON object as a row of a table: members of members get names such as `address.city`. Of a list
 * of values for kinds, as `[{"categoryType": "STANDARD", "total": 5}]`, each kind becomes a column,
 * `capacities.STANDARD`; a list of one object is that object. An attribute of FIWARE,
 * `{"type": "Text", "value": "Berlin"}`, is its value. Other lists, places as GeoJSON and price
 * lists stay as they are.
 */
export function flattenRecord(record: Record<string, unknown>): Record<string, unknown> {
  const columns: [string, unknown][] = [];
  addMembers(columns, '', record, DEPTH_MAX);
  return Object.fromEntries(columns.slice(0, COLUMNS_MAX));
}

function addMembers(
  columns: [string, unknown][],
  path: string,
  members: Record<string, unknown>,
  depth: number,
): void {
  for (const [key, member] of Object.entries(members)) {
    const column = path === '' ? key : `${path}.${key}`;
    const value = valueIn(member);
    const isList = typeof value === 'object' && value !== null && isPriceList(column, value);
    const kinds = isList ? undefined : kindsIn(value);
    if (kinds !== undefined)
      for (const [kind, count] of kinds) columns.push([`${column}.${kind}`, count]);
    else if (isObject(value) && !isList && !Array.isArray(value.coordinates) && depth > 1)
      addMembers(columns, column, value, depth - 1);
    else columns.push([column, value]);
  }
}

function valueIn(member: unknown): unknown {
  if (isObject(member) && 'value' in member && 'type' in member) return member.value;
  const isOne = Array.isArray(member) && member.length === 1 && isObject(member[0]);
  return isOne && kindsIn(member) === undefined ? member[0] : member;
}

/** Members that say what the other one of a pair is. */
const KIND_NAMES = ['categoryType', 'type', 'kind', 'context', 'language', 'lang'];

/** The pairs of a list of objects with a kind and one value each; undefined: it is none. */
function kindsIn(value: unknown): (readonly [string, unknown])[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const pairs = value.map((item) => {
    if (!isObject(item)) return undefined;
    const kindName = KIND_NAMES.find((name) => typeof item[name] === 'string');
    const others = Object.keys(item).filter((name) => name !== kindName);
    const other = 'total' in item ? 'total' : others[0];
    if (kindName === undefined || (others.length > 1 && other !== 'total')) return undefined;
    const count = other === undefined ? null : item[other];
    return typeof count === 'object' && count !== null ? undefined : [item[kindName], count];
  });
  const isAll = pairs.every((pair): pair is [string, unknown] => pair !== undefined);
  return isAll ? pairs : undefined;
}

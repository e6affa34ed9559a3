import { readDecimal } from '../../../kit/decimal.ts';
import { badField, badFields, type FieldProblem } from '../../../kit/errors.ts';
import { LATITUDE_MAX, LONGITUDE_MAX } from '../../../kit/geo/great-circle.ts';
import { isObject } from '../../../kit/is-object.ts';
import type { NamedColumns } from '../../../kit/tables/name-columns.ts';
import { shownText } from '../../../kit/text/shown-text.ts';
import type { LotField } from './lot-headers.ts';

type Properties = Readonly<Record<string, unknown>>;

/** `52,52`, `52.52`, `52.52° N`. `O` is east in German and west in French, so it is refused. */
const DEGREES = /^([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEW])?$/i;
const NEGATIVE_SIDES = /[SW]/i;
const PAIR = /^\s*[([]?\s*(-?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*[)\]]?\s*$/;
const WKT_POINT = /^(?:SRID=4326;)?\s*POINT(?:\s+Z)?\s*\(\s*(\S+)\s+(\S+)(?:\s+\S+)?\s*\)$/i;
const LONGITUDE_FIRST = /^(?:lng|lon|long)/i;
/** Names of lists with the latitude first; without such a name, a list may be in either order. */
const LATITUDE_FIRST = /^(?:lat|geo_?point)/i;

/**
 * The geometry of a row of a table, as GeoJSON: from its columns for latitude and longitude, else
 * from one for both: `48.85, 2.35` with the latitude first, as portals write it; WKT and GeoJSON
 * with the longitude first. Errors: BAD_REQUEST naming the columns.
 */
export function geometryOfRow(properties: Properties, named: NamedColumns<LotField>): object {
  const [lat, lng] = [named.get('lat'), named.get('lng')];
  if (lat !== undefined && lng !== undefined) {
    const read = [
      degreesIn(lat, properties[lat], LATITUDE_MAX),
      degreesIn(lng, properties[lng], LONGITUDE_MAX),
    ];
    const problems = read.filter((one) => typeof one === 'object');
    if (problems.length > 0) throw badFields(problems);
    return pointOf(read[0], read[1]);
  }
  const column = named.get('position') ?? 'position';
  return geometryIn(column, properties[column]);
}

function pointOf(lat: unknown, lng: unknown): object {
  return { type: 'Point', coordinates: [lng, lat] };
}

function degreesIn(column: string, value: unknown, most: number): number | FieldProblem {
  if (value === undefined || value === null || value === '')
    return { field: column, reason: 'is missing' };
  const degrees = typeof value === 'number' ? value : inDegrees(String(value).trim());
  if (degrees !== undefined && Math.abs(degrees) <= most) return degrees;
  const reason = `"${shownText(String(value))}" is no number of degrees from -${most} to ${most}`;
  return { field: column, reason };
}

function inDegrees(text: string): number | undefined {
  const [, number, side] = DEGREES.exec(text) ?? [];
  const degrees = number === undefined ? undefined : readDecimal(plainNumber(number));
  if (degrees === undefined || side === undefined) return degrees;
  return NEGATIVE_SIDES.test(side) ? -degrees : degrees;
}

function plainNumber(text: string): string {
  return text.replace(',', '.').replace(/^\+/, '');
}

function geometryIn(column: string, value: unknown): object {
  if (isObject(value)) return value;
  if (Array.isArray(value)) return listIn(column, value);
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') throw badField(column, 'is missing');
  if (text.startsWith('{')) return geoJsonIn(column, text);
  const [, x, y] = WKT_POINT.exec(text) ?? [];
  if (x === undefined || y === undefined) return pairIn(column, text);
  return checked(column, text, inDegrees(y), inDegrees(x));
}

function listIn(column: string, list: readonly unknown[]): object {
  const text = list.map(String).join(',');
  if (LATITUDE_FIRST.test(column) || LONGITUDE_FIRST.test(column)) return pairIn(column, text);
  const how = 'give latitude and longitude names of their own';
  throw badField(column, `"${shownText(text)}" does not say which is the latitude: ${how}`);
}

function pairIn(column: string, text: string): object {
  const [, first = '', second = ''] = PAIR.exec(text) ?? [];
  const [one, other] = [inDegrees(first), inDegrees(second)];
  const [lat, lng] = LONGITUDE_FIRST.test(column) ? [other, one] : [one, other];
  return checked(column, text, lat, lng);
}

function checked(
  column: string,
  text: string,
  lat: number | undefined,
  lng: number | undefined,
): object {
  const isPlace =
    lat !== undefined &&
    lng !== undefined &&
    Math.abs(lat) <= LATITUDE_MAX &&
    Math.abs(lng) <= LONGITUDE_MAX;
  if (isPlace) return pointOf(lat, lng);
  const form = 'is neither "48.85, 2.35" nor POINT (2.35 48.85), in degrees';
  throw badField(column, `"${shownText(text)}" ${form}`);
}

function geoJsonIn(column: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Said below.
  }
  throw badField(column, `"${shownText(text)}" is not GeoJSON`);
}

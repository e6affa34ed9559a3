import { badField } from '../../../kit/errors.ts';
import { isObject } from '../../../kit/is-object.ts';
import { shownText } from '../../../kit/text/shown-text.ts';
import { checkCrs, type RawFeature } from '../features/feature-collection.ts';

type Json = Record<string, unknown>;

/** Where portals put the list of what they publish, the surest first. */
const LIST_NAMES = [
  'items',
  'lots',
  'data',
  'records',
  'results',
  'features',
  'value',
  '_embedded',
];
const WGS84_NUMBERS = [4326, 4258, 4269];

/**
 * The rows of a JSON document that is a list of objects, or has one: plain objects, GeoJSON
 * features, and records of OpenDataSoft and of ArcGIS. Members of members stay as they are.
 * Errors: BAD_REQUEST naming `file` when it has no list, or several.
 */
export function recordsOf(document: unknown): RawFeature[] {
  const list = listIn(document);
  if (isObject(document)) checkArcGis(document);
  return list.map((item) => (isObject(item) ? toRow(item) : { properties: {} }));
}

function listIn(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document;
  const members = isObject(document) ? document : {};
  const named = LIST_NAMES.map((name) => members[name]).find(Array.isArray);
  if (named !== undefined) return named;
  const others = Object.entries(members).filter(([, value]) => isListOfObjects(value));
  const [one, another] = others;
  if (another !== undefined) {
    const names = others.map(([name]) => `"${shownText(name)}"`).join(', ');
    throw badField('file', `has several lists (${names}): keep the one with the lots`);
  }
  if (one === undefined || !Array.isArray(one[1]))
    throw badField('file', 'is not a list of lots: neither GeoJSON nor a list of objects');
  return one[1];
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

function toRow(item: Json): RawFeature {
  if (item.type === 'Feature')
    return { ...item, properties: isObject(item.properties) ? item.properties : {} };
  // OpenDataSoft's API of version 1.
  if (isObject(item.fields) && typeof item.recordid === 'string')
    return { id: item.recordid, properties: item.fields, geometry: item.geometry };
  if (isObject(item.attributes))
    return { properties: item.attributes, geometry: arcGisPoint(item.geometry) };
  return { properties: item };
}

function arcGisPoint(geometry: unknown): unknown {
  if (!isObject(geometry) || geometry.x === undefined) return undefined;
  return { type: 'Point', coordinates: [geometry.x, geometry.y] };
}

/** ArcGIS says by a number which system its coordinates are of. */
function checkArcGis({ spatialReference }: Json): void {
  if (!isObject(spatialReference)) return;
  const { wkid } = spatialReference;
  if (!WGS84_NUMBERS.includes(Number(wkid)))
    checkCrs({ properties: { name: `EPSG:${wkid}` } }, 'file');
}

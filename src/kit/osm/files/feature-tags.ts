import type { FieldProblem } from '../../errors.ts';
import { isObject } from '../../is-object.ts';
import { readStoreText } from './store-text.ts';

/** A GeoJSON Feature whose members are not checked yet. */
export type MapFeature = {
  id?: unknown;
  geometry?: unknown;
  properties: Record<string, unknown>;
};

/** `osmId`: `way/5`; null: the feature does not say that it is OpenStreetMap's. */
type FeatureTags = {
  osmId: string | null;
  tags: Record<string, string>;
  problems: FieldProblem[];
};

/** An element of OpenStreetMap, such as `way/123`. */
export const OSM_ID = /^(?:node|way|relation)\/[1-9]\d{0,15}$/;
const TYPES: Readonly<Record<string, string>> = { n: 'node', w: 'way', r: 'relation' };
/** The columns for an element's type and id: of osmium, QuickOSM, osmnx, pyrosm, osmtogeojson. */
const ID_COLUMNS = [
  ['@type', '@id'],
  ['osm_type', 'osm_id'],
  ['osm_type', 'id'],
  ['element_type', 'osmid'],
  ['element', 'id'],
  ['type', 'id'],
] as const;
const WHOLE = /^\d+$/;
/** What the writers of GeoJSON tell of an element besides its tags, and how it looks there. */
const METADATA: Readonly<Record<string, RegExp>> = {
  timestamp: /^\d{4}-\d\d-\d\dT|^\d{9,13}$/,
  version: WHOLE,
  changeset: WHOLE,
  uid: WHOLE,
  user: /./,
  visible: /^(true|false)$/,
  tainted: /^(true|false)$/,
  geometry: /^(center|bounds)$/,
};
/** Columns of lists and of what was read already. */
const NEVER_TAGS = ['tags', 'relations', 'meta', 'full_id', 'osm_way_id', 'other_tags', 'all_tags'];

/**
 * The tags of a GeoJSON feature, without what its writer added, whichever of OpenStreetMap's tools
 * that was: osmium, osmtogeojson, overpass turbo, QuickOSM, GDAL, osmnx or pyrosm. Numbers and
 * truth values become text; other values, and an outline that is not the element's own, are
 * problems.
 */
export function readFeatureTags(feature: MapFeature): FeatureTags {
  const { properties } = feature;
  const { osmId, columns } = identify(feature);
  const isWritten = (key: string) => key.startsWith('@') || columns.includes(key);
  const isMetadata = (key: string, value: unknown) =>
    osmId !== null && Object.hasOwn(METADATA, key) && METADATA[key]?.test(String(value));
  const own = Object.entries(properties).filter(
    ([key]) => !isWritten(key) && !(osmId !== null && NEVER_TAGS.includes(key)),
  );
  const nested = osmId === null ? [] : nestedTags(properties);
  const problems = outlineProblems(properties, osmId);
  const tags: [string, string][] = [];
  for (const [key, value] of [...own, ...nested]) {
    if (value === null || value === undefined || value === '' || isMetadata(key, value)) continue;
    if (typeof value === 'object')
      problems.push({ field: key, reason: 'is a list or an object, not text' });
    else tags.push([key, String(value)]);
  }
  return { osmId, tags: Object.fromEntries(tags), problems };
}

/**
 * Which features are lines of elements that the file also has as areas: osmium writes an outline
 * both ways when it cannot tell which one is meant. Numbered from 0.
 */
export function linesOfAreas(features: readonly MapFeature[]): Set<number> {
  const types = features.map(({ geometry }) => typeOf(geometry));
  if (!types.includes('LineString')) return new Set();
  const ids = features.map((feature) => identify(feature).osmId);
  const isArea = (i: number) => types[i] === 'Polygon' || types[i] === 'MultiPolygon';
  const areas = new Set(ids.filter((id, i) => id !== null && isArea(i)));
  const lines = [...features.keys()].filter((i) => types[i] === 'LineString');
  return new Set(lines.filter((i) => areas.has(ids[i] ?? null)));
}

/** `columns`: the properties that say it, which are no tags. */
function identify(feature: MapFeature): { osmId: string | null; columns: readonly string[] } {
  const { id, properties } = feature;
  const textOf = ([type, number]: (typeof ID_COLUMNS)[number]) =>
    `${properties[type]}/${properties[number]}`;
  const texts = [properties['@id'], id, properties.id, ...ID_COLUMNS.map(textOf)].map(String);
  const osmId = texts.find((text) => OSM_ID.test(text)) ?? idOfGdal(feature) ?? idOfOsmium(feature);
  const pairs = ID_COLUMNS.filter((columns) => textOf(columns) === osmId);
  const single = osmId === null ? [] : ['osm_id', ...(properties.id === osmId ? ['id'] : [])];
  return { osmId, columns: [...pairs.flat(), ...single] };
}

/**
 * GDAL's layers: `osm_way_id` where an area is a way, else the geometry tells the type. Other files
 * have an `osm_id` too, so one of the columns of GDAL must be there.
 */
function idOfGdal({ geometry, properties }: MapFeature): string | null {
  const { osm_id, osm_way_id, other_tags, type } = properties;
  const isGdal = typeof other_tags === 'string' || Boolean(osm_way_id) || type === 'multipolygon';
  if (!isGdal) return null;
  const types = { Point: 'node', LineString: 'way', MultiPolygon: 'relation' };
  const found = Object.entries(types).find(([type]) => type === typeOf(geometry))?.[1];
  const osmId = osm_way_id ? `way/${osm_way_id}` : `${found}/${osm_id}`;
  return OSM_ID.test(osmId) ? osmId : null;
}

/**
 * osmium's `n5`, `w5` and `a10`, which is way 5; `a11` is relation 5. Other files have such ids of
 * their own, so the geometry must be the one that osmium writes.
 */
function idOfOsmium({ id, geometry, properties }: MapFeature): string | null {
  const [, letter = '', digits = ''] =
    /^([nwra])(\d{1,15})$/.exec(String(properties.full_id ?? id)) ?? [];
  const number = Number(digits);
  const types: Record<string, string> = { n: 'Point', w: 'LineString', a: 'MultiPolygon' };
  if (properties.full_id === undefined && types[letter] !== typeOf(geometry)) return null;
  const osmId =
    letter === 'a'
      ? `${number % 2 === 0 ? 'way' : 'relation'}/${Math.floor(number / 2)}`
      : `${TYPES[letter]}/${number}`;
  return OSM_ID.test(osmId) ? osmId : null;
}

function typeOf(geometry: unknown): unknown {
  return isObject(geometry) ? geometry.type : undefined;
}

/** Tags within one property: an object, JSON (pyrosm), or as PostgreSQL writes them (GDAL). */
function nestedTags({ tags, other_tags, all_tags }: Record<string, unknown>): [string, unknown][] {
  if (isObject(tags)) return Object.entries(tags);
  const texts = [tags, other_tags, all_tags].filter((one) => typeof one === 'string');
  return texts.flatMap((text) => Object.entries(readStoreText(text)));
}

function outlineProblems(
  properties: Record<string, unknown>,
  osmId: string | null,
): FieldProblem[] {
  if (osmId === null) return [];
  const shape = properties['@geometry'] ?? properties.geometry;
  const tainted = properties['@tainted'] ?? properties.tainted;
  const reasons = [
    ...(shape === 'bounds' ? ['is only the box around it: ask for its whole outline'] : []),
    ...(String(tainted) === 'true' ? ['is cut off: parts of it are not in the file'] : []),
  ];
  return reasons.map((reason) => ({ field: 'geometry', reason }));
}

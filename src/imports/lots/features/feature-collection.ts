import { badField } from '../../../kit/errors.ts';
import { isObject } from '../../../kit/is-object.ts';
import { shownText } from '../../../kit/text/shown-text.ts';
import { rowName } from './row-name.ts';

/** One GeoJSON Feature whose members are not checked yet. */
export type RawFeature = {
  id?: unknown;
  geometry?: unknown;
  properties: Record<string, unknown>;
  /** Where it is in the file, from 1; undefined: its position in the list tells. */
  row?: number;
  /** Refuses what the row itself has wrong. Errors: BAD_REQUEST. */
  check?: () => void;
};

export const FILE_ROWS_MAX = 500_000;
/** Includes ETRS89 and NAD83, each by its number, and GeoJSON's own name CRS84. */
const DEGREES_OF_WGS84 = /(^|[:/])(CRS84h?|4326|4979|4258|4269|84)$/i;

/**
 * The features of a GeoJSON FeatureCollection. Errors: BAD_REQUEST naming `file` when it is not
 * one, or has too many.
 */
export function readFeatures(document: unknown): unknown[] {
  if (!isFeatureCollection(document)) throw badField('file', 'is not a GeoJSON FeatureCollection');
  const { features } = document;
  checkCrs(document.crs, 'file');
  if (!Array.isArray(features)) throw badField('file', 'has no list of features');
  if (features.length > FILE_ROWS_MAX)
    throw badField('file', `has more than ${FILE_ROWS_MAX} features`);
  return features;
}

/** Whether a JSON document says that it is one. */
export function isFeatureCollection(document: unknown): document is Record<string, unknown> {
  return isObject(document) && document.type === 'FeatureCollection';
}

/**
 * Coordinates must be degrees of WGS 84, or of a system that differs by less than a metre. Another
 * system, which older GeoJSON can name, would put every lot in the wrong place. Errors: BAD_REQUEST
 * naming `field`.
 */
export function checkCrs(crs: unknown, field: string): void {
  if (crs === undefined || crs === null) return;
  const properties = isObject(crs) && isObject(crs.properties) ? crs.properties : {};
  const name = String(properties.name ?? properties.code);
  if (!DEGREES_OF_WGS84.test(name))
    throw badField(field, `is in the CRS "${shownText(name)}": save it in EPSG:4326 (WGS 84)`);
}

/**
 * The features unchanged; one that is not an object with properties is returned with empty
 * properties.
 */
export function toRawFeatures(features: readonly unknown[]): RawFeature[] {
  return features.map(toRawFeature);
}

/** The feature's name for its lot, so that people find it in a file; null: none. */
export function featureName({ id, properties }: Omit<RawFeature, 'geometry'>): string | null {
  return rowName(properties.name, properties.ref, id);
}

function toRawFeature(value: unknown): RawFeature {
  if (!isObject(value)) return { properties: {} };
  const properties = value.properties;
  return { ...value, properties: isObject(properties) ? properties : {} };
}

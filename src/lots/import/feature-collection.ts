import { badField } from '../../errors.ts';
import { isObject } from '../../is-object.ts';
import { shownText } from '../../shown-text.ts';
import { rowName } from './row-name.ts';

/** One GeoJSON Feature whose members are not checked yet. */
export type RawFeature = { id?: unknown; geometry?: unknown; properties: Record<string, unknown> };

const FILE_BYTES_MAX = 256 * 1024 * 1024;
const FILE_ROWS_MAX = 500_000;
/** Includes ETRS89 and NAD83, each by its number, and GeoJSON's own name CRS84. */
const DEGREES_OF_WGS84 = /(^|[:/])(CRS84h?|4326|4979|4258|4269|84)$/i;

/**
 * Reads a whole GeoJSON FeatureCollection (UTF-8). Errors: BAD_REQUEST naming `file` when it is too
 * large or not one. A feature that is not an object with properties is returned with empty
 * properties, so that only its row is refused.
 */
export async function readFeatureCollection(
  input: AsyncIterable<Uint8Array>,
): Promise<RawFeature[]> {
  const document = parseJson(await readWhole(input));
  if (!isObject(document) || document.type !== 'FeatureCollection')
    throw badField('file', 'is not a GeoJSON FeatureCollection');
  const { features } = document;
  checkCrs(document.crs, 'file');
  if (!Array.isArray(features)) throw badField('file', 'has no list of features');
  if (features.length > FILE_ROWS_MAX)
    throw badField('file', `has more than ${FILE_ROWS_MAX} features`);
  return toRawFeatures(features);
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
export function featureName({ id, properties }: RawFeature): string | null {
  return rowName(properties.name, properties.ref, id);
}

async function readWhole(input: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let text = '';
  try {
    for await (const chunk of input) {
      bytes += chunk.length;
      if (bytes > FILE_BYTES_MAX) throw badField('file', `has more than ${FILE_BYTES_MAX} bytes`);
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw badField('file', 'is not UTF-8 text');
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badField('file', error instanceof SyntaxError ? error.message : 'is not JSON');
  }
}

function toRawFeature(value: unknown): RawFeature {
  if (!isObject(value)) return { properties: {} };
  const properties = value.properties;
  return { ...value, properties: isObject(properties) ? properties : {} };
}

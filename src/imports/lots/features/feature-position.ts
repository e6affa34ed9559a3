import { readDecimal } from '../../../kit/decimal.ts';
import { badField, type FieldProblem } from '../../../kit/errors.ts';
import {
  greatCircleMetres,
  LATITUDE_MAX,
  type LatLng,
  LONGITUDE_MAX,
  roundPoint,
} from '../../../kit/geo/great-circle.ts';
import { isObject } from '../../../kit/is-object.ts';
import type { Outline } from '../../../parking/lots/place/outline.ts';
import type { Place } from '../../../parking/lots/place/place.ts';
import type { LotReading } from '../../../parking/lots/write/lot-reading.ts';
import type { FileFeature } from './file-feature.ts';

/** Largest distance between a lot's geometry and the point in its own columns. */
const OWN_COLUMNS_METRES_MAX = 1_000;
const LATITUDE_COLUMNS = ['lat', 'latitude'];
const LONGITUDE_COLUMNS = ['lon', 'lng', 'long', 'longitude'];
/** The farthest that parts of one car park are from each other. */
const CUT_OFF_METRES_MAX = 2_000;
/** The time zones of the open sea, 22 km and more from any land. */
const SEA_ZONE = /^Etc\//;

type FeaturePosition = {
  sent: LatLng;
  /** Rounded. */
  point: LatLng;
  place: Place;
  /** null: only a point is known. */
  areaM2: number | null;
  notes: FieldProblem[];
};

/**
 * The position of a feature; for an area a point inside it, and its size in square metres. An
 * element of OpenStreetMap that is cut off at the edge of the file is placed in the middle of what
 * is there. Errors: BAD_REQUEST naming `geometry` when it is neither a point nor an area, is at
 * sea, or is not where the feature's own columns for latitude and longitude say.
 */
export function readPosition(
  feature: FileFeature,
  reading: Pick<LotReading, 'placeOf' | 'pointInside' | 'areaOf'>,
): FeaturePosition {
  const { sent, areaM2, notes } = placeOfFeature(feature, reading);
  const point = roundPoint(sent);
  const stated = columnsPoint(feature.properties);
  if (stated !== undefined && greatCircleMetres(point, stated) > OWN_COLUMNS_METRES_MAX)
    throw badField('geometry', `${shown(point)} differs from its own columns, ${shown(stated)}`);
  const place = reading.placeOf(point.lat, point.lng);
  if (SEA_ZONE.test(place.timezone))
    throw badField('geometry', `${shown(point)} is at sea: the longitude comes first`);
  return { sent, point, place, areaM2, notes };
}

type Placed = Pick<FeaturePosition, 'sent' | 'areaM2' | 'notes'>;

/** Where a feature is, whatever its columns say. Errors: BAD_REQUEST naming `geometry`. */
export function placeOfFeature(
  { geometry, osmId, notes }: Pick<FileFeature, 'geometry' | 'osmId' | 'notes'>,
  { pointInside, areaOf }: Pick<LotReading, 'pointInside' | 'areaOf'>,
): Placed {
  try {
    if (!isOutline(geometry)) return { sent: readPoint(geometry), areaM2: null, notes: [] };
    // An outline that is known not to be the lot's own has another size.
    const isWhole = !notes.some(({ field }) => field === 'geometry');
    const areaM2 = isWhole ? areaOf(geometry) : null;
    return { sent: pointInside(geometry), areaM2: areaM2 || null, notes: [] };
  } catch (error) {
    const middle = osmId === null ? undefined : middleOf(geometry);
    if (middle === undefined) throw error;
    const reason = 'is no whole outline: placed in the middle of what is there, without an area';
    return { sent: middle, areaM2: null, notes: [{ field: 'geometry', reason }] };
  }
}

/** The middle of a line or a broken outline; undefined when it is none, or too large for a lot. */
function middleOf(geometry: unknown): LatLng | undefined {
  const points = pointsIn(isObject(geometry) ? geometry.coordinates : undefined);
  const [first] = points;
  if (first === undefined || points.length < 2) return undefined;
  if (points.some((point) => greatCircleMetres(first, point) > CUT_OFF_METRES_MAX))
    return undefined;
  const mean = (of: (point: LatLng) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  return { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) };
}

function pointsIn(coordinates: unknown): LatLng[] {
  if (!Array.isArray(coordinates)) return [];
  if (!coordinates.every((one) => typeof one === 'number')) return coordinates.flatMap(pointsIn);
  const [lng = Number.NaN, lat = Number.NaN] = coordinates;
  return Math.abs(lng) <= LONGITUDE_MAX && Math.abs(lat) <= LATITUDE_MAX ? [{ lat, lng }] : [];
}

/**
 * The position of a Point, or of a MultiPoint with one point, which tables turned into maps have;
 * longitude first. Errors: BAD_REQUEST naming `geometry`.
 */
export function readPoint(geometry: unknown): LatLng {
  const position = isObject(geometry) ? positionOf(geometry) : undefined;
  if (!Array.isArray(position)) throw badField('geometry', 'must be a Point or a Polygon');
  const [lng, lat] = position;
  if (typeof lng !== 'number' || !(Math.abs(lng) <= LONGITUDE_MAX))
    throw badField('geometry', 'longitude must be a number from -180 to 180');
  if (typeof lat !== 'number' || !(Math.abs(lat) <= LATITUDE_MAX))
    throw badField('geometry', 'latitude must be a number from -90 to 90');
  return { lat, lng };
}

function isOutline(geometry: unknown): geometry is Outline {
  return isObject(geometry) && (geometry.type === 'Polygon' || geometry.type === 'MultiPolygon');
}

export function shown({ lat, lng }: LatLng): string {
  return `(longitude ${lng}, latitude ${lat})`;
}

function positionOf({ type, coordinates }: Record<string, unknown>): unknown {
  if (type === 'Point') return coordinates;
  const isOne = type === 'MultiPoint' && Array.isArray(coordinates) && coordinates.length === 1;
  return isOne ? coordinates[0] : undefined;
}

/**
 * The point in the latitude and longitude columns that a table has kept; undefined unless both
 * exist.
 */
function columnsPoint(properties: Record<string, unknown>): LatLng | undefined {
  const lat = degreesIn(properties, LATITUDE_COLUMNS, LATITUDE_MAX);
  const lng = degreesIn(properties, LONGITUDE_COLUMNS, LONGITUDE_MAX);
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}

function degreesIn(
  properties: Record<string, unknown>,
  names: readonly string[],
  most: number,
): number | undefined {
  const value = names.map((name) => properties[name]).find((one) => one != null && one !== '');
  const degrees = typeof value === 'string' ? (readDecimal(value.trim()) ?? NaN) : value;
  if (typeof degrees !== 'number') return undefined;
  return Math.abs(degrees) <= most ? degrees : undefined;
}

import { badField } from '../../errors.ts';
import {
  greatCircleMetres,
  LATITUDE_MAX,
  type LatLng,
  LONGITUDE_MAX,
  roundPoint,
} from '../../geometry/great-circle.ts';
import { isObject } from '../../is-object.ts';
import type { Outline } from '../outline.ts';
import type { Place } from '../place.ts';
import type { LotReading } from '../write/lot-reading.ts';
import type { RawFeature } from './feature-collection.ts';

/** Largest distance between a lot's geometry and the point in its own columns. */
const OWN_COLUMNS_METRES_MAX = 1_000;
const LATITUDE_COLUMNS = ['lat', 'latitude'];
const LONGITUDE_COLUMNS = ['lon', 'lng', 'long', 'longitude'];
/** The time zones of the open sea, 22 km and more from any land. */
const SEA_ZONE = /^Etc\//;

/**
 * The position of a feature, as sent and rounded; for an area a point inside it. Errors:
 * BAD_REQUEST naming `geometry` when it is neither a point nor an area, is at sea, or is not where
 * the feature's own columns for latitude and longitude say.
 */
export function readPosition(
  { geometry, properties }: RawFeature,
  { placeOf, pointInside }: Pick<LotReading, 'placeOf' | 'pointInside'>,
): { sent: LatLng; point: LatLng; place: Place } {
  const sent = isOutline(geometry) ? pointInside(geometry) : readPoint(geometry);
  const point = roundPoint(sent);
  const said = columnsPoint(properties);
  if (said !== undefined && greatCircleMetres(point, said) > OWN_COLUMNS_METRES_MAX)
    throw badField('geometry', `${shown(point)} is not where its own columns ${shown(said)} say`);
  const place = placeOf(point.lat, point.lng);
  if (SEA_ZONE.test(place.timezone))
    throw badField('geometry', `${shown(point)} is at sea: the longitude comes first`);
  return { sent, point, place };
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
  const degrees = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN;
  return Math.abs(degrees) <= most ? degrees : undefined;
}

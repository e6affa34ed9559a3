import type { LatLng } from '../../geometry/great-circle.ts';
import { readText } from '../tags.ts';
import type { RawFeature } from './feature-collection.ts';
import { readPoint } from './feature-position.ts';

/**
 * How the whole file is read. In ParkAPI's files, a feature of type `city` says where all lots are.
 */
export type Dialect =
  | { name: 'osm' }
  | { name: 'parkapi_v3' }
  | { name: 'parkapi'; city: string | null; centre: LatLng | null };

/**
 * ParkAPI is recognised by its city feature, or by `total` in place of OSM's `capacity`; its
 * version 3 by two names that no other format has. Errors: BAD_REQUEST when the city has no
 * position.
 */
export function detectDialect(features: readonly RawFeature[]): Dialect {
  const city = features.find(isCityFeature);
  const has = (key: string) => features.some(({ properties }) => key in properties);
  if (has('uid') && has('has_realtime_data')) return { name: 'parkapi_v3' };
  if (city === undefined && (has('capacity') || has('amenity') || !has('total')))
    return { name: 'osm' };
  const name = city && readText(city.properties, 'name');
  const centre = city?.geometry ? readPoint(city.geometry) : null;
  return { name: 'parkapi', city: name ?? null, centre };
}

/** Whether it describes the city that the other features are in; it is not a lot. */
export function isCityFeature({ properties }: Pick<RawFeature, 'properties'>): boolean {
  return properties.type === 'city';
}

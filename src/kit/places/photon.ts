import { LATITUDE_MAX, LONGITUDE_MAX } from '../geo/great-circle.ts';
import { isObject } from '../is-object.ts';
import {
  ATTRIBUTION,
  malformed,
  RADIUS_M_MIN,
  radiusOfBox,
  readCountry,
  readDegrees,
} from './answer-parts.ts';
import { askProvider, type ProviderRequest } from './ask-provider.ts';
import type { Geocoding, NamedPlace } from './geocoder.ts';
import { oneLine } from './query.ts';

/**
 * Sends one search to a provider with Photon's interface. Throws for everything that is not an
 * answer as documented.
 */
export async function askPhoton(request: ProviderRequest): Promise<Geocoding> {
  const answer = await askProvider(request, '/api', {
    q: request.query,
    limit: String(request.limit),
    lang: 'en',
  });
  if (!isObject(answer) || !Array.isArray(answer.features))
    throw new Error('the geocoding provider did not send a list');
  return {
    places: answer.features.slice(0, request.limit).map(readPlace),
    attribution: ATTRIBUTION,
  };
}

/** A place is a feature of GeoJSON. */
function readPlace(feature: unknown): NamedPlace {
  if (!isObject(feature) || !isObject(feature.geometry) || !isObject(feature.properties))
    throw malformed('feature');
  const { geometry, properties } = feature;
  const [lng, lat] = Array.isArray(geometry.coordinates) ? geometry.coordinates : [];
  return {
    lat: readDegrees(lat, 'coordinates', LATITUDE_MAX),
    lng: readDegrees(lng, 'coordinates', LONGITUDE_MAX),
    label: labelOf(properties),
    radiusM: readRadius(properties.extent),
    country: readCountry(properties.countrycode),
    population: null,
  };
}

/** `Name, 10 Street, City, State, Country`, of what there is, and nothing twice. */
function labelOf(properties: Record<string, unknown>): string {
  const { name, housenumber, street, city, state, country } = properties;
  const address = [housenumber, street].filter(isText).join(' ');
  const parts = [name, address, city, state, country].filter(isText).map(oneLine).filter(Boolean);
  if (parts.length === 0) throw malformed('name');
  return [...new Set(parts)].join(', ');
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** `extent` is `[west, north, east, south]`; a point has none. */
function readRadius(extent: unknown): number {
  if (extent === undefined) return RADIUS_M_MIN;
  if (!Array.isArray(extent) || extent.length !== 4) throw malformed('extent');
  const [west, north, east, south] = extent;
  return radiusOfBox({ south, north, west, east }, 'extent');
}

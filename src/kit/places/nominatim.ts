import { LATITUDE_MAX, LONGITUDE_MAX } from '../geo/great-circle.ts';
import { isObject } from '../is-object.ts';
import { ATTRIBUTION, malformed, radiusOfBox, readCountry, readDegrees } from './answer-parts.ts';
import { askProvider, type ProviderRequest } from './ask-provider.ts';
import type { Geocoding, NamedPlace } from './geocoder.ts';
import { oneLine } from './query.ts';

/**
 * Sends one search to a provider with Nominatim's interface. Throws for everything that is not an
 * answer as documented.
 */
export async function askNominatim(request: ProviderRequest): Promise<Geocoding> {
  const answer = await askProvider(request, '/search', {
    q: request.query,
    format: 'jsonv2',
    limit: String(request.limit),
    addressdetails: '1',
  });
  return readNominatimAnswer(answer, request.limit);
}

/** Reads at most `limit` places of a `jsonv2` answer. Throws when it is not as documented. */
function readNominatimAnswer(answer: unknown, limit: number): Geocoding {
  if (!Array.isArray(answer)) throw new Error('the geocoding provider did not send a list');
  const items = answer.slice(0, limit).map((item: unknown) => {
    if (!isObject(item)) throw malformed('item');
    return item;
  });
  const licence = items[0]?.licence;
  return {
    places: items.map(readPlace),
    attribution: (typeof licence === 'string' && oneLine(licence)) || ATTRIBUTION,
  };
}

function readPlace(item: Record<string, unknown>): NamedPlace {
  const label = typeof item.display_name === 'string' ? oneLine(item.display_name) : '';
  if (label === '') throw malformed('display_name');
  return {
    lat: readDegrees(item.lat, 'lat', LATITUDE_MAX),
    lng: readDegrees(item.lon, 'lon', LONGITUDE_MAX),
    label,
    radiusM: readRadius(item.boundingbox),
    country: readCountry(isObject(item.address) ? item.address.country_code : undefined),
    population: null,
  };
}

/** `box` is `[south, north, west, east]`. */
function readRadius(box: unknown): number {
  if (!Array.isArray(box) || box.length !== 4) throw malformed('boundingbox');
  const [south, north, west, east] = box;
  return radiusOfBox({ south, north, west, east }, 'boundingbox');
}

import {
  greatCircleMetres,
  LATITUDE_MAX,
  LONGITUDE_MAX,
  roundDegrees,
} from '../geometry/great-circle.ts';
import { isObject } from '../is-object.ts';
import type { Geocoding, NamedPlace } from './geocoder.ts';
import { oneLine } from './query.ts';

/** Used when an answer does not contain it, for example because it is empty. */
const ATTRIBUTION = '© OpenStreetMap contributors';

/** Up to the radius of a search for lots. */
const RADIUS_M_MIN = 100;
const RADIUS_M_MAX = 50_000;

/** Reads at most `limit` places of a `jsonv2` answer. Throws when it is not as documented. */
export function readNominatimAnswer(answer: unknown, limit: number): Geocoding {
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
    country: readCountry(item.address),
    population: null,
  };
}

/** Half the diagonal of `[south, north, west, east]`, in metres. */
function readRadius(box: unknown): number {
  if (!Array.isArray(box) || box.length !== 4) throw malformed('boundingbox');
  const readEdges = (edges: unknown[], max: number) =>
    edges.map((edge) => readDegrees(edge, 'boundingbox', max));
  const [south, north] = readEdges(box.slice(0, 2), LATITUDE_MAX);
  const [west, east] = readEdges(box.slice(2), LONGITUDE_MAX);
  const diagonalM = greatCircleMetres(
    { lat: south ?? 0, lng: west ?? 0 },
    { lat: north ?? 0, lng: east ?? 0 },
  );
  return Math.round(Math.min(Math.max(diagonalM / 2, RADIUS_M_MIN), RADIUS_M_MAX));
}

function readCountry(address: unknown): string | null {
  const code = isObject(address) ? address.country_code : undefined;
  return typeof code === 'string' && /^[a-z]{2}$/i.test(code) ? code.toUpperCase() : null;
}

/** Degrees; Nominatim writes numbers as text. */
function readDegrees(value: unknown, field: string, max: number): number {
  const isNumeral = typeof value === 'number' || (typeof value === 'string' && /\d/.test(value));
  const degrees = isNumeral ? Number(value) : Number.NaN;
  if (!(Math.abs(degrees) <= max)) throw malformed(field);
  return roundDegrees(degrees);
}

function malformed(field: string): Error {
  return new Error(`the geocoding provider sent a place with a bad ${field}`);
}

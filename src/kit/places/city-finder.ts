import { setImmediate as yieldThread } from 'node:timers/promises';
import { greatCircleMetres, type LatLng } from '../geo/great-circle.ts';
import { radiusOf } from './gazetteer.ts';
import { loadPlaceTable, type TablePlace } from './place-table.ts';

/** A city by its number in GeoNames. */
export type City = LatLng & {
  id: number;
  name: string;
  /** The state, province or nation as in ISO 3166-2; null where the gazetteer does not know it. */
  state: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** IANA name. */
  timezone: string;
};

/** The city that a point belongs to; undefined far from all cities. */
export type CityFinder = (point: LatLng) => City | undefined;

type Cities = {
  cityAt: CityFinder;
  /** The name of the part of a city that a point is in, such as a borough, where it is known. */
  districtAt(point: LatLng): string | undefined;
};

/**
 * How far outside of its circle a city reaches, in radii: far enough for its suburbs and airport.
 */
const REACH_RADII = 2;
/** A district ends with its circle. */
const DISTRICT_REACH_RADII = 1;
const RADIUS_M_MAX = radiusOf(Number.POSITIVE_INFINITY);
/** Of latitude; rounded down. */
const METRES_PER_DEGREE = 111_194;
/** Squares of the index, in degrees. */
const SQUARE_DEGREES = 0.5;
const SQUARES_AROUND = 360 / SQUARE_DEGREES;
/** Near the poles all squares of a row are searched. */
const COSINE_MIN = 0.02;
/** Places read at a time, so that no other work waits for more than some milliseconds. */
const PLACES_PER_SLICE = 4_000;

type Placed = { city: City; radiusM: number };
type Squares = Map<number, Placed[]>;

let cities: Promise<Cities> | undefined;

/**
 * Finds cities by coordinates; read at the first use. A city is a place of the gazetteer with 1,000
 * people or more that is not a part of another one. A point belongs to the city to which it is
 * nearest, measured in radii of each city's circle, so that a village beside a large city keeps its
 * own ground.
 */
export function openCities(): Promise<Cities> {
  cities ??= loadCities();
  return cities;
}

async function loadCities(): Promise<Cities> {
  const whole: Squares = new Map();
  const parts: Squares = new Map();
  let count = 0;
  for (const place of (await loadPlaceTable()).all()) {
    count += 1;
    if (count % PLACES_PER_SLICE === 0) await yieldThread();
    const placed = { city: describeCity(place), radiusM: radiusOf(place.population) };
    addTo(place.isCity ? whole : parts, placed);
  }
  return {
    cityAt: (point) => nearest(whole, point, REACH_RADII),
    districtAt: (point) => nearest(parts, point, DISTRICT_REACH_RADII)?.name,
  };
}

function addTo(squares: Squares, placed: Placed): void {
  const square = squareOf(rowOf(placed.city.lat), columnOf(placed.city.lng));
  const others = squares.get(square);
  if (others === undefined) squares.set(square, [placed]);
  else others.push(placed);
}

/** The city that a place of the gazetteer is. */
export function describeCity(place: TablePlace): City {
  const { id, name, subdivision, country, timezone, lat, lng } = place;
  return { id, name, state: subdivision, country, timezone, lat, lng };
}

function nearest(squares: Squares, point: LatLng, reachRadii: number): City | undefined {
  let found: City | undefined;
  let radii = reachRadii;
  for (const square of squaresAround(point))
    for (const { city, radiusM } of squares.get(square) ?? []) {
      // Most places are ruled out by their latitude alone, which is cheap.
      if (Math.abs(point.lat - city.lat) * METRES_PER_DEGREE > radii * radiusM + 1) continue;
      const away = greatCircleMetres(point, city) / radiusM;
      if (away > radii) continue;
      // Of two that are equally near, always the same one.
      if (away === radii && found !== undefined && found.id < city.id) continue;
      found = city;
      radii = away;
    }
  return found;
}

/** Every square with a place in reach. */
function* squaresAround({ lat, lng }: LatLng): Generator<number> {
  const reach = (REACH_RADII * RADIUS_M_MAX) / METRES_PER_DEGREE;
  const farthest = Math.min(90, Math.abs(lat) + reach);
  const cosine = Math.cos((farthest * Math.PI) / 180);
  const reachEast = cosine < COSINE_MIN ? 180 : Math.min(180, reach / cosine);
  const columnCount = Math.min(
    SQUARES_AROUND,
    columnOf(lng + reachEast) - columnOf(lng - reachEast) + 1,
  );
  for (let row = rowOf(lat - reach); row <= rowOf(lat + reach); row += 1)
    for (let i = 0; i < columnCount; i += 1) yield squareOf(row, columnOf(lng - reachEast) + i);
}

function rowOf(lat: number): number {
  return Math.floor(lat / SQUARE_DEGREES);
}

function columnOf(lng: number): number {
  return Math.floor(lng / SQUARE_DEGREES);
}

/** Columns are the same after a turn around the Earth. */
function squareOf(row: number, column: number): number {
  const turned = ((column % SQUARES_AROUND) + SQUARES_AROUND) % SQUARES_AROUND;
  return row * SQUARES_AROUND + turned;
}

import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { badField } from '../../../kit/errors.ts';
import { LATITUDE_MAX, type LatLng, LONGITUDE_MAX } from '../../../kit/geo/great-circle.ts';

/**
 * A point inside the area of a GeoJSON geometry; of several areas, inside the largest. Errors:
 * BAD_REQUEST naming `geometry`.
 */
export type OutlineReader = (geometry: Outline) => LatLng;
/** In whole square metres; null: the outline crosses itself. */
export type AreaReader = (geometry: Outline) => number | null;
export type Outline = { type: 'Polygon' | 'MultiPolygon'; coordinates: unknown };

const POSITIONS_MAX = 10_000;
/** Looking for crossings compares every side with every other; ways have no more. */
const CROSSING_SIDES_MAX = 2_000;
/** In square metres; four times the area of the largest car parks. */
const AREA_M2_MAX = 2_000_000;
/** A triangle whose first position is repeated at the end. */
const RING_POSITIONS_MIN = 4;

/** As fractions of an area's height, in the order in which they are tried. */
const HEIGHTS = [1 / 2, 1 / 4, 3 / 4, 1 / 8, 3 / 8, 5 / 8, 7 / 8];
const HALF_TURN = 180;
const TURN = 360;

type Turf = typeof import('@turf/turf');

let library: Promise<Turf> | undefined;

/**
 * The geometry library takes a tenth of a second to load, so it is loaded when lots are first
 * written.
 */
export async function openOutlines(): Promise<OutlineReader> {
  const turf = await openTurf();
  return (geometry) => pointInside(turf, geometry);
}

/**
 * Reads areas in whole square metres, holes left out; of several areas their sum. Null: an outline
 * crosses itself, so that its parts would be subtracted from each other. Errors: BAD_REQUEST naming
 * `geometry`.
 */
export async function openAreas(): Promise<AreaReader> {
  const turf = await openTurf();
  return (geometry) => {
    const areas = readAreas(geometry);
    return crossesItself(areas.coordinates.flat()) ? null : Math.round(turf.area(areas));
  };
}

/** Whether two sides cross. Where they only touch, as a hole may touch its outline, they do not. */
function crossesItself(rings: readonly (readonly number[])[][]): boolean {
  const sides = rings.flatMap((ring) => ring.slice(1).map((to, i) => [ring[i] ?? to, to] as const));
  if (sides.length > CROSSING_SIDES_MAX) return false;
  return sides.some(([a, b], i) =>
    sides
      .slice(i + 1)
      .some(([c, d]) => turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0),
  );
}

/** Above 0: the way from a over b to c turns left; below 0: it turns right. */
function turn(
  [aLng = 0, aLat = 0]: readonly number[],
  [bLng = 0, bLat = 0]: readonly number[],
  [cLng = 0, cLat = 0]: readonly number[],
): number {
  return Math.sign((bLng - aLng) * (cLat - aLat) - (bLat - aLat) * (cLng - aLng));
}

function openTurf(): Promise<Turf> {
  library ??= import('@turf/turf');
  return library;
}

function pointInside(turf: Turf, geometry: Outline): LatLng {
  const area = largest(turf, turf.flatten(readAreas(geometry)).features);
  if (turf.area(area) > AREA_M2_MAX)
    throw badField('geometry', `is an area of more than ${AREA_M2_MAX / 1_000_000} km²`);
  const [lng = Number.NaN, lat = Number.NaN] = turf.centerOfMass(area).geometry.coordinates;
  if (turf.booleanPointInPolygon([lng, lat], area, { ignoreBoundary: true }))
    return onTheMap({ lat, lng });
  const [, south, , north] = turf.bbox(area);
  for (const part of HEIGHTS) {
    const inside = widestAt(area.geometry.coordinates, south + (north - south) * part);
    if (inside !== undefined) return onTheMap(inside);
  }
  throw badField('geometry', 'has no interior point');
}

function largest(turf: Turf, polygons: Feature<Polygon>[]): Feature<Polygon> {
  const [first, ...others] = polygons;
  if (first === undefined) throw badField('geometry', 'is an area without an outline');
  return others.reduce((most, one) => (turf.area(one) > turf.area(most) ? one : most), first);
}

/**
 * The middle of the widest part of the area on a line from west to east. Each crossing with a ring
 * changes between inside and outside, so every second part is inside, holes or not.
 */
function widestAt(rings: readonly (readonly number[])[][], lat: number): LatLng | undefined {
  const crossings = rings.flatMap((ring) =>
    ring.flatMap(([toLng = 0, toLat = 0], i) => {
      const [fromLng = 0, fromLat = 0] = ring[i - 1] ?? [toLng, toLat];
      const isCrossed = fromLat > lat !== toLat > lat;
      return isCrossed ? [fromLng + ((toLng - fromLng) * (lat - fromLat)) / (toLat - fromLat)] : [];
    }),
  );
  crossings.sort((a, b) => a - b);
  let widest = { width: 0, middle: 0 };
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const [from = 0, to = 0] = [crossings[i], crossings[i + 1]];
    if (to - from > widest.width) widest = { width: to - from, middle: (from + to) / 2 };
  }
  return widest.width > 0 ? { lat, lng: widest.middle } : undefined;
}

function onTheMap({ lat, lng }: LatLng): LatLng {
  return { lat, lng: Math.abs(lng) > HALF_TURN ? lng - TURN * Math.round(lng / TURN) : lng };
}

/**
 * The positions of an area without a jump at the antimeridian, at which OpenStreetMap's outlines
 * are not cut: longitudes of up to 360 degrees.
 */
function unrolled(rings: [number, number][][]): [number, number][][] {
  const lngs = rings.flat().map(([lng]) => lng);
  const west = lngs.reduce((least, lng) => Math.min(least, lng), HALF_TURN);
  const east = lngs.reduce((most, lng) => Math.max(most, lng), -HALF_TURN);
  if (east - west <= HALF_TURN) return rings;
  return rings.map((ring) => ring.map(([lng, lat]) => [lng < 0 ? lng + TURN : lng, lat]));
}

/** The rings of a geometry, checked by the rules of RFC 7946. */
function readAreas({ type, coordinates }: Outline): MultiPolygon {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  const rings = Array.isArray(polygons) ? polygons.flat() : [];
  if (rings.length === 0 || !rings.every(isRing))
    throw badField('geometry', 'must have closed rings of at least four positions each');
  if (rings.flat().length > POSITIONS_MAX)
    throw badField('geometry', `must have at most ${POSITIONS_MAX} positions`);
  const areas = polygons as [number, number][][][];
  return { type: 'MultiPolygon', coordinates: areas.map(unrolled) };
}

function isRing(ring: unknown): ring is [number, number][] {
  if (!Array.isArray(ring) || ring.length < RING_POSITIONS_MIN || !ring.every(isPosition))
    return false;
  const [first, last] = [ring.at(0), ring.at(-1)];
  return first?.[0] === last?.[0] && first?.[1] === last?.[1];
}

function isPosition(position: unknown): position is [number, number] {
  if (!Array.isArray(position)) return false;
  const [lng, lat] = position;
  const isNumber = typeof lng === 'number' && typeof lat === 'number';
  return isNumber && Math.abs(lng) <= LONGITUDE_MAX && Math.abs(lat) <= LATITUDE_MAX;
}

import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { badField } from '../errors.ts';
import { LATITUDE_MAX, type LatLng, LONGITUDE_MAX } from '../geometry/great-circle.ts';

/**
 * A point inside the area of a GeoJSON geometry; of several areas, inside the largest. Errors:
 * BAD_REQUEST naming `geometry`.
 */
export type OutlineReader = (geometry: Outline) => LatLng;
export type Outline = { type: 'Polygon' | 'MultiPolygon'; coordinates: unknown };

const POSITIONS_MAX = 10_000;
/** In square metres; four times the area of the largest car parks. */
const AREA_M2_MAX = 2_000_000;
/** A triangle whose first position is repeated at the end. */
const RING_POSITIONS_MIN = 4;

let reader: Promise<OutlineReader> | undefined;

/**
 * The geometry library takes a tenth of a second to load, so it is loaded when lots are first
 * written.
 */
export function openOutlines(): Promise<OutlineReader> {
  reader ??= loadReader();
  return reader;
}

async function loadReader(): Promise<OutlineReader> {
  const turf = await import('@turf/turf');

  function largest(polygons: Feature<Polygon>[]): Feature<Polygon> {
    const [first, ...others] = polygons;
    if (first === undefined) throw badField('geometry', 'is an area without an outline');
    return others.reduce((most, one) => (turf.area(one) > turf.area(most) ? one : most), first);
  }

  /** The middle of the widest part of the line at half the height of the area. */
  function onHalfHeight(area: Feature<Polygon>): LatLng | undefined {
    const [west, south, east, north] = turf.bbox(area);
    const lat = (south + north) / 2;
    const across = turf.lineString([
      [west - 1, lat],
      [east + 1, lat],
    ]);
    const crossings = turf
      .lineIntersect(across, area)
      .features.map((crossing) => crossing.geometry.coordinates[0] ?? west)
      .sort((a, b) => a - b);
    const parts = crossings.flatMap((from, i) => {
      const to = crossings[i + 1] ?? from;
      const middle = (from + to) / 2;
      const isInside = to > from && turf.booleanPointInPolygon([middle, lat], area);
      return isInside ? [{ middle, width: to - from }] : [];
    });
    const widest = parts.sort((a, b) => b.width - a.width)[0];
    return widest && { lat, lng: widest.middle };
  }

  return (geometry) => {
    const area = largest(turf.flatten(readAreas(geometry)).features);
    if (turf.area(area) > AREA_M2_MAX)
      throw badField('geometry', `is an area of more than ${AREA_M2_MAX / 1_000_000} km²`);
    const [lng = Number.NaN, lat = Number.NaN] = turf.centerOfMass(area).geometry.coordinates;
    if (turf.booleanPointInPolygon([lng, lat], area, { ignoreBoundary: true })) return { lat, lng };
    const inside = onHalfHeight(area);
    if (inside === undefined) throw badField('geometry', 'is an area that nothing is inside of');
    return inside;
  };
}

/** The rings of a geometry, checked by the rules of RFC 7946. */
function readAreas({ type, coordinates }: Outline): MultiPolygon {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  const rings = Array.isArray(polygons) ? polygons.flat() : [];
  if (rings.length === 0 || !rings.every(isRing))
    throw badField('geometry', 'must have closed rings of at least four positions each');
  if (rings.flat().length > POSITIONS_MAX)
    throw badField('geometry', `must have at most ${POSITIONS_MAX} positions`);
  return { type: 'MultiPolygon', coordinates: polygons as MultiPolygon['coordinates'] };
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

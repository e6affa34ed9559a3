import { badField } from '../../errors.ts';
import type { Position } from '../../geo/cell-outline.ts';

/** `outer` and `inner` as the relation says; `unknown`: it does not say. */
export type RingRole = 'outer' | 'inner' | 'unknown';

type Ring = {
  positions: Position[];
  role: RingRole;
  /** The positions without a jump at the antimeridian. */
  plane: Position[];
  places: ReadonlySet<string>;
  west: number;
  east: number;
  south: number;
  north: number;
  around: Ring[];
};

const TURN = 360;
const CORNERS_MIN = 3;

/**
 * Puts each hole into the outline around it: polygons of an outline and its holes. Errors:
 * BAD_REQUEST naming `geometry` when the roles are not how the rings lie.
 */
export function nestRings(
  rings: readonly { positions: Position[]; role: RingRole }[],
): Position[][][] {
  const origin = rings[0]?.positions[0]?.[0] ?? 0;
  const all = rings.map((ring) => prepare(ring, origin));
  for (const ring of all) ring.around = all.filter((other) => other !== ring && isIn(ring, other));
  const isHole = ({ around }: Ring) => around.length % 2 === 1;
  for (const ring of all) {
    if (ring.role === 'inner' && !isHole(ring))
      throw badField('geometry', 'has a hole (inner) that lies in no outline (outer)');
    if (ring.role === 'outer' && isHole(ring))
      throw badField('geometry', 'has an outline (outer) that lies in another one');
  }
  const outlines = all.filter((ring) => !isHole(ring));
  const holes = Map.groupBy(all.filter(isHole), ({ around }) =>
    around.find((outline) => outline.around.length === around.length - 1),
  );
  return outlines.map((outline) => [
    outline.positions,
    ...(holes.get(outline) ?? []).map(({ positions }) => positions),
  ]);
}

function prepare(
  { positions, role }: { positions: Position[]; role: RingRole },
  origin: number,
): Ring {
  const places = new Set(positions.map(String));
  if (places.size < CORNERS_MIN)
    throw badField('geometry', `has an outline of ${places.size} corners`);
  const plane = positions.map(
    ([lng, lat]): Position => [lng - TURN * Math.round((lng - origin) / TURN), lat],
  );
  const lngs = plane.map(([lng]) => lng);
  const lats = plane.map(([, lat]) => lat);
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  return { positions, role, plane, places, west, east, south, north, around: [] };
}

function isIn(ring: Ring, other: Ring): boolean {
  const isApart =
    ring.west < other.west ||
    ring.east > other.east ||
    ring.south < other.south ||
    ring.north > other.north;
  return !isApart && isAround(pointOf(ring, other), other.plane);
}

/** A corner that is not the other ring's, too; where all are shared, the middle of a side. */
function pointOf(ring: Ring, other: Ring): Position {
  const own = ring.positions.findIndex((position) => !other.places.has(String(position)));
  if (own >= 0) return ring.plane[own] ?? [0, 0];
  const sides = ring.plane.slice(1).map((to, i): [Position, Position] => [ring.plane[i] ?? to, to]);
  const [from, to] =
    sides.find(([a, b]) => !hasSide(other.plane, a, b)) ??
    fail('has two outlines that are the same');
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
}

function hasSide(ring: readonly Position[], a: Position, b: Position): boolean {
  const ends = [String(a), String(b)].sort().join();
  return ring.slice(1).some((to, i) => [String(ring[i]), String(to)].sort().join() === ends);
}

function fail(reason: string): never {
  throw badField('geometry', reason);
}

/** Whether a line from the point to the east crosses the ring an odd number of times. */
function isAround([lng, lat]: Position, ring: readonly Position[]): boolean {
  let isInside = false;
  for (let i = 1; i < ring.length; i += 1) {
    const [a, b] = [ring[i - 1], ring[i]];
    if (!a || !b || a[1] > lat === b[1] > lat) continue;
    if (lng < a[0] + ((b[0] - a[0]) * (lat - a[1])) / (b[1] - a[1])) isInside = !isInside;
  }
  return isInside;
}

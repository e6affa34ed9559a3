import { cellToBoundary } from 'h3-js';

/** `[longitude, latitude]` in degrees. */
export type Position = [lng: number, lat: number];

export type Outline =
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] };

const HALF_TURN = 180;
const TURN = 360;
const POLE = 90;

/**
 * The outline of a cell as RFC 7946 wants it: counterclockwise, and cut in two where the cell
 * crosses the antimeridian. A cell around a pole has the pole's whole edge of the map.
 */
export function cellOutline(cell: bigint): Outline {
  const [first, ...others] = cellToBoundary(cell.toString(16), true) as Position[];
  if (first === undefined) throw new RangeError(`${cell} has no outline`);
  // Without jumps of a turn: each corner at most half a turn from the previous one.
  const ring = [first];
  for (const [lng, lat] of others) {
    const before = ring.at(-1)?.[0] ?? lng;
    ring.push([lng + TURN * Math.round((before - lng) / TURN), lat]);
  }
  const turns = Math.round(((ring.at(-1)?.[0] ?? first[0]) - first[0]) / TURN);
  if (turns !== 0) return { type: 'Polygon', coordinates: [aroundPole(ring.slice(0, -1))] };
  const west = Math.min(...ring.map(([lng]) => lng));
  const east = Math.max(...ring.map(([lng]) => lng));
  const edge = west < -HALF_TURN ? -HALF_TURN : HALF_TURN;
  if (west >= edge || east <= edge) return { type: 'Polygon', coordinates: [ring] };
  const corners = ring.slice(0, -1);
  const parts = [half(corners, edge, -1), half(corners, edge, 1)];
  return { type: 'MultiPolygon', coordinates: parts.map((part) => [onTheMap(part)]) };
}

/** The part of a ring on one side of a meridian: west of it (-1) or east of it (1). */
function half(corners: readonly Position[], edge: number, side: 1 | -1): Position[] {
  const isKept = ([lng]: Position) => side * (lng - edge) >= 0;
  const kept = corners.flatMap((corner, i) => {
    const next = corners[(i + 1) % corners.length] ?? corner;
    const found = isKept(corner) ? [corner] : [];
    if (isKept(corner) !== isKept(next)) found.push(crossing(corner, next, edge));
    return found;
  });
  const [first] = kept;
  return first === undefined ? [] : [...kept, first];
}

function crossing([lngA, latA]: Position, [lngB, latB]: Position, edge: number): Position {
  return [edge, latA + ((latB - latA) * (edge - lngA)) / (lngB - lngA)];
}

/** Moves a part that lies beyond the antimeridian to where the map has it. */
function onTheMap(part: readonly Position[]): Position[] {
  const middle = part.reduce((sum, [lng]) => sum + lng, 0) / part.length;
  const shift = middle > HALF_TURN ? -TURN : middle < -HALF_TURN ? TURN : 0;
  return part.map(([lng, lat]) => [lng + shift, lat]);
}

function aroundPole(corners: readonly Position[]): Position[] {
  const placed = corners
    .map(([lng, lat]): Position => [lng - TURN * Math.floor((lng + HALF_TURN) / TURN), lat])
    .sort(([a], [b]) => a - b);
  const [first, last] = [placed[0], placed.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [, edgeLat] = crossing(last, [first[0] + TURN, first[1]], HALF_TURN);
  const pole = edgeLat > 0 ? POLE : -POLE;
  const across: Position[] = [[-HALF_TURN, edgeLat], ...placed, [HALF_TURN, edgeLat]];
  const back: Position[] = [
    [HALF_TURN, pole],
    [-HALF_TURN, pole],
  ];
  const ring: Position[] = [...across, ...back, [-HALF_TURN, edgeLat]];
  return pole > 0 ? ring : ring.reverse();
}

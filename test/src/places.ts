import { cellToLatLng, getPentagons } from 'h3-js';
import { EARTH_RADIUS_M, type LatLng, unitVector } from '../../src/kit/geo/great-circle.ts';

const DEGREES_PER_RADIAN = 180 / Math.PI;

/** Where five icosahedron faces meet: the centres of the pentagons of every resolution. */
const PENTAGON_CENTRES: readonly LatLng[] = getPentagons(0).map((cell) => {
  const [lat, lng] = cellToLatLng(cell);
  return { lat, lng };
});

/** The middles of the icosahedron's faces, where cells are largest. */
const FACE_CENTRES: readonly LatLng[] = faceCentres();

/** The point at a distance and direction (clockwise from north, in radians) from another. */
export function destination(from: LatLng, metres: number, bearing: number): LatLng {
  const angle = metres / EARTH_RADIUS_M;
  const lat = from.lat / DEGREES_PER_RADIAN;
  const sinLat =
    Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearing);
  const east = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(lat),
    Math.cos(angle) - Math.sin(lat) * sinLat,
  );
  const lng = from.lng + east * DEGREES_PER_RADIAN;
  return { lat: Math.asin(sinLat) * DEGREES_PER_RADIAN, lng: ((lng + 540) % 360) - 180 };
}

/**
 * A place of one of the kinds where cells are regular, irregular, largest, or coordinates break.
 */
export function placeOf(kind: number, random: () => number): LatLng {
  const anywhere = { lat: Math.asin(2 * random() - 1) * DEGREES_PER_RADIAN, lng: lngFrom(random) };
  const near = (from: LatLng | undefined) =>
    destination(from ?? anywhere, 10 ** (5.5 * random()), 2 * Math.PI * random());
  const kinds = [
    () => anywhere,
    () => near({ lat: 43.6532, lng: -79.3832 }),
    () => near(PENTAGON_CENTRES[Math.floor(12 * random())]),
    () => near(FACE_CENTRES[Math.floor(20 * random())]),
    () => near({ lat: anywhere.lat, lng: 180 }),
    () => near({ lat: random() < 0.5 ? 90 : -90, lng: anywhere.lng }),
    () => ({ lat: random() < 0.5 ? 90 : -90, lng: anywhere.lng }),
    () => ({ lat: anywhere.lat, lng: random() < 0.5 ? 180 : -180 }),
    () => PENTAGON_CENTRES[Math.floor(12 * random())] ?? anywhere,
  ];
  return kinds[kind % kinds.length]?.() ?? anywhere;
}

function lngFrom(random: () => number): number {
  return 360 * random() - 180;
}

function faceCentres(): LatLng[] {
  const corners = PENTAGON_CENTRES.map(unitVector);
  const areNeighbours = (a: number, b: number) => {
    const [p, q] = [corners[a], corners[b]];
    return p !== undefined && q !== undefined && p.x * q.x + p.y * q.y + p.z * q.z > 0.4;
  };
  const centres: LatLng[] = [];
  for (let a = 0; a < 12; a += 1)
    for (let b = a + 1; b < 12; b += 1)
      for (let c = b + 1; c < 12; c += 1) {
        const [p, q, r] = [corners[a], corners[b], corners[c]];
        if (p === undefined || q === undefined || r === undefined) continue;
        if (!areNeighbours(a, b) || !areNeighbours(b, c) || !areNeighbours(a, c)) continue;
        const sum = { x: p.x + q.x + r.x, y: p.y + q.y + r.y, z: p.z + q.z + r.z };
        centres.push({
          lat: Math.atan2(sum.z, Math.hypot(sum.x, sum.y)) * DEGREES_PER_RADIAN,
          lng: Math.atan2(sum.y, sum.x) * DEGREES_PER_RADIAN,
        });
      }
  return centres;
}

import { EARTH_RADIUS_M, type LatLng, unitVector } from '../../geo/great-circle.ts';

/** More than the 51,000 cubes of 250 m along the Earth's axis, so that every cube has a number. */
const CUBES_MAX = 2 ** 17;
const STEPS = [0, -1, 1];
/** A cube and the 26 around it, the cube itself first. */
const AROUND = STEPS.flatMap((dx) =>
  STEPS.flatMap((dy) => STEPS.map((dz) => [dx, dy, dz] as const)),
);
/** Visited of one point; no town has so many car parks so near to each other. */
const VISITED_MAX = 1_000;

/**
 * An index of points. The function that is returned calls `visit` with the number of every point
 * within `metres` of a point, and of some that are up to 3.5 times as far. The Earth is cut into
 * cubes with this edge: within them there are neither poles nor an antimeridian. Of more points
 * than VISITED_MAX the first ones are visited, so that the time is bounded.
 */
export function nearbyIndex(points: readonly LatLng[], metres: number) {
  const inCube = new Map<number, number[]>();
  const cubeOf = (point: LatLng) => {
    const { x, y, z } = unitVector(point);
    const along = (share: number) => Math.floor((share * EARTH_RADIUS_M) / metres);
    return [along(x), along(y), along(z)] as const;
  };
  for (const [i, point] of points.entries()) {
    const key = keyOf(...cubeOf(point));
    const there = inCube.get(key);
    if (there === undefined) inCube.set(key, [i]);
    else there.push(i);
  }
  return (point: LatLng, visit: (i: number) => void): void => {
    const [x, y, z] = cubeOf(point);
    let visited = 0;
    for (const [dx, dy, dz] of AROUND)
      for (const i of inCube.get(keyOf(x + dx, y + dy, z + dz)) ?? []) {
        if (visited === VISITED_MAX) return;
        visited += 1;
        visit(i);
      }
  };
}

function keyOf(x: number, y: number, z: number): number {
  // Whole numbers up to 2^51, which a number holds exactly.
  const half = CUBES_MAX / 2;
  return ((x + half) * CUBES_MAX + y + half) * CUBES_MAX + z + half;
}

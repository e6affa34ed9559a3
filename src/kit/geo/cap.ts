import type { UnitVector } from './great-circle.ts';

/** All points of the sphere within an angle (radians, less than a right angle) of a centre. */
export type Cap = Readonly<UnitVector & { angle: number; cosAngle: number; sinAngle: number }>;

export const OUTSIDE = 0;
export const INSIDE = 1;
export const STRADDLING = 2;
type Relation = typeof OUTSIDE | typeof INSIDE | typeof STRADDLING;

/**
 * In radians; 32 cm on Earth. It exceeds the error of an angle computed from its cosine, which is
 * largest near zero: √(2 x 4e-16). A cap that is wider than its points by this is never wrongly
 * taken for inside or outside.
 */
export const CAP_SLACK = 5e-8;

export function capOf({ x, y, z }: UnitVector, angle: number): Cap {
  return { x, y, z, angle, cosAngle: Math.cos(angle), sinAngle: Math.sin(angle) };
}

/**
 * A cap that contains all points of some caps. There must be at least one, and they must be near
 * each other.
 */
export function capAround(caps: readonly Cap[]): Cap {
  let [x, y, z] = [0, 0, 0];
  for (const cap of caps) {
    x += cap.x;
    y += cap.y;
    z += cap.z;
  }
  const length = Math.hypot(x, y, z);
  const middle = { x: x / length, y: y / length, z: z / length };
  let angle = 0;
  for (const cap of caps) angle = Math.max(angle, angleBetween(middle, cap) + cap.angle);
  return capOf(middle, angle);
}

/** Caps in one array: takes less memory than separate objects, and is faster to read. */
export type PackedCaps = Float64Array;

const NUMBERS_PER_CAP = 5;

export function packCaps(caps: readonly Cap[]): PackedCaps {
  const packed = new Float64Array(NUMBERS_PER_CAP * caps.length);
  caps.forEach(({ x, y, z, cosAngle, sinAngle }, i) => {
    packed.set([x, y, z, cosAngle, sinAngle], NUMBERS_PER_CAP * i);
  });
  return packed;
}

/** Whether the points of cap `i` are all inside a circle, all outside, or neither. */
export function relationOfPacked(caps: PackedCaps, i: number, circle: Cap): Relation {
  const at = NUMBERS_PER_CAP * i;
  return relate(
    caps[at] ?? Number.NaN,
    caps[at + 1] ?? Number.NaN,
    caps[at + 2] ?? Number.NaN,
    caps[at + 3] ?? Number.NaN,
    caps[at + 4] ?? Number.NaN,
    circle,
  );
}

// Compares cosines, so that no angle has to be computed.
function relate(
  x: number,
  y: number,
  z: number,
  cosAngle: number,
  sinAngle: number,
  circle: Cap,
): Relation {
  const cosine = x * circle.x + y * circle.y + z * circle.z;
  const cosines = cosAngle * circle.cosAngle;
  const sines = sinAngle * circle.sinAngle;
  if (cosine < cosines - sines) return OUTSIDE;
  return cosAngle >= circle.cosAngle && cosine >= cosines + sines ? INSIDE : STRADDLING;
}

/** Computed from the chord, which is exact for small angles. */
function angleBetween(a: UnitVector, b: UnitVector): number {
  return 2 * Math.asin(Math.min(1, Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) / 2));
}

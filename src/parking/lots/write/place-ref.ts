import type { LatLng } from '../../../kit/geo/great-circle.ts';
import { slugOf } from './slug.ts';

/** About a metre: enough to distinguish two lots of the same name. */
const COORDINATE_DIGITS = 5;

/** The ref of a lot that came without one: `city-hall@48.85660,2.35220`. */
export function placeRef(name: string, point: LatLng): string {
  return `${slugOf(name)}@${placeText(point)}`;
}

/** A place in text, latitude first. */
export function placeText({ lat, lng }: LatLng): string {
  return [lat, lng].map((degrees) => degrees.toFixed(COORDINATE_DIGITS)).join(',');
}

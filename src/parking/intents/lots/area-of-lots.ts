import { greatCircleMetres } from '../../../kit/geo/great-circle.ts';
import { type NamedLot, pointOf } from './named-lot.ts';
import { type IntentPlace, NEARBY_RADIUS_M } from './place-answer.ts';

/**
 * The lots of one street or square are at most this far from the one in their middle. Others only
 * claim the address, and would move the middle.
 */
const STREET_M_MAX = 1_000;

/**
 * The area of lots that share a street, around the lot that is nearest to all of them; undefined
 * when they are too far apart to share one.
 */
export function areaOf(lots: readonly NamedLot[], label: string): IntentPlace | undefined {
  const points = lots.map(pointOf);
  const [centre] = points
    .map((point) => ({
      ...point,
      reachM: Math.max(...points.map((other) => greatCircleMetres(point, other))),
    }))
    .toSorted((a, b) => a.reachM - b.reachM);
  if (centre === undefined || centre.reachM > STREET_M_MAX) return undefined;
  const { lat, lng, reachM } = centre;
  return { lat, lng, label, radiusM: Math.ceil(reachM) + NEARBY_RADIUS_M, attribution: null };
}
